import { type ChargeGroup, chargeGroupOf, type InvoiceDetail } from '@myaccount/contract/invoices';
import { centsOf } from '@myaccount/contract/money';

type Item = InvoiceDetail['invoice_items'][number];

/** A line of a bill as the page shows it. */
export type InvoiceLine = ReturnType<typeof itemLines>[number];

function itemLines(item: Item, group: ChargeGroup) {
  return item.charges
    .filter((charge) => chargeGroupOf[charge.invoice_item_charge_type] === group)
    .map((charge) => ({
      description: charge.description || item.description,
      amountCents: centsOf(charge.amount),
      isDiscount: charge.invoice_item_charge_type === 'discount',
    }));
}

/** Returns the service charges item by item, discounts among them, without items that have none (BILLING-3). */
export function serviceGroups(items: readonly Item[]) {
  return items
    .map((item) => ({ title: item.description, lines: itemLines(item, 'service') }))
    .filter(({ lines }) => lines.length > 0)
    .map((group) => ({ ...group, cents: group.lines.reduce((sum, line) => sum + line.amountCents, 0) }));
}

/** Returns the lines of one group, of all items. */
export function linesOf(items: readonly Item[], group: ChargeGroup) {
  return items.flatMap((item) => itemLines(item, group));
}

/** Returns the cents of taxes and fees; late fees, which the API counts among them, are a separate line. */
export function taxesWithoutLateFees(statement: { taxes_and_fees: number; late_fees: number }): number {
  return centsOf(statement.taxes_and_fees) - centsOf(statement.late_fees);
}
