import type { InvoiceRow } from '@myaccount/contract/invoices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, RowActionText, rowAction } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import { HistoryList, type Paging } from '../../ui/HistoryList.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useBillingIds } from '../accounts/accounts.queries.ts';
import { BillLink } from '../balance/AmountOwed.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { BilledAmount } from '../balance/Owed.tsx';
import { stateOfInvoice } from '../balance/open-items.rules.ts';
import { StateOfBill } from '../balance/StateOfBill.tsx';
import { DueDay, InvoiceNumber, paidWordOf } from './InvoiceCells.tsx';
import { invoicesQuery } from './invoices.queries.ts';

// No page begins with them.
const BillPayments = lazyPart(async () => (await import('./BillPayments.tsx')).BillPayments, <Skeleton />);

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
