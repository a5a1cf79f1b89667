import { type InvoiceKind, isAdjustment } from '@myaccount/contract/invoices';
import type { TFunction } from 'i18next';

/** Returns the word of an invoice in keys of texts: a bill of either kind, a credit, or a debit adjustment. */
export function wordOfKind(kind: InvoiceKind | undefined) {
  return isAdjustment(kind) ? kind : 'bill';
}

/** Returns the name of a bill or an adjustment, such as “Bill 7” or “Credit 8”; a null number is the opening debt. */
export function itemName(
  t: TFunction,
  { number, kind }: { readonly number: string | null; readonly kind?: InvoiceKind | undefined },
): string {
  return number === null ? t('balance.opening') : t(`balance.name.${wordOfKind(kind)}`, { number });
}
