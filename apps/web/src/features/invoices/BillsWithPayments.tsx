import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { InvoiceKind, InvoiceRow, invoicesPayments } from '@myaccount/contract/invoices';
import { centsOf } from '@myaccount/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList, RowActionText, rowAction } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { HistoryList, type Paging } from '../../ui/HistoryList.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { targetLink } from '../../ui/TextLink.tsx';
import { useBillingIds, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { BillLink } from '../balance/AmountOwed.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { wordOfKind } from '../balance/item-name.ts';
import { stateOfInvoice } from '../balance/open-items.rules.ts';
import { StateOfBill } from '../balance/StateOfBill.tsx';
import classes from './BillsWithPayments.module.css';
import { BilledAmount, DueDay, InvoiceNumber } from './InvoiceCells.tsx';
import { invoicePaymentsQuery, invoicesQuery } from './invoices.queries.ts';

/** Bills, 5 per page; each expands to the payments made to it (HOME-6). */
export function BillsWithPayments(paging: Paging) {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const close = (id: string) => setOpenIds((ids) => ids.filter((other) => other !== id));
  const columns: DataColumn<InvoiceRow>[] = [
    { key: 'number', isRowHeader: true, cell: (row) => <InvoiceNumber row={row} /> },
    { key: 'date', narrow: 'first', cell: (row) => <Day day={row.occurred_on} /> },
    { key: 'amount', align: 'end', narrow: 'end', cell: (row) => <BilledAmount row={row} /> },
    {
      key: 'status',
      narrow: 'middle',
      cell: (row) => <StateOfBill state={stateOfInvoice(billing, row)} />,
    },
    { key: 'dueDate', cell: (row) => <DueDay row={row} /> },
  ];
  return (
    <HistoryList
      texts="invoices.list"
      title={t('home.bills.title')}
      history={useQuery(invoicesQuery(useBillingIds(), paging.page))}
      {...paging}
      columns={columns}
      action={{
        label: t('invoices.list.actions'),
        cell: ({ id, invoice_num: number, kind }) =>
          // A credit pays, and nobody pays it.
          kind === 'credit' ? (
            <BillLink invoiceId={id} number={number} kind={kind} />
          ) : (
            <button
              type="button"
              className={rowAction}
              aria-expanded={openIds.includes(id)}
              aria-label={t(
                `invoices.list.${openIds.includes(id) ? 'hide' : 'show'}Payments.${paidWordOf(kind)}`,
                { number },
              )}
              onClick={() => (openIds.includes(id) ? close(id) : setOpenIds([...openIds, id]))}
            >
              <RowActionText>{t('invoices.list.payments')}</RowActionText>
            </button>
          ),
      }}
      detail={(row) =>
        openIds.includes(row.id) && <BillPayments invoice={row} onFailed={() => close(row.id)} />
      }
    />
  );
}

const paidWordOf = (kind: InvoiceKind | undefined) => (kind === 'debit' ? 'debit' : 'bill');

/** The payments made to a bill, and a link to the whole bill. Payments that cannot be loaded are hidden (HOME-6). */
function BillPayments({ invoice, onFailed }: { invoice: InvoiceRow; onFailed: () => void }) {
  const { id, invoice_num: number, kind } = invoice;
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  // Expanding the bill once more loads again what failed.
  const query = { ...invoicePaymentsQuery(accountNumber, id), retryOnMount: true };
  const { data: payments, isError } = useQuery(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a failure, whatever the callback is
  useEffect(() => {
    if (isError) onFailed();
  }, [isError]);
  return (
    <div className={classes.opened}>
      {payments ? <PaymentsTable invoice={invoice} payments={payments} /> : <Skeleton />}
      <Link
        to="/billing/invoices/$invoiceId"
        params={{ invoiceId: id }}
        className={targetLink}
        aria-label={t(`invoices.list.viewDetailsOf.${wordOfKind(kind)}`, { number })}
      >
        {t('invoices.list.viewDetails')}
      </Link>
    </div>
  );
}

type Payments = ReplyOf<typeof invoicesPayments>;

function PaymentsTable({ invoice, payments }: { invoice: InvoiceRow; payments: Payments }) {
  const { t } = useTranslation();
  if (payments.length === 0) return <p className={layout.muted}>{t('invoices.list.noPayments')}</p>;
  return (
    <DataList
      caption={t(`invoices.list.paymentsOf.${paidWordOf(invoice.kind)}`, { number: invoice.invoice_num })}
      texts="invoices.list"
      columns={[
        { key: 'method', isRowHeader: true, narrow: 'first', cell: ({ name }) => <bdi>{name}</bdi> },
        { key: 'date', narrow: 'middle', cell: ({ day }) => <Day day={day} /> },
        { key: 'amount', align: 'end', narrow: 'end', cell: ({ cents }) => <Money cents={cents} /> },
      ]}
      rows={payments.map(
        ({ payment: { id }, detail: { payment_method: method, occurred_on: day, amount } }) => {
          return {
            id,
            day,
            cents: centsOf(amount),
            name: method.nickname ?? t('payment-methods.name.payment'),
          };
        },
      )}
      rowKey={({ id }) => id}
    />
  );
}
