import type { BillingRefresh, OpenItem } from '@myaccount/contract/home';
import type { InvoiceRow } from '@myaccount/contract/invoices';
import { centsOf } from '@myaccount/contract/money';

type OpenItems = Pick<BillingRefresh, 'openItems'>;

/** The state of a bill; keys of `balance`. */
export type BillState = 'pastDue' | 'due' | 'onItsWay' | 'paid' | 'credited' | 'reversed';

/** Returns the state of an item: on its way only when money on its way covers all of it. */
export function stateOfItem({ amount, on_its_way, past_due }: OpenItem): BillState {
  if (past_due) return 'pastDue';
  return on_its_way >= amount ? 'onItsWay' : 'due';
}

/** Returns the cents of an item that nothing on its way pays. */
export function toPayCents({ amount, on_its_way }: OpenItem): number {
  return centsOf(amount) - centsOf(on_its_way);
}

const millisecondsPerDay = 86_400_000;

/** Returns how many days an item is late on a day, `YYYY-MM-DD`; 0 unless it is past due. */
export function daysLate({ past_due, due_date }: OpenItem, today: string): number {
  if (!past_due) return 0;
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(due_date)) / millisecondsPerDay));
}

/** Returns the open item of a bill; undefined when nothing of the bill is open. */
export function itemOfInvoice(billing: OpenItems | undefined, invoiceId: string): OpenItem | undefined {
  return billing?.openItems.find((item) => item.invoice_id === invoiceId);
}

/** Returns the state of a bill in a list; one that is not paid is due until the balance says more. */
export function stateOfInvoice(
  billing: OpenItems | undefined,
  { id, status, kind, reversed_on }: Pick<InvoiceRow, 'id' | 'status' | 'kind' | 'reversed_on'>,
): BillState {
  if (reversed_on) return 'reversed';
  if (kind === 'credit') return 'credited';
  if (status === 'CLOSED') return 'paid';
  const item = itemOfInvoice(billing, id);
  return item ? stateOfItem(item) : 'due';
}
