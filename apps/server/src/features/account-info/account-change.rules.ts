import type { accountInfo } from '@myaccount/contract/account-info';
import type { NotificationPreference } from '@myaccount/contract/accounts';
import type { Limits } from '@myaccount/contract/limits';
import type { FieldError } from '@myaccount/contract/problem';
import type { z } from 'zod';
import type { StoredAccount } from './account-info.repository.ts';
import { type ChangedAddress, changedAddress, findBillingFailures } from './address.rules.ts';
import { type ContactChange, changedContact, findContactFailures } from './contact.rules.ts';
import type { NoticePart } from './notice.rules.ts';
import { changedPreference, findPreferenceFailures } from './notifications.rules.ts';
import { changedPin, findPinFailures } from './pin.rules.ts';

/** Body of API-17. */
type AccountInfoBody = z.output<typeof accountInfo.body>;

/** What a save changes. Undefined stays as it is. */
export interface AccountChange extends ContactChange {
  readonly pin: string | undefined;
  readonly billingAddress: ChangedAddress | undefined;
  readonly preference: NotificationPreference | undefined;
}

/** Returns which of the fields that customers may change differ from what is stored. All others do not count. */
export function changeOf(stored: StoredAccount, body: AccountInfoBody): AccountChange {
  const { customer = {}, customerAddress } = body;
  return {
    ...changedContact(stored, customer),
    pin: changedPin(stored.pin, customer.PIN),
    billingAddress: changedAddress(stored.billingAddress, customerAddress),
    preference: changedPreference(stored.preference, customer.notificationPreference),
  };
}

/** Returns whether a body enters a value that is stored sealed: the answer may not tell whether it is the one on record. */
export function entersSecret({ customer }: AccountInfoBody): boolean {
  return customer?.PIN !== undefined && customer.PIN !== null;
}

/** What notices and audit entries call the fields. */
const parts = {
  emailAddress: 'waiting-email',
  phoneNumber: 'phone',
  pin: 'pin',
  billingAddress: 'address',
  preference: 'preference',
} as const satisfies Record<keyof AccountChange, NoticePart>;
const fields = Object.keys(parts) as (keyof AccountChange)[];

/** Returns the fields that a save changes; none: it changes nothing. */
export function changedFields(change: AccountChange): (keyof AccountChange)[] {
  return fields.filter((field) => change[field] !== undefined);
}

/** Returns what a save changes, as notices and audit entries call it. */
export function changedParts(change: AccountChange): (typeof parts)[keyof AccountChange][] {
  return changedFields(change).map((field) => parts[field]);
}

/** Returns every refused value of a change. */
export function findChangeFailures(
  change: AccountChange,
  stored: StoredAccount,
  limits: Pick<Limits, 'phoneDigits' | 'pinDigits' | 'zipDigits'>,
  smtpUtf8: boolean,
): FieldError[] {
  return [
    ...findContactFailures(change, limits.phoneDigits, smtpUtf8),
    ...findPinFailures(change.pin, limits.pinDigits),
    ...findBillingFailures(change.billingAddress, limits.zipDigits),
    ...findPreferenceFailures(stored, change),
  ];
}
