import type { BillingRefresh } from '@myaccount/contract/home';
import type { InvoiceRow } from '@myaccount/contract/invoices';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList, type NarrowPlace, RowActionText, rowAction } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { HistorySection } from '../../ui/HistorySection.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { itemOfInvoice, type OpenItemState, stateOfItem } from '../balance/open-items.rules.ts';
import { StateOfBill } from '../balance/StateOfBill.tsx';
import { useInvoices } from './invoices.queries.ts';

/** All bills, 5 per page, each with a link to its details (BILLING-2). */
export function InvoiceList({ page, onPage }: { page: number; onPage: TurnPage }) {
  const { t } = useTranslation();
  const columns = useColumns();
  const invoices = useInvoices(page);
  return (
    <HistorySection
      title={t('invoices.list.title')}
      failed={t('invoices.list.failed')}
      empty={t('invoices.list.empty')}
      emptyHint={t('invoices.list.emptyHint')}
      history={invoices}
      page={page}
      onPage={onPage}
    >
      {(rows) => (
        <DataList
          caption={t('invoices.list.title')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          action={{ label: t('invoices.list.actions'), cell: (row) => <DetailsLink row={row} /> }}
        />
      )}
    </HistorySection>
  );
}

function useColumns(): DataColumn<InvoiceRow>[] {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const label = (name: string) => t(`invoices.list.${name}`);
  return [
    { key: 'number', label: label('number'), isRowHeader: true, cell: (row) => row.invoice_num },
    { key: 'date', label: label('date'), narrow: 'first', cell: (row) => <Day day={row.occurred_on} /> },
    {
      key: 'dueDate',
      label: label('dueDate'),
      narrow: (row) => (row.paid_date ? undefined : 'second'),
      narrowPrefix: (row) => (specialState(billing, row) === 'pastDue' ? undefined : t('balance.dueOn')),
      cell: (row) => <DueDate row={row} state={specialState(billing, row)} />,
    },
    {
      key: 'paidDate',
      label: label('paidDate'),
      narrow: (row) => (row.paid_date ? 'second' : undefined),
      cell: (row) => (row.paid_date ? <Day day={row.paid_date} /> : label('notPaid')),
    },
    {
      key: 'amount',
      label: label('amount'),
      align: 'end',
      narrow: 'end',
      cell: (row) => <Money cents={centsOf(row.amount)} />,
    },
    {
      key: 'amountToPay',
      label: label('amountToPay'),
      align: 'end',
      cell: (row) => (row.amount_to_pay === 0 ? '—' : <Money cents={centsOf(row.amount_to_pay)} />),
    },
    {
      key: 'status',
      label: label('status'),
      narrow: (row) => statusPlace(row, specialState(billing, row)),
      cell: (row) =>
        row.status === 'CLOSED' ? (
          <StateOfBill state="paid" />
        ) : (
          <StateBadge tone="wait">{label('pending')}</StateBadge>
        ),
    },
  ];
}

/** What the status of the list, Paid or Pending, cannot say. */
type SpecialState = Exclude<OpenItemState, 'due'> | undefined;

function specialState(billing: BillingRefresh | undefined, row: InvoiceRow): SpecialState {
  const item = itemOfInvoice(billing, row.id);
  const state = item && stateOfItem(item);
  return state === 'due' ? undefined : state;
}

/** In two lines, Past due and On its way take the place of Pending. */
function statusPlace(row: InvoiceRow, special: SpecialState): NarrowPlace | undefined {
  if (row.status === 'CLOSED') return 'lead';
  return special ? undefined : 'second';
}

function DueDate({ row, state }: { row: InvoiceRow; state: SpecialState }) {
  return (
    <>
      <Day day={row.due_date} /> {state && <StateOfBill state={state} />}
    </>
  );
}

function DetailsLink({ row }: { row: InvoiceRow }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/billing/invoices/$invoiceId"
      params={{ invoiceId: row.id }}
      className={rowAction}
      aria-label={t('invoices.list.viewDetailsOf', { number: row.invoice_num })}
    >
      <RowActionText>{t('invoices.list.viewDetails')}</RowActionText>
    </Link>
  );
}
