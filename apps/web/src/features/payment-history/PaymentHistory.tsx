import { formatCents } from '@myaccount/contract/money';
import type { ShownPaymentState } from '@myaccount/contract/payment-states';
import type { PaymentRow } from '@myaccount/contract/payments';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList, RowActionText, rowAction } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { HistorySection } from '../../ui/HistorySection.tsx';
import { OnItsWayIcon } from '../../ui/icons.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { formatDay } from '../../ui/time.ts';
import { MethodName } from '../payment-methods/MethodName.tsx';
import { isOwedAgain } from '../receipts/receipt.rules.ts';
import classes from './PaymentHistory.module.css';
import { usePaymentHistory } from './payment-history.queries.ts';

/** Every payment, newest first, 5 a page (PAYMENTS-3). */
export function PaymentHistory({ page, onPage }: { page: number; onPage: TurnPage }) {
  const { t } = useTranslation();
  const columns = useColumns();
  const title = t('payments.history.title');
  return (
    <HistorySection
      title={title}
      failed={t('payments.history.failed')}
      empty={t('payments.history.empty')}
      emptyHint={t('payments.history.emptyHint')}
      history={usePaymentHistory(page)}
      page={page}
      onPage={onPage}
    >
      {(rows) => (
        <DataList
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          action={{ label: t('payments.history.actions'), cell: (row) => <ReceiptLink row={row} /> }}
        />
      )}
    </HistorySection>
  );
}

function useColumns(): DataColumn<PaymentRow>[] {
  const { t } = useTranslation();
  const label = (name: string) => t(`payments.history.${name}`);
  const columns: Omit<DataColumn<PaymentRow>, 'label'>[] = [
    { key: 'date', isRowHeader: true, narrow: 'first', cell: (row) => <Day day={row.occurred_on} /> },
    { key: 'amount', align: 'end', narrow: 'end', cell: (row) => <Money cents={centsOf(row.amount)} /> },
    { key: 'method', narrow: 'second', cell: (row) => <PaidWith row={row} /> },
    {
      key: 'transactionId',
      cell: (row) => <span className={classes.id}>{row.trasaction_id ?? label('noTransactionId')}</span>,
    },
    { key: 'recurring', cell: (row) => label(row.use_recurring_payment ? 'yes' : 'no') },
    { key: 'status', narrow: 'lead', cell: (row) => <PaymentBadge status={row.status} /> },
  ];
  return columns.map((column) => ({ ...column, label: label(column.key) }));
}

/** Success for COMPLETED, danger for anything else; PROCESSING_ERROR reads ERROR (PAYMENTS-3). */
function PaymentBadge({ status }: { status: ShownPaymentState }) {
  const { t } = useTranslation();
  return (
    <StateBadge
      tone={status === 'COMPLETED' ? 'good' : 'bad'}
      icon={status === 'PENDING' ? OnItsWayIcon : undefined}
    >
      {t(`payments.state.${status}`)}
    </StateBadge>
  );
}

/** The method, and in short why the payment failed or came back: the receipt says all of it. */
function PaidWith({ row: { payment_method, failure } }: { row: PaymentRow }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes.method}>
        <MethodName method={payment_method} />
      </span>
      {failure && (
        <span className={classes.failure}>
          {t(failure.code === 'declined' ? 'payments.history.declined' : `payments.failure.${failure.code}`)}
        </span>
      )}
    </>
  );
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
