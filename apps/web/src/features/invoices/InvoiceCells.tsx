import { type InvoiceKind, type InvoiceRow, isAdjustment } from '@myaccount/contract/invoices';
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

/** Returns the word of what can be paid in keys of texts about its payments. */
export const paidWordOf = (kind: InvoiceKind | undefined) => (kind === 'debit' ? 'debit' : 'bill');

/** Returns whether it was ever to pay, and holds: no credit, and nothing reversed. */
export function isPayable({ kind, reversed_on }: Pick<InvoiceRow, 'kind' | 'reversed_on'>): boolean {
  return kind !== 'credit' && !reversed_on;
}

type PaidFields = Pick<InvoiceRow, 'amount' | 'amount_to_pay' | 'paid_date'>;

/** Since when it is paid, or how far it is not. */
export function PaidDay({ row: { amount, amount_to_pay: left, paid_date: day } }: { row: PaidFields }) {
  const { t } = useTranslation();
  if (day) return <Day day={day} />;
  return <span>{t(`invoices.list.${left < amount ? 'partlyPaid' : 'notPaid'}`)}</span>;
}
