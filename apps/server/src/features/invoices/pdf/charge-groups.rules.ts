import type { ChargeType } from '@myaccount/contract/invoices';
import type { InvoiceDocumentCharge, InvoiceDocumentItem } from './invoice-document.ts';

/** Lines of a bill under one heading, with their sum. */
export interface ChargeGroup {
  /** The item’s own words, or null for the groups that stand across items. */
  readonly item: string | null;
  readonly kind: 'service' | 'activity' | 'taxes';
  readonly charges: readonly InvoiceDocumentCharge[];
  readonly subtotalCents: number;
}

const kindOf: Record<ChargeType, ChargeGroup['kind']> = {
  recurring: 'service',
  discount: 'service',
  'one-time': 'activity',
  usage: 'activity',
  tax: 'taxes',
  fee: 'taxes',
};

/** Services by item, then activity, then taxes and fees: the groups of the statement, in the order of the bill. */
export function chargeGroups(items: readonly InvoiceDocumentItem[]): ChargeGroup[] {
  const services = items.map((item) => groupOf('service', item.description, [item]));
  const groups = [...services, groupOf('activity', null, items), groupOf('taxes', null, items)];
  return groups.filter(({ charges }) => charges.length > 0);
}

function groupOf(
  kind: ChargeGroup['kind'],
  item: string | null,
  items: readonly InvoiceDocumentItem[],
): ChargeGroup {
  const charges = items
    .flatMap((entry) => entry.charges)
    .filter(({ chargeType }) => kindOf[chargeType] === kind);
  return {
    item,
    kind,
    charges,
    subtotalCents: charges.reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
}
