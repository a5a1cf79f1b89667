import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Day } from '../../ui/Day.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Reference } from '../../ui/Reference.tsx';
import classes from './PaymentForm.module.css';
import type { PaymentDetails } from './payment-details.ts';

interface UnconfirmedPaymentProps {
  readonly details: PaymentDetails;
  readonly error: Error;
  readonly isLoading: boolean;
  readonly onRetry: () => void;
}

/** The browser’s copy of a payment, marked as unconfirmed, while the server’s receipt cannot be loaded. */
export function UnconfirmedPayment({ details, error, isLoading, onRetry }: UnconfirmedPaymentProps) {
  const { t } = useTranslation();
  return (
    <Notice tone="wait" title={t('payments.success.unconfirmed')}>
      <p>{t('payments.success.unconfirmedText')}</p>
      <Facts>
        <Fact term={t('payments.success.amount')}>
          <Money cents={centsOf(details.amount)} />
        </Fact>
        <Fact term={t('payments.success.date')}>
          <Day day={details.date} />
        </Fact>
        <Fact term={t('payments.success.method')}>{details.paymentMethod}</Fact>
        <Fact term={t('payments.success.number')}>{details.paymentId}</Fact>
      </Facts>
      <div className={classes.actions}>
        <Button variant="default" onClick={onRetry} disabled={isLoading}>
          {t('payments.success.tryAgain')}
        </Button>
      </div>
      {error instanceof ApiProblem && <Reference id={error.correlationId} />}
    </Notice>
  );
}
