import { findPinFailure } from '@myaccount/contract/account-fields';
import type { FieldError } from '@myaccount/contract/problem';

/** Returns the PIN that a caller entered, if it is another one. Null and absent change nothing (PIN-1). */
export function changedPin(stored: string | null, entered: string | null | undefined): string | undefined {
  if (entered === null || entered === undefined) return undefined;
  return entered === stored ? undefined : entered;
}

/** Returns what is refused of a changed PIN. */
export function findPinFailures(pin: string | undefined, digits: number): FieldError[] {
  const code = pin === undefined ? undefined : findPinFailure(pin, digits);
  return code ? [{ field: 'customer.PIN', code }] : [];
}
