import { findPinFailure } from '@myaccount/contract/account-fields';
import { config } from '../../api/config.ts';
import type { AccountForm } from '../account-info/account-form.rules.ts';

/** The account PIN by its name on the wire. */
export interface PinValues extends Readonly<Record<string, string>> {
  readonly PIN: string;
}

/** Returns the digits of what was typed or pasted, at most as many as a PIN has. */
export function pinDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, config.limits.pinDigits);
}

/** The account PIN (PIN-1): a member's form begins empty, for a member never sees it. */
export const pinForm: AccountForm<PinValues> = {
  name: 'pin',
  isSecret: true,
  valuesOf: ({ customer }) => ({ PIN: customer.PIN ?? '' }),
  withValues: (account, { PIN }) => ({ ...account, customer: { ...account.customer, PIN } }),
  errorsOf: ({ PIN }) => {
    const failure = findPinFailure(PIN, config.limits.pinDigits);
    return failure ? { PIN: failure } : {};
  },
};
