import { createHash } from 'node:crypto';
import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { type PayableMethod, type ValidationFailure, validateMethod } from '../charging/charge.rules.ts';

/** Without a key, the same payment within this time is a duplicate. */
export const duplicateMinutes = 10;

/** The parts of a payment request that validation checks. */
export interface RequestedPayment {
  readonly amountCents: number;
  /** Projected balance that the payer saw, negative for credit; undefined if the caller did not send it. */
  readonly seenBalanceCents: number | undefined;
  /** The authorization of a bank debit; undefined without one. */
  readonly debitConsent: AgreedConsent | undefined;
  /** Day of a payment dated ahead; undefined for one made at once. */
  readonly plannedFor: string | undefined;
}

/** The account's figures at validation. */
export interface PayableAccount {
  readonly isActive: boolean;
  /** Negative is credit. */
  readonly projectedBalanceCents: number;
  readonly maximumCents: number;
  readonly today: string;
}

/** Returns the first reason to refuse a payment; undefined if it is allowed. */
export function validatePayment(
  payment: RequestedPayment,
  account: PayableAccount,
  method: PayableMethod,
): ValidationFailure | undefined {
  const { plannedFor = account.today } = payment;
  return validateMethod(method, payment.debitConsent, plannedFor) ?? validateAmount(payment, account);
}

/** An overpayment becomes a credit, up to the same maximum. An inactive account cannot use one, a dated payment makes none. */
function validateAmount(payment: RequestedPayment, account: PayableAccount): ValidationFailure | undefined {
  const { projectedBalanceCents, maximumCents } = account;
  const overpaymentCents = payment.amountCents - projectedBalanceCents;
  const isTooLarge = payment.amountCents > maximumCents || overpaymentCents > maximumCents;
  if (isTooLarge) return { code: 'payments.amount-too-large', field: 'amount', reason: 'too-large' };
  const needsDebt = !account.isActive || payment.plannedFor !== undefined;
  if (needsDebt && projectedBalanceCents <= 0) {
    return { code: 'payments.nothing-due', field: 'amount', reason: 'nothing-due' };
  }
  const { seenBalanceCents = projectedBalanceCents } = payment;
  if (seenBalanceCents !== projectedBalanceCents) {
    return { code: 'payments.balance-changed', field: 'seenBalance', reason: 'changed' };
  }
  return undefined;
}

/** Returns a hash of the parsed request body, which has only fields of the contract. It ignores field order. An idempotency key belongs to one hash. */
export function requestHash(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(withSortedFields(body)))
    .digest();
}

function withSortedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return { fields: fields.map(([name, field]) => [name, withSortedFields(field)]) };
}
