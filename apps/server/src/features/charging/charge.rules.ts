import { randomInt } from 'node:crypto';
import type { ProblemCode } from '@myaccount/contract/problem';
import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import { derivedReference } from '../../gateways/card-processor/derived-reference.ts';
import { isExpired } from '../payment-methods/payment-methods.rules.ts';

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

/** Returns a random reference: 16 digits without a leading 0, which every processor accepts. */
export function generateReference(): string {
  const digits = 100_000_000;
  return `${randomInt(digits / 10, digits)}${String(randomInt(digits)).padStart(8, '0')}`;
}

/** Returns the reference of an attempt of autopay: whoever charges for it, also after a restore, draws the same one. */
export function autopayReference(accountId: string, dueOn: string, attempt: number): string {
  return derivedReference(`autopay:${accountId}:${dueOn}:${attempt}`);
}

/** Returns the reference of a payment dated ahead, which is charged once. */
export function planReference(paymentId: string): string {
  return derivedReference(`plan:${paymentId}`);
}
