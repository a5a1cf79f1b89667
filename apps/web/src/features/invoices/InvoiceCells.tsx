import { type InvoiceRow, isAdjustment } from '@myaccount/contract/invoices';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { itemName } from '../balance/item-name.ts';

/** The number of a bill; of an adjustment also what it is. */
export function InvoiceNumber({ row: { invoice_num: number, kind } }: { row: InvoiceRow }) {
  const { t } = useTranslation();
  return <span>{isAdjustment(kind) ? itemName(t, { number, kind }) : number}</span>;
}

/** The due date of what can be paid. */
export function DueDay({ row }: { row: InvoiceRow }) {
  return isPayable(row) ? <Day day={row.due_date} /> : <span>—</span>;
}

/** Returns whether it was ever to pay, and holds: no credit, and nothing reversed. */
export function isPayable({ kind, reversed_on }: Pick<InvoiceRow, 'kind' | 'reversed_on'>): boolean {
  return kind !== 'credit' && !reversed_on;
}
