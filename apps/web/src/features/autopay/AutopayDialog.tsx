import type { BillingRefresh } from '@myaccount/contract/home';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { AddMethodButton } from '../payment-methods/MethodButtons.tsx';
import { usePaymentMethods } from '../payment-methods/payment-methods.queries.ts';
import { AutopayForm } from './AutopayForm.tsx';
import { type AutopaySurface, useAutopayChange } from './autopay.queries.ts';

interface AutopayDialogProps {
  readonly billing: BillingRefresh;
  readonly surface: AutopaySurface;
  readonly onClose: () => void;
  /** Called in place of `onClose` once the change is saved. */
  readonly onSaved: () => void;
}

/**
 * Turns autopay on in a panel (AUTOPAY-1), or asks before it is turned off (AUTOPAY-2). Which of them it is stays as it
 * was opened: the new state arrives before a saved change closes it.
 */
export function AutopayDialog({ billing: current, ...props }: AutopayDialogProps) {
  const [billing] = useState(current);
  return billing.isAutoPayEnabled ? <TurnOff {...props} /> : <TurnOn {...props} billing={billing} />;
}

function TurnOn(props: AutopayDialogProps) {
  const { t } = useTranslation();
  const { supportPhone, supportEmail } = config.brand;
  return (
    <SidePanel isOpen isWide title={t('autopay.turnOn.title')} onClose={props.onClose}>
      <Loaded query={usePaymentMethods()} failed={t('payment-methods.failed')}>
        {(methods) =>
          methods.length > 0 ? (
            <AutopayForm {...props} methods={methods} />
          ) : (
            <div className={layout.stack}>
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
          )
        }
      </Loaded>
    </SidePanel>
  );
}

function TurnOff({ surface, onClose, onSaved }: Omit<AutopayDialogProps, 'billing'>) {
  const { t } = useTranslation();
  const { mutate, isPending, isError } = useAutopayChange(surface, onSaved);
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={t('autopay.turnOff.title')}
      confirmLabel={t('autopay.turnOff.confirm')}
      cancelLabel={t('autopay.turnOff.cancel')}
      isBusy={isPending}
      onConfirm={() => mutate(null)}
      onCancel={onClose}
    >
      <p>{t('autopay.turnOff.text')}</p>
      {isError && <Notice tone="bad" title={t('autopay.turnOff.failed')} />}
    </ConfirmDialog>
  );
}
