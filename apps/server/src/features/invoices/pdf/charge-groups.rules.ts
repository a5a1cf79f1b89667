import { type ChargeGroup, chargeGroupOf, chargeGroups } from '@myaccount/contract/invoices';
import { sumCents } from '@myaccount/contract/money';
import type { InvoiceDocumentCharge, InvoiceDocumentItem } from './invoice-document.ts';

/** Lines of a bill under one heading, with their sum. */
export interface PrintedGroup {
  /** The item's own words; null for a group across items. */
  readonly item: string | null;
  readonly group: ChargeGroup;
  readonly charges: readonly InvoiceDocumentCharge[];
  readonly subtotalCents: number;
}

/** Services by item, then the other groups of the statement, in the order of the bill. */
export function printedGroups(items: readonly InvoiceDocumentItem[]): PrintedGroup[] {
  const services = items.map((item) => groupOf('service', item.description, [item]));
  const others = chargeGroups.filter((group) => group !== 'service');
  const groups = [...services, ...others.map((group) => groupOf(group, null, items))];
  return groups.filter(({ charges }) => charges.length > 0);
}

function groupOf(
  group: ChargeGroup,
  item: string | null,
  items: readonly InvoiceDocumentItem[],
): PrintedGroup {
  const charges = items
    .flatMap((entry) => entry.charges)
    .filter(({ chargeType }) => chargeGroupOf[chargeType] === group);
  return {
    item,
    group,
    charges,
    subtotalCents: sumCents(charges),
  };
}
