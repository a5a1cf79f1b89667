import { centsOf } from '@myaccount/contract/money';
import type { Receipt } from '@myaccount/contract/payments';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { correlationIdOf, isNotFound } from '../../api/api-problem.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Day } from '../../ui/Day.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Message } from '../../ui/Message.tsx';
import { Money } from '../../ui/Money.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { PaymentDetails } from '../payments/payment-details.ts';

/**
 * Why there is no receipt: none of the caller’s payments has this id, which no retry changes, or it did not load. Then a
 * payment that was just made shows from the browser’s memory, marked as unconfirmed (PAY-4).
 */
export function NoReceipt(props: { query: UseQueryResult<Receipt>; details: PaymentDetails | undefined }) {
  const { query, details } = props;
  const { error, isFetching, refetch } = query;
  const { t } = useTranslation();
  if (!error) {
    return (
      <>
        <PageTitle>{t('payments.success.heading')}</PageTitle>
        <Skeleton />
      </>
    );
  }
  const isUnknown = isNotFound(error);
  // What the browser remembers is a payment: one that is none of the caller's was made by somebody else.
  const [missing, unread] = details
    ? (['otherSignIn', 'unconfirmed'] as const)
    : (['unknown', 'failed'] as const);
  const state = isUnknown ? missing : unread;
  const actions = (
    <>
      {!isUnknown && (
        <Button onClick={() => void refetch()} disabled={isFetching}>
          {t('ui.tryAgain')}
        </Button>
      )}
      <Link to="/payments" {...buttonLook({ variant: isUnknown ? 'filled' : 'default' })}>
        {t('payments.success.toPayments')}
      </Link>
    </>
  );
  return (
    <Message
      title={t(`payments.success.${state}`)}
      actions={actions}
      reference={isUnknown ? undefined : correlationIdOf(error)}
    >
      <p>{t(`payments.success.${state}Text`)}</p>
      {state === 'unconfirmed' && details && (
        <Facts>
          <Fact term={t('payments.success.amount')} value={<Money cents={centsOf(details.amount)} />} />
          <Fact term={t('payments.success.date')} value={<Day day={details.date} />} />
          <Fact term={t('payments.success.method')} value={details.paymentMethod} />
          <Fact term={t('payments.success.number')} value={details.paymentId} />
        </Facts>
      )}
    </Message>
  );
}
