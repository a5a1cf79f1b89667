import type { InvoiceRow } from '@myaccount/contract/invoices';
import { centsOf } from '@myaccount/contract/money';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DataColumn, NarrowPlace } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { HistoryList, type Paging } from '../../ui/HistoryList.tsx';
import { Money } from '../../ui/Money.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useBillingIds } from '../accounts/accounts.queries.ts';
import { BillLink } from '../balance/AmountOwed.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { BilledAmount } from '../balance/Owed.tsx';
import { type BillState, stateOfInvoice } from '../balance/open-items.rules.ts';
import { StateOfBill } from '../balance/StateOfBill.tsx';
import { DueDay, InvoiceNumber, isPayable, PaidDay } from './InvoiceCells.tsx';
import { invoicesQuery } from './invoices.queries.ts';

/** All bills, 5 per page, each with a link to its details (BILLING-2). */
export function InvoiceList(paging: Paging) {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const stateOf = (row: InvoiceRow) => stateOfInvoice(billing, row);
  const columns: DataColumn<InvoiceRow>[] = [
    { key: 'number', isRowHeader: true, cell: (row) => <InvoiceNumber row={row} /> },
    { key: 'date', narrow: 'first', cell: (row) => <Day day={row.occurred_on} /> },
    {
      key: 'dueDate',
      narrow: (row) => (row.paid_date || !isPayable(row) ? undefined : 'second'),
      narrowPrefix: (row) => (stateOf(row) === 'pastDue' ? undefined : t('balance.dueOn')),
      cell: (row) => (
        <>
          <DueDay row={row} /> {!statusPlaces[stateOf(row)] && <StateOfBill state={stateOf(row)} />}
        </>
      ),
    },
    {
      key: 'paidDate',
      narrow: (row) => (row.paid_date ? 'second' : undefined),
      cell: (row) => (isPayable(row) ? <PaidDay row={row} /> : <span>—</span>),
    },
    { key: 'amount', align: 'end', narrow: 'end', cell: (row) => <BilledAmount row={row} /> },
    {
      key: 'amountToPay',
      align: 'end',
      cell: (row) => (row.amount_to_pay === 0 ? '—' : <Money cents={centsOf(row.amount_to_pay)} />),
    },
    {
      key: 'status',
      narrow: (row) => statusPlaces[stateOf(row)],
      cell: (row) =>
        row.status === 'CLOSED' ? (
          <StateOfBill state={stateOf(row)} />
        ) : (
          <StateBadge tone="wait">{t('invoices.list.pending')}</StateBadge>
        ),
    },
  ];
  return (
    <HistoryList
      texts="invoices.list"
      history={useQuery(invoicesQuery(useBillingIds(), paging.page))}
      {...paging}
      columns={columns}
      action={{
        label: t('invoices.list.actions'),
        cell: ({ id, invoice_num, kind }) => <BillLink invoiceId={id} number={invoice_num} kind={kind} />,
      }}
    />
  );
}

/** The place of the status in two lines; Past due and On its way are beside the due date instead. */
const statusPlaces: Partial<Record<BillState, NarrowPlace>> = {
  paid: 'lead',
  credited: 'lead',
  reversed: 'lead',
  due: 'second',
};
