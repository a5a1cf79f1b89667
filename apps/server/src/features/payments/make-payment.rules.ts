import { createHash, randomInt } from 'node:crypto';
import type { ProblemCode } from '@myaccount/contract/problem';
import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import { isExpired } from '../payment-methods/payment-methods.rules.ts';

/** How long a key stands for its payment. */
export const keyHours = 24;
/** Without a key, the same payment within so many minutes is the one already made. */
export const sameIntentMinutes = 10;
/** A charge that is not on its way so long after its intent was written is not sent any more. */
export const sendWithinMs = 5_000;

/** Version of the words by which a bank debit is authorized; every change of them is a new one. */
export const bankDebitTextVersion = '1';

/** What somebody wants to pay. */
export interface WantedPayment {
  readonly amountCents: number;
  /** What the payer saw as due; undefined where the caller does not say. */
  readonly seenBalanceCents: number | undefined;
  /** Version of the text that was agreed to; undefined where nothing was. */
  readonly consentVersion: string | undefined;
}

/** The account as it stands when the payment is judged. */
export interface PaidAccount {
  readonly isActive: boolean;
  readonly amountDueCents: number;
  readonly maximumCents: number;
  readonly today: string;
}

/** The saved method that is to pay. */
export interface PayingMethod {
  readonly kind: ChargeKind;
  readonly expiresOn: string | null;
  readonly isRemoved: boolean;
  readonly processorTakes: readonly ChargeKind[];
}

/** Why a payment is not made, and at which field. */
export interface PaymentObjection {
  readonly code: ProblemCode;
  readonly field: string;
  readonly reason: string;
}

/** What stands in the way of a payment; undefined where nothing does. */
export function objectionTo(
  wanted: WantedPayment,
  account: PaidAccount,
  method: PayingMethod,
): PaymentObjection | undefined {
  return (
    objectionToMethod(method, account.today, wanted.consentVersion) ?? objectionToAmount(wanted, account)
  );
}

function objectionToMethod(
  method: PayingMethod,
  today: string,
  consentVersion: string | undefined,
): PaymentObjection | undefined {
  const notUsable = (reason: string) =>
    ({ code: 'payments.method-not-usable', field: 'payment_method', reason }) as const;
  if (method.isRemoved) return notUsable('removed');
  if (isExpired(method.expiresOn, today)) return notUsable('expired');
  if (!method.processorTakes.includes(method.kind)) return notUsable('not-taken');
  return method.kind === 'bank' ? objectionToConsent(consentVersion) : undefined;
}

function objectionToConsent(version: string | undefined): PaymentObjection | undefined {
  if (version === bankDebitTextVersion) return undefined;
  if (version === undefined) return { code: 'request.invalid', field: 'consent', reason: 'required' };
  return { code: 'request.invalid', field: 'consent.textVersion', reason: 'invalid' };
}

/** Overpaying becomes a credit, up to the same maximum; an account that ended has nothing to use a credit for. */
function objectionToAmount(wanted: WantedPayment, account: PaidAccount): PaymentObjection | undefined {
  const { amountDueCents, maximumCents } = account;
  const tooLarge = wanted.amountCents > maximumCents || wanted.amountCents - amountDueCents > maximumCents;
  if (tooLarge) return { code: 'payments.amount-too-large', field: 'amount', reason: 'too-large' };
  if (!account.isActive && amountDueCents <= 0) {
    return { code: 'payments.nothing-due', field: 'amount', reason: 'nothing-due' };
  }
  if (!isSeen(wanted.seenBalanceCents, amountDueCents)) {
    return { code: 'payments.balance-changed', field: 'seenBalance', reason: 'changed' };
  }
  return undefined;
}

/** Whether the payer saw what is due now; a credit may have been shown as 0. */
function isSeen(seenCents: number | undefined, amountDueCents: number): boolean {
  return seenCents === undefined || seenCents === amountDueCents || seenCents === Math.max(0, amountDueCents);
}

/** Random number of a charge: sixteen digits, the first not 0, so that every processor takes it. */
export function drawReference(): string {
  const digits = 100_000_000;
  return `${randomInt(digits / 10, digits)}${String(randomInt(digits)).padStart(8, '0')}`;
}

/** Fingerprint of what was asked, whatever the order of its fields: a key belongs to one. */
export function requestHash(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(body)))
    .digest();
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return { fields: fields.map(([name, field]) => [name, inOrder(field)]) };
}
