import type { InvoiceRow } from '@myaccount/contract/invoices';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { Section } from '../../ui/Section.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { ItemState } from '../balance/ItemState.tsx';
import { itemOfInvoice, stateOfItem } from '../balance/open-items.rules.ts';
import { InvoiceBadge } from './InvoiceBadge.tsx';
import classes from './InvoiceList.module.css';
import { PagedInvoices } from './PagedInvoices.tsx';

interface InvoiceListProps {
  readonly page: number;
  readonly onPage: TurnPage;
}

/** All bills, 5 per page, each with a link to its details (BILLING-2). */
export function InvoiceList({ page, onPage }: InvoiceListProps) {
  const { t } = useTranslation();
  const columns = useColumns();
  return (
    <Section title={t('invoices.list.title')}>
      <PagedInvoices page={page} onPage={onPage}>
        {(rows) => (
          <DataList
            caption={t('invoices.list.title')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedInvoices>
    </Section>
  );
}

function useColumns(): DataColumn<InvoiceRow>[] {
  const { t } = useTranslation();
  const label = (name: string) => t(`invoices.list.${name}`);
  return [
    { key: 'number', label: label('number'), isRowHeader: true, cell: (row) => row.invoice_num },
    { key: 'date', label: label('date'), cell: (row) => <Day day={row.occurred_on} /> },
    { key: 'dueDate', label: label('dueDate'), cell: (row) => <Day day={row.due_date} /> },
    {
      key: 'paidDate',
      label: label('paidDate'),
      cell: (row) => (row.paid_date ? <Day day={row.paid_date} /> : label('notPaid')),
    },
    {
      key: 'amount',
      label: label('amount'),
      align: 'end',
      cell: (row) => <Money cents={centsOf(row.amount)} />,
    },
    {
      key: 'amountToPay',
      label: label('amountToPay'),
      align: 'end',
      cell: (row) => <AmountToPay row={row} />,
    },
    { key: 'status', label: label('status'), cell: (row) => <InvoiceBadge status={row.status} /> },
    {
      key: 'actions',
      label: label('actions'),
      align: 'end',
      cell: (row) => (
        <Link
          to="/billing/invoices/$invoiceId"
          params={{ invoiceId: row.id }}
          className={classes.link}
          aria-label={t('invoices.list.viewDetailsOf', { number: row.invoice_num })}
        >
          {label('viewDetails')}
        </Link>
      ),
    },
  ];
}

/** What is still open of a bill, and whether it is past due or on its way. */
function AmountToPay({ row }: { row: InvoiceRow }) {
  const item = itemOfInvoice(useBillingRefresh().data, row.id);
  return (
    <span className={classes.amountToPay}>
      <Money cents={centsOf(row.amount_to_pay)} />
      {item && stateOfItem(item) !== 'due' && <ItemState item={item} />}
    </span>
  );
}
