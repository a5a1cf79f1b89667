import { pinPurpose } from '../accounts/accounts.service.ts';
import { changedColumns, changedEntries, changedFields } from './import.changes.ts';
import { pinColumns } from './import.customers.ts';
import { centsOf } from './import.money.ts';
import type { Content } from './import.parse.ts';
import { auditImport, remember } from './import.remember.ts';
import { isSameSecret, type SealedField } from './import.secrets.ts';
import type { Change, ImportContext } from './import.unit.ts';
import type { Writes } from './import.writes.ts';

/** Whose account it is: its id, and the PIN that accounts without their own go by. */
export interface Holder {
  readonly customerId: string;
  readonly pin: SealedField | null;
}

/** The account's own id, and whether this import makes it. */
export interface AccountId {
  readonly id: string;
  readonly isNew: boolean;
}

const columnsOf = {
  customerId: ['customer_id'],
  accountType: ['account_type', 'business_name'],
  businessName: ['account_type', 'business_name'],
  accountStatus: ['status'],
  billType: ['bill_type'],
  cycleDay: ['cycle_day'],
  planId: ['plan_id'],
  monthlyPrice: ['monthly_price_cents'],
  achEnabled: ['ach_enabled'],
  notificationPreference: ['notification_preference'],
  serviceSince: ['service_since'],
  pin: ['pin_sealed', 'pin_key_id'],
  pendingCharges: ['pending_charges_cents'],
} as const;

/** Writes what the file says of an account: itself, its addresses and discounts. */
export function writeAccount(
  account: Change<'account'>,
  id: AccountId,
  holder: Holder,
  { context, writes }: { context: ImportContext; writes: Writes },
): void {
  const row = rowOf(account.now, holder, context);
  if (id.isNew) writes.insert('account', { id: id.id, account_number: account.key, ...row });
  else updateAccount(account, id.id, row, { context, writes });
  writeAddresses(account, id, writes);
  writeDiscounts(account, id, writes);
  remember('account', account, context, writes);
}

function updateAccount(
  { before, now, key }: Change<'account'>,
  id: string,
  row: ReturnType<typeof rowOf>,
  { context, writes }: { context: ImportContext; writes: Writes },
): void {
  const fields = changedFields(before, now, {
    pin: isSameSecret(context.secrets, pinPurpose, `account:${key}`),
  });
  // Another plan brings its price where the file names none.
  if (fields.has('planId') && now.monthlyPrice === null) fields.add('monthlyPrice');
  writes.update('account', changedColumns(fields, columnsOf, row), { id }, 'version');
  if (fields.size > 0)
    auditImport(id, 'import.account-changed', { fields: [...fields] }, { context, writes });
}

function rowOf(now: Content<'account'>, holder: Holder, context: ImportContext) {
  return {
    customer_id: holder.customerId,
    account_type: now.accountType,
    status: now.accountStatus,
    business_name: now.businessName,
    bill_type: now.billType,
    cycle_day: now.cycleDay,
    plan_id: now.planId,
    monthly_price_cents:
      now.monthlyPrice === null ? (context.planPrices.get(now.planId) ?? 0) : centsOf(now.monthlyPrice),
    ach_enabled: now.achEnabled,
    notification_preference: now.notificationPreference,
    service_since: now.serviceSince,
    ...pinColumns(now.pin ?? holder.pin),
    pending_charges_cents: centsOf(now.pendingCharges),
  };
}

function writeAddresses(account: Change<'account'>, id: AccountId, writes: Writes): void {
  const { written, gone } = changedEntries(account.before?.addresses, account.now.addresses, 'addressType');
  for (const addressType of gone) writes.remove('address', { account_id: id.id, address_type: addressType });
  for (const address of written) {
    const row = {
      account_id: id.id,
      address_type: address.addressType,
      street_nr_first: address.streetNrFirst,
      street_nr_last: address.streetNrLast,
      street_name: address.streetName,
      city: address.city,
      state: address.state,
      country: address.country,
      post_code: address.postCode,
    };
    if (id.isNew) writes.insert('address', row);
    else writes.upsert('address', row, ['account_id', 'address_type'], 'version');
  }
}

function writeDiscounts(account: Change<'account'>, id: AccountId, writes: Writes): void {
  const { written, gone } = changedEntries(account.before?.discounts, account.now.discounts, 'discountType');
  for (const discountType of gone)
    writes.remove('discount', { account_id: id.id, discount_type: discountType });
  for (const discount of written) {
    const row = {
      account_id: id.id,
      discount_type: discount.discountType,
      is_applied: discount.isApplied,
      is_eligible: discount.isEligible,
      eligible_date: discount.eligibleDate,
    };
    if (id.isNew) writes.insert('discount', row);
    else writes.upsert('discount', row, ['account_id', 'discount_type']);
  }
}
