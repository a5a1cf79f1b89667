import type { Address } from '@myaccount/contract/accounts';
import { addressLines } from '@myaccount/contract/address-lines';
import type { ImportRecord } from '@myaccount/contract/import';
import { centsOf } from '@myaccount/contract/money';
import type {
  AccountRecord,
  CustomerRecord,
  RecordRefusal,
} from '../../gateways/billing-system/billing-system.ts';
import type { KnownHere } from './known-here.rules.ts';

/** Returns a customer without what was changed here since billing was last read. */
export function customerOf(
  customer: CustomerRecord,
  { last, contact }: KnownHere,
  conflicts: RecordRefusal[],
): CustomerRecord {
  const record = `customer ${customer.customerId}`;
  const before = last.get(record) as Partial<ImportRecord<'customer'>> | undefined;
  if (!before || !contact) return customer;
  const kept = (['emailAddress', 'phoneNumber'] as const).filter((field) =>
    isChangedHere(
      { record, field, there: customer[field], before: before[field], here: contact[field] },
      conflicts,
    ),
  );
  return { ...customer, ...Object.fromEntries(kept.map((field) => [field, before[field]])) };
}

/** Returns an account without what was changed here since billing was last read, and without what says the same in other words. */
export function accountOf(
  account: AccountRecord,
  { last, contact, planPriceCents }: KnownHere,
  conflicts: RecordRefusal[],
): Partial<AccountRecord> {
  const record = `account ${account.accountNumber}`;
  const before = last.get(record) as Partial<ImportRecord<'account'>> | undefined;
  if (!before || !contact) return account;
  const { monthlyPrice, billType, addresses, ...rest } = account;
  const price = centsOf(Number(monthlyPrice ?? '0'));
  // A file that names no price means the plan's.
  const isPlansPrice = !before.monthlyPrice && before.planId === account.planId && price === planPriceCents;
  const isKept = isChangedHere(
    { record, field: 'billType', there: billType, before: before.billType, here: contact.billType },
    conflicts,
  );
  return {
    ...rest,
    ...(!isPlansPrice && { monthlyPrice }),
    ...(!isKept && { billType }),
    addresses: addressesOf(
      record,
      addresses,
      { before: before.addresses ?? [], here: contact.addresses },
      conflicts,
    ),
  };
}

/** Addresses of billing; of a type that was changed here, and of one that says the same in other words, the last one. */
function addressesOf(
  record: string,
  there: readonly Address[],
  { before, here }: { readonly before: readonly Address[]; readonly here: readonly Address[] },
  conflicts: RecordRefusal[],
): Address[] {
  const textOf = (addresses: readonly Address[], type: string) => {
    const found = addresses.find(({ addressType }) => addressType === type);
    return found && addressLines(found).join(', ');
  };
  const chosen: Address[] = there.map((address) => {
    const type = address.addressType;
    const texts = { there: textOf(there, type), before: textOf(before, type), here: textOf(here, type) };
    const last = before.find(({ addressType }) => addressType === type);
    if (!last) return address;
    const isKept = isChangedHere({ record, field: `addresses.${type}`, ...texts }, conflicts);
    return isKept || texts.there === texts.before ? last : address;
  });
  // In the order of the last import: another order is no change.
  const rank = ({ addressType }: Partial<Address>) =>
    before.findIndex((last) => last.addressType === addressType) >>> 0;
  return chosen.toSorted((a, b) => rank(a) - rank(b));
}

interface ContactField {
  readonly record: string;
  readonly field: string;
  /** What billing says now, what it said before, and what is stored here. */
  readonly there: unknown;
  readonly before: unknown;
  readonly here: unknown;
}

/** Whether a field was changed on both sides since it was last read: then the customer's stays, and a person is told. */
function isChangedHere(
  { record, field, there, before, here }: ContactField,
  conflicts: RecordRefusal[],
): boolean {
  const isSame = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);
  if (isSame(there, before) || isSame(here, before) || isSame(there, here)) return false;
  conflicts.push({ record, field, reason: 'was changed here and at billing: the customer’s own stays' });
  return true;
}
