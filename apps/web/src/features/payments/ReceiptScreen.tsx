import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { LeftToPay } from './LeftToPay.tsx';
import { PaymentReceipt } from './PaymentReceipt.tsx';
import type { PaymentDetails } from './payment-details.ts';
import { receiptQuery } from './payments.queries.ts';
import { ReceiptActions } from './ReceiptActions.tsx';
import { ReceiptAnswer } from './ReceiptAnswer.tsx';
import classes from './ReceiptScreen.module.css';
import { RecurringOutcome } from './RecurringOutcome.tsx';
import { isOwedAgain, isTakenOff } from './receipt.rules.ts';
import { UnconfirmedPayment } from './UnconfirmedPayment.tsx';

const notFoundStatus = 404;

interface ReceiptScreenProps {
  readonly paymentId: string;
  /** The browser’s copy of the payment that was just made; undefined for any other payment. */
  readonly details?: PaymentDetails;
}

/** The server’s receipt of a payment. The latest payment is marked as unconfirmed when it cannot be loaded (PAY-4). */
export function ReceiptScreen({ paymentId, details }: ReceiptScreenProps) {
  const { t } = useTranslation();
  const query = useQuery(receiptQuery(paymentId));
  const { data: receipt, error, isFetching, refetch } = query;
  const { accountNumber } = useSelectedAccount();
  // Only of the account whose balance the page knows, and only where the payment counts.
  const showsLeft =
    details !== undefined &&
    receipt !== undefined &&
    isTakenOff(receipt) &&
    receipt.account_num === accountNumber;
  // What is left takes up to three lines: the receipt waits for it, so that nothing below moves.
  const { isLoading: isLeftLoading } = useBillingRefresh({ enabled: showsLeft });
  const isPending = query.isPending || isLeftLoading;
  const isUnknown = error instanceof ApiProblem && error.status === notFoundStatus;
  const isOwed = receipt ? isOwedAgain(receipt) || receipt.requested !== undefined : isUnknown;
  return (
    <div className={classes.screen}>
      <Section title={t('payments.success.heading')} isTitleHidden className={classes.card ?? ''}>
        {isPending && <Skeleton />}
        {receipt && !isPending && (
          <>
            <ReceiptAnswer
              receipt={receipt}
              left={showsLeft && <LeftToPay />}
              isFocused={details !== undefined}
            />
            {details && receipt.use_recurring_payment && <RecurringOutcome receipt={receipt} />}
            <PaymentReceipt receipt={receipt} />
          </>
        )}
        {error && !receipt && isUnknown && (
          <Notice tone="bad" title={t('payments.success.unknown')}>
            <p>{t('payments.success.unknownText')}</p>
          </Notice>
        )}
        {error && !receipt && !isUnknown && details && (
          <UnconfirmedPayment
            details={details}
            error={error}
            isLoading={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {error && !receipt && !isUnknown && !details && (
          <ProblemState text={t('payments.success.failed')} error={error} onRetry={() => void refetch()} />
        )}
        {!isPending && <ReceiptActions receipt={receipt} leadsToPayments={!details || isOwed} />}
      </Section>
    </div>
  );
}
