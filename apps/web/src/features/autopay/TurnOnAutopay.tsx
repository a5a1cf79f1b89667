import type { BillingRefresh } from '@myaccount/contract/home';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { AddMethodButton } from '../payment-methods/AddMethodButton.tsx';
import { MethodsProblem } from '../payment-methods/MethodsProblem.tsx';
import { usePaymentMethods } from '../payment-methods/payment-methods.queries.ts';
import classes from './AutopayForm.module.css';
import { AutopayForm } from './AutopayForm.tsx';
import type { AutopaySurface } from './autopay.queries.ts';

interface TurnOnAutopayProps {
  readonly billing: BillingRefresh;
  readonly surface: AutopaySurface;
  readonly onClose: () => void;
}

/** The form that turns autopay on or, without a saved method, how to get one (AUTOPAY-1). */
export function TurnOnAutopay({ billing, surface, onClose }: TurnOnAutopayProps) {
  const { data: methods, isPending, error, refetch } = usePaymentMethods();
  if (isPending) return <Skeleton />;
  if (!methods) return <MethodsProblem error={error} onRetry={() => void refetch()} />;
  if (methods.length === 0) return <NoSavedMethod />;
  return <AutopayForm billing={billing} methods={methods} surface={surface} onClose={onClose} />;
}

function NoSavedMethod() {
  const { t } = useTranslation();
  const { supportPhone, supportEmail } = config.brand;
  return (
    <div className={classes.form}>
      <p>{t('autopay.turnOn.noMethod')}</p>
      <div>
        <AddMethodButton variant="filled" />
      </div>
      <p>
        <PhoneLink phone={supportPhone} />
        <br />
        <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
      </p>
    </div>
  );
}
