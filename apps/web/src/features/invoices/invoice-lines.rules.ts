import type { ChargeType, InvoiceDetail } from '@myaccount/contract/invoices';
import { centsOf } from '../../ui/Money.tsx';

/** A line of a bill as it is read. */
export interface InvoiceLine {
  readonly description: string;
  readonly amountCents: number;
  readonly isDiscount: boolean;
}

/** Lines under a heading, with their sum. */
export interface LineGroup {
  readonly title: string;
  readonly lines: readonly InvoiceLine[];
  readonly subtotalCents: number;
}

const serviceTypes: readonly ChargeType[] = ['recurring', 'discount'];
const activityTypes: readonly ChargeType[] = ['one-time', 'usage'];
const taxTypes: readonly ChargeType[] = ['tax', 'fee'];

type Item = InvoiceDetail['invoice_items'][number];

function linesOf(item: Item, types: readonly ChargeType[]): InvoiceLine[] {
  return item.charges
    .filter((charge) => types.includes(charge.invoice_item_charge_type))
    .map((charge) => ({
      description: charge.description || item.description,
      amountCents: centsOf(charge.amount),
      isDiscount: charge.invoice_item_charge_type === 'discount',
    }));
}

function groupOf(title: string, lines: readonly InvoiceLine[]): LineGroup {
  return { title, lines, subtotalCents: lines.reduce((sum, line) => sum + line.amountCents, 0) };
}

/** The service’s charges item by item, discounts among them; items without any are left out (BILLING-3). */
export function serviceGroups(items: readonly Item[]): LineGroup[] {
  return items
    .map((item) => groupOf(item.description, linesOf(item, serviceTypes)))
    .filter((group) => group.lines.length > 0);
}

/** What was used or ordered once, of all items. */
export function activityLines(items: readonly Item[]): InvoiceLine[] {
  return items.flatMap((item) => linesOf(item, activityTypes));
}

/** Taxes and fees of all items. */
export function taxLines(items: readonly Item[]): InvoiceLine[] {
  return items.flatMap((item) => linesOf(item, taxTypes));
}
