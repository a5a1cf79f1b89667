import type { PaymentRow } from '@myaccount/contract/payments';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PastLastPage } from '../../ui/PastLastPage.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { Section } from '../../ui/Section.tsx';
import { Skeletons } from '../../ui/Skeletons.tsx';
import { useMethodName } from '../payment-methods/useMethodName.ts';
import { PaymentBadge } from './PaymentBadge.tsx';
import classes from './PaymentHistory.module.css';
import { usePaymentHistory } from './payments.queries.ts';

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
  if (history.isPending) return <Skeletons lines={5} lineHeight={32} />;
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
        <EmptyState text={t('payments.history.empty')} />
      ) : (
        <DataList caption={title} columns={columns} rows={result} rowKey={(row) => row.id} />
      )}
      <Pager label={title} page={page} totalPages={totalPages} onPage={onPage} />
    </>
  );
}

function useColumns(): DataColumn<PaymentRow>[] {
  const { t } = useTranslation();
  const nameMethod = useMethodName();
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
      cell: (row) => nameMethod(row.payment_method),
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
      align: 'end',
      narrow: 'second',
      cell: (row) => <PaymentBadge status={row.status} />,
    },
  ];
}
