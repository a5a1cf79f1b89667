import { formatCents } from '@myaccount/contract/money';
import type { PaymentRow } from '@myaccount/contract/payments';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList, RowActionText, rowAction } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { formatDay } from '../../ui/day.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PastLastPage } from '../../ui/PastLastPage.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MethodName } from '../payment-methods/MethodName.tsx';
import { PaymentBadge } from './PaymentBadge.tsx';
import classes from './PaymentHistory.module.css';
import { usePaymentHistory } from './payments.queries.ts';
import { isOwedAgain } from './receipt.rules.ts';

interface PaymentHistoryProps {
  readonly page: number;
  readonly onPage: TurnPage;
}

/** Every payment, newest first, 5 a page (PAYMENTS-3). */
export function PaymentHistory({ page, onPage }: PaymentHistoryProps) {
  const { t } = useTranslation();
  const title = t('payments.history.title');
  return (
    <Section title={title}>
      <HistoryPage title={title} page={page} onPage={onPage} />
    </Section>
  );
}

function HistoryPage({ title, page, onPage }: PaymentHistoryProps & { title: string }) {
  const { t } = useTranslation();
  const columns = useColumns();
  const history = usePaymentHistory(page);
  if (history.isPending) return <Skeleton />;
  if (history.isError) {
    return (
      <ProblemState
        text={t('payments.history.failed')}
        error={history.error}
        onRetry={() => void history.refetch()}
      />
    );
  }
  const { result, totalPages } = history.data;
  if (page > totalPages && totalPages > 0 && !history.isPlaceholderData) {
    return <PastLastPage lastPage={totalPages} onPage={onPage} />;
  }
  return (
    <>
      {result.length === 0 ? (
        <EmptyState text={t('payments.history.empty')} hint={t('payments.history.emptyHint')} />
      ) : (
        <DataList
          caption={title}
          columns={columns}
          rows={result}
          rowKey={(row) => row.id}
          action={{ label: t('payments.history.actions'), cell: (row) => <ReceiptLink row={row} /> }}
        />
      )}
      <Pager label={title} page={page} totalPages={totalPages} onPage={onPage} />
    </>
  );
}

function useColumns(): DataColumn<PaymentRow>[] {
  const { t } = useTranslation();
  const label = (name: string) => t(`payments.history.${name}`);
  return [
    {
      key: 'date',
      label: label('date'),
      isRowHeader: true,
      narrow: 'first',
      cell: (row) => <Day day={row.occurred_on} />,
    },
    {
      key: 'amount',
      label: label('amount'),
      align: 'end',
      narrow: 'end',
      cell: (row) => <Money cents={centsOf(row.amount)} />,
    },
    {
      key: 'method',
      label: label('method'),
      narrow: 'second',
      cell: (row) => <PaidWith row={row} />,
    },
    {
      key: 'transactionId',
      label: label('transactionId'),
      cell: (row) => <span className={classes.id}>{row.trasaction_id ?? label('noTransactionId')}</span>,
    },
    {
      key: 'recurring',
      label: label('recurring'),
      cell: (row) => label(row.use_recurring_payment ? 'yes' : 'no'),
    },
    {
      key: 'status',
      label: label('status'),
      narrow: 'lead',
      cell: (row) => <PaymentBadge status={row.status} />,
    },
  ];
}

/** The method, and why the payment failed or came back. */
function PaidWith({ row: { payment_method, failure } }: { row: PaymentRow }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes.method}>
        <MethodName method={payment_method} />
      </span>
      {failure && <span className={classes.failure}>{t(reasonOf(failure.code))}</span>}
    </>
  );
}

/** A short reason: the receipt says all of it. */
function reasonOf(code: string): string {
  return code === 'declined' ? 'payments.history.declined' : `payments.failure.${code}`;
}

/** Opens the receipt, which says what helps after a failure. */
function ReceiptLink({ row }: { row: PaymentRow }) {
  const { t, i18n } = useTranslation();
  const values = { amount: formatCents(centsOf(row.amount)), day: formatDay(row.occurred_on, i18n.language) };
  const key = isOwedAgain(row) ? 'details' : 'receipt';
  return (
    <Link
      to="/payments/receipts/$paymentId"
      params={{ paymentId: row.id }}
      className={rowAction}
      aria-label={t(`payments.history.${key}Of`, values)}
    >
      <RowActionText>{t(`payments.history.${key}`)}</RowActionText>
    </Link>
  );
}
