import { centsOf, formatCents } from '@myaccount/contract/money';
import { formatReference } from '@myaccount/contract/payment-reference';
import type { PaymentRow } from '@myaccount/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type DataColumn, RowActionText, rowAction } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { HistoryList, type Paging } from '../../ui/HistoryList.tsx';
import { OnItsWayIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { formatDay } from '../../ui/time.ts';
import { useBillingIds } from '../accounts/accounts.queries.ts';
import { MethodName } from '../payment-methods/MethodName.tsx';
import { isOwedAgain, receiptStateOf } from '../receipts/receipt.rules.ts';
import classes from './PaymentHistory.module.css';
import { paymentHistoryQuery } from './payment-history.queries.ts';

/** Every payment, newest first, 5 a page (PAYMENTS-3). */
export function PaymentHistory(paging: Paging) {
  const { t } = useTranslation();
  const columns: DataColumn<PaymentRow>[] = [
    { key: 'date', isRowHeader: true, narrow: 'first', cell: (row) => <Day day={row.occurred_on} /> },
    { key: 'amount', align: 'end', narrow: 'end', cell: (row) => <Money cents={centsOf(row.amount)} /> },
    { key: 'method', narrow: 'second', cell: paidWith },
    { key: 'references', cell: (row) => <References row={row} /> },
    {
      key: 'recurring',
      cell: (row) => t(`payments.history.${row.use_recurring_payment ? 'yes' : 'no'}`),
    },
    { key: 'status', narrow: 'lead', cell: (row) => <PaymentState row={row} /> },
  ];
  return (
    <HistoryList
      texts="payments.history"
      history={useQuery(paymentHistoryQuery(useBillingIds(), paging.page))}
      {...paging}
      columns={columns}
      action={{ label: t('payments.history.actions'), cell: (row) => <ReceiptLink row={row} /> }}
    />
  );
}

function paidWith({ payment_method }: PaymentRow) {
  return (
    <span className={classes.method}>
      <MethodName method={payment_method} />
    </span>
  );
}

/** Our reference, as on the receipt and in the mail, and beneath it the transaction id, once it is known. */
function References({ row: { reference, trasaction_id } }: { row: PaymentRow }) {
  return (
    <>
      <span className={layout.figures}>{formatReference(reference)}</span>
      {trasaction_id && <span className={classes.id}>{trasaction_id}</span>}
    </>
  );
}

/**
 * The badge: success for COMPLETED, danger for anything else; PROCESSING_ERROR reads ERROR (PAYMENTS-3). Beside it, why the
 * payment failed or came back, or that it is normal for a bank to take days; the receipt says all of it.
 */
function PaymentState({ row }: { row: PaymentRow }) {
  const { t } = useTranslation();
  const { status, failure, refunded = 0 } = row;
  const reason = failure && (failure.code === 'declined' ? 'history.declined' : `failure.${failure.code}`);
  const note = reason ?? (receiptStateOf(row) === 'onItsWay' ? 'history.onItsWay' : undefined);
  return (
    <>
      <StateBadge
        tone={status === 'COMPLETED' ? 'good' : 'bad'}
        icon={status === 'PENDING' ? OnItsWayIcon : undefined}
      >
        {t(`payments.state.${status}`)}
      </StateBadge>
      {note && <span className={classes.note}>{t(`payments.${note}`)}</span>}
      {refunded > 0 && (
        <span className={classes.note}>
          {t('payments.history.refunded', { amount: formatCents(centsOf(refunded)) })}
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
