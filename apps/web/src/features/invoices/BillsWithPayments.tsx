import type { BillingRefresh } from '@myaccount/contract/home';
import type { InvoiceRow } from '@myaccount/contract/invoices';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataList, RowActionText, rowAction } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import type { TurnPage } from '../../ui/page-number.ts';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { StateOfBill } from '../balance/ItemState.tsx';
import { type BillState, itemOfInvoice, stateOfItem } from '../balance/open-items.rules.ts';
import classes from './BillsWithPayments.module.css';
import listClasses from './InvoiceList.module.css';
import { PagedInvoices } from './PagedInvoices.tsx';

// Loaded by the first bill that is opened: the first screen has no use for it.
const InvoicePayments = lazy(async () => ({
  default: (await import('./InvoicePayments.tsx')).InvoicePayments,
}));

interface BillsWithPaymentsProps {
  readonly title: string;
  /** Shown before the list, or beside it where there is room. */
  readonly chart?: ReactNode;
  readonly page: number;
  readonly onPage: TurnPage;
}

/** Bills, 5 per page; each expands to the payments made to it (HOME-6). */
export function BillsWithPayments({ title, chart, page, onPage }: BillsWithPaymentsProps) {
  const { t } = useTranslation();
  const opened = useExpandedBills();
  const columns = useColumns();
  return (
    <Section title={title}>
      <div className={classes.columns}>
        <div className={classes.inner}>
          {chart}
          <div className={classes.bills}>
            <PagedInvoices page={page} onPage={onPage}>
              {(rows) => (
                <DataList
                  caption={title}
                  columns={columns}
                  rows={rows}
                  rowKey={(row) => row.id}
                  action={{
                    label: t('invoices.list.actions'),
                    cell: (row) => <PaymentsToggle row={row} opened={opened} />,
                  }}
                  detail={(row) =>
                    opened.isOpen(row.id) ? (
                      <Suspense fallback={<Opening />}>
                        <InvoicePayments invoice={row} onFailed={() => opened.collapse(row.id)} />
                      </Suspense>
                    ) : undefined
                  }
                />
              )}
            </PagedInvoices>
          </div>
        </div>
      </div>
    </Section>
  );
}

/** As high as an opened bill while its payments load. */
function Opening() {
  return (
    <div className={listClasses.opened}>
      <Skeleton />
    </div>
  );
}

type ExpandedBills = ReturnType<typeof useExpandedBills>;

/** Returns which bills are expanded. */
function useExpandedBills() {
  const [ids, setIds] = useState<readonly string[]>([]);
  const isOpen = (id: string) => ids.includes(id);
  const collapse = (id: string) => setIds((open) => open.filter((other) => other !== id));
  const toggle = (id: string) => (isOpen(id) ? collapse(id) : setIds((open) => [...open, id]));
  return { isOpen, collapse, toggle };
}

function useColumns(): DataColumn<InvoiceRow>[] {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const label = (name: string) => t(`invoices.list.${name}`);
  return [
    { key: 'number', label: label('number'), isRowHeader: true, cell: (row) => row.invoice_num },
    { key: 'date', label: label('date'), narrow: 'first', cell: (row) => <Day day={row.occurred_on} /> },
    {
      key: 'amount',
      label: label('amount'),
      align: 'end',
      narrow: 'end',
      cell: (row) => <Money cents={centsOf(row.amount)} />,
    },
    {
      key: 'status',
      label: label('status'),
      narrow: (row) => (row.status === 'CLOSED' ? 'middle' : 'lead'),
      cell: (row) => <StateOfBill state={stateOfRow(billing, row)} />,
    },
    {
      key: 'dueDate',
      label: label('dueDate'),
      narrow: (row) => (row.status === 'CLOSED' ? undefined : 'second'),
      cell: (row) => (
        <>
          {stateOfRow(billing, row) === 'onItsWay' && `${t('balance.dueOn')} `}
          <Day day={row.due_date} />
        </>
      ),
    },
  ];
}

/** Where a bill of the list stands; a bill that is not paid is due until the balance says more. */
function stateOfRow(billing: BillingRefresh | undefined, { id, status }: InvoiceRow): BillState {
  if (status === 'CLOSED') return 'paid';
  const item = itemOfInvoice(billing, id);
  return item ? stateOfItem(item) : 'due';
}

function PaymentsToggle({ row, opened }: { row: InvoiceRow; opened: ExpandedBills }) {
  const { t } = useTranslation();
  const isOpen = opened.isOpen(row.id);
  return (
    <button
      type="button"
      className={rowAction}
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'invoices.list.hidePayments' : 'invoices.list.showPayments', {
        number: row.invoice_num,
      })}
      onClick={() => opened.toggle(row.id)}
    >
      <RowActionText>{t('invoices.list.payments')}</RowActionText>
    </button>
  );
}
