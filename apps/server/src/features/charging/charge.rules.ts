import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { isExpired } from '@myaccount/contract/payment-methods';
import type { ProblemCode } from '@myaccount/contract/problem';
import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import { derivedReference } from '../../gateways/card-processor/derived-reference.ts';

/** A charge that has not been sent this long after its payment was stored is never sent. */
export const sendWithinMs = 5_000;

/** The saved method to charge. */
export interface PayableMethod {
  readonly kind: ChargeKind;
  readonly expiresOn: string | null;
  readonly isRemoved: boolean;
  /** False once the bank said that there is no such account. */
  readonly isValid: boolean;
  readonly supportedKinds: readonly ChargeKind[];
}

/** Why a payment is refused, and for which field. */
export interface ValidationFailure {
  readonly code: ProblemCode;
  readonly field: string;
  readonly reason: string;
}

/** Why a saved method cannot be charged. */
export type UnusableReason = 'removed' | 'invalid-account' | 'expired' | 'not-taken';

/** Returns why a method cannot be charged on a day; undefined if it can. */
export function unusableReason(method: PayableMethod, today: string): UnusableReason | undefined {
  if (method.isRemoved) return 'removed';
  if (!method.isValid) return 'invalid-account';
  if (isExpired(method.expiresOn, today)) return 'expired';
  return method.supportedKinds.includes(method.kind) ? undefined : 'not-taken';
}

/** Returns the refusal of a method that cannot be charged on a day, or of a bank debit without authorization. */
export function validateMethod(
  method: PayableMethod,
  debitConsent: AgreedConsent | undefined,
  day: string,
): ValidationFailure | undefined {
  const reason = unusableReason(method, day);
  if (reason) return { code: 'payments.method-not-usable', field: 'payment_method', reason };
  if (method.kind === 'card' || debitConsent) return undefined;
  return { code: 'request.invalid', field: 'consents', reason: 'required' };
}

/** The search for a charge ends after this many numbers in a row that the processor doesn't know. */
export const lookAhead = 5;

/** Returns the order number of an account's charge, as the database's `charge_reference` does. */
export function chargeReference(accountId: string, chargeNumber: number): string {
  const number = Buffer.alloc(4);
  number.writeInt32BE(chargeNumber);
  return derivedReference(Buffer.concat([Buffer.from(accountId.replaceAll('-', ''), 'hex'), number]));
}
