import { type ChargeGroup, chargeGroupOf, type InvoiceDetail } from '@myaccount/contract/invoices';
import { centsOf } from '../../ui/Money.tsx';

/** A line of a bill as the page shows it. */
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

type Item = InvoiceDetail['invoice_items'][number];

function itemLines(item: Item, group: ChargeGroup): InvoiceLine[] {
  return item.charges
    .filter((charge) => chargeGroupOf[charge.invoice_item_charge_type] === group)
    .map((charge) => ({
      description: charge.description || item.description,
      amountCents: centsOf(charge.amount),
      isDiscount: charge.invoice_item_charge_type === 'discount',
    }));
}

/** Returns the service charges item by item, discounts among them, without items that have none (BILLING-3). */
export function serviceGroups(items: readonly Item[]): LineGroup[] {
  return items
    .map((item) => {
      const lines = itemLines(item, 'service');
      const subtotalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
      return { title: item.description, lines, subtotalCents };
    })
    .filter(({ lines }) => lines.length > 0);
}

/** Returns the lines of one group, of all items. */
export function linesOf(items: readonly Item[], group: ChargeGroup): InvoiceLine[] {
  return items.flatMap((item) => itemLines(item, group));
}

/** Returns the cents of taxes and fees; late fees, which the API counts among them, are a separate line. */
export function taxesWithoutLateFees(statement: { taxes_and_fees: number; late_fees: number }): number {
  return centsOf(statement.taxes_and_fees) - centsOf(statement.late_fees);
}
