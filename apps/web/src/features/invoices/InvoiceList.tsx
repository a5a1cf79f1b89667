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
import { type BillState, stateOfInvoice } from '../balance/open-items.rules.ts';
import { StateOfBill } from '../balance/StateOfBill.tsx';
import { useInvoices } from './invoices.queries.ts';

/** All bills, 5 per page, each with a link to its details (BILLING-2). */
export function InvoiceList({ page, onPage }: { page: number; onPage: TurnPage }) {
  const { t } = useTranslation();
  const columns = useColumns();
  return (
    <HistorySection
      title={t('invoices.list.title')}
      failed={t('invoices.list.failed')}
      empty={t('invoices.list.empty')}
      emptyHint={t('invoices.list.emptyHint')}
      history={useInvoices(page)}
      page={page}
      onPage={onPage}
    >
      {(rows) => (
        <DataList
          caption={t('invoices.list.title')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          action={{
            label: t('invoices.list.actions'),
            cell: ({ id, invoice_num: number }) => (
              <Link
                to="/billing/invoices/$invoiceId"
                params={{ invoiceId: id }}
                className={rowAction}
                aria-label={t('invoices.list.viewDetailsOf', { number })}
              >
                <RowActionText>{t('invoices.list.viewDetails')}</RowActionText>
              </Link>
            ),
          }}
        />
      )}
    </HistorySection>
  );
}

function useColumns(): DataColumn<InvoiceRow>[] {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const stateOf = (row: InvoiceRow) => stateOfInvoice(billing, row);
  const label = (name: string) => t(`invoices.list.${name}`);
  return [
    { key: 'number', label: label('number'), isRowHeader: true, cell: (row) => row.invoice_num },
    { key: 'date', label: label('date'), narrow: 'first', cell: (row) => <Day day={row.occurred_on} /> },
    {
      key: 'dueDate',
      label: label('dueDate'),
      narrow: (row) => (row.paid_date ? undefined : 'second'),
      narrowPrefix: (row) => (stateOf(row) === 'pastDue' ? undefined : t('balance.dueOn')),
      cell: (row) => (
        <>
          <Day day={row.due_date} /> {!statusPlaces[stateOf(row)] && <StateOfBill state={stateOf(row)} />}
        </>
      ),
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
      narrow: (row) => statusPlaces[stateOf(row)],
      cell: (row) =>
        row.status === 'CLOSED' ? (
          <StateOfBill state="paid" />
        ) : (
          <StateBadge tone="wait">{label('pending')}</StateBadge>
        ),
    },
  ];
}

/** Where the status stands in two lines; Past due and On its way stand beside the due date in its place. */
const statusPlaces: Partial<Record<BillState, NarrowPlace>> = { paid: 'lead', due: 'second' };
