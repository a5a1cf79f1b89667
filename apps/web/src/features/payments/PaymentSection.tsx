import { useTranslation } from 'react-i18next';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { ClosedAccount } from '../balance/ClosedAccount.tsx';
import { usePaymentMethods } from '../payment-methods/payment-methods.queries.ts';
import { MakePayment } from './MakePayment.tsx';
import classes from './PaymentForm.module.css';
import { usePaymentLoading } from './usePaymentLoading.ts';

interface PaymentSectionProps {
  readonly isTitleHidden?: boolean;
  /** True where the page was opened to pay (PAYMENTS-2). */
  readonly isFocused?: boolean;
}

/** The card in which a payment is made: loads what the form needs, and says so where that fails. */
export function PaymentSection({ isTitleHidden = false, isFocused = false }: PaymentSectionProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('payments.form.title')} isTitleHidden={isTitleHidden}>
      <LoadedPayment isFocused={isFocused} />
    </Section>
  );
}

function LoadedPayment({ isFocused }: { isFocused: boolean }) {
  const { t } = useTranslation();
  const billing = useBillingRefresh();
  const methods = usePaymentMethods();
  const isLoading = usePaymentLoading();
  const isClosed = useAccount().accountStatus === 'INACTIVE';
  if (!isLoading && billing.data && methods.data) {
    return (
      <>
        {isClosed && (
          <div className={classes.closed}>
            <ClosedAccount isOwed={billing.data.amountDue > 0} />
          </div>
        )}
        <MakePayment billing={billing.data} methods={methods.data} isFocused={isFocused} />
      </>
    );
  }
  if (billing.error) {
    return (
      <ProblemState
        text={t('payments.form.failed')}
        error={billing.error}
        onRetry={() => void billing.refetch()}
      />
    );
  }
  if (methods.error) {
    return (
      <ProblemState
        text={t('payment-methods.failed')}
        error={methods.error}
        onRetry={() => void methods.refetch()}
      />
    );
  }
  return <Skeleton />;
}
