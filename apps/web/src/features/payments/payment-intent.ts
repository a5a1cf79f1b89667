import type { BodyOf } from '@myaccount/contract/endpoint';
import { centsFromDollars } from '@myaccount/contract/money';
import type { makePayment } from '@myaccount/contract/payments';

/** The server remembers a key for 24 hours; an older one would be a new payment, so it is dropped an hour before. */
const keptMs = 23 * 60 * 60 * 1000;

export type PaymentBody = BodyOf<typeof makePayment>;

/**
 * One wish to pay: a key and exactly what is sent under it. It outlives a reload of the page, so that whatever
 * is pressed, lost or sent again, the server sees one intent (PAY-6).
 */
export interface PaymentIntent {
  readonly key: string;
  readonly body: PaymentBody;
  /** Milliseconds since 1970 of its first sending; its answer is out as long as the intent is kept. */
  readonly sentAt: number;
}

function storageKey(billingAccountId: string): string {
  return `payment-intent:${billingAccountId}`;
}

function isIntent(value: unknown): value is PaymentIntent {
  return (
    typeof value === 'object' && value !== null && 'key' in value && 'body' in value && 'sentAt' in value
  );
}

/** The account’s intent whose answer is still out, or undefined. `now` in milliseconds since 1970. */
export function findIntent(billingAccountId: string, now: number): PaymentIntent | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey(billingAccountId)) ?? 'null');
    return isIntent(value) && now - value.sentAt < keptMs ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the intent once its answer is known: the next press is a new wish to pay. */
export function forgetIntent(billingAccountId: string): void {
  sessionStorage.removeItem(storageKey(billingAccountId));
}

/** What makes two fillings of the form the same wish: amount, method and kind. */
function isSameWish(one: PaymentBody, other: PaymentBody): boolean {
  return (
    centsFromDollars(one.amount) === centsFromDollars(other.amount) &&
    one.payment_method === other.payment_method &&
    one.paymentType === other.paymentType
  );
}

/**
 * The intent to send for what the form holds, stored before its first byte leaves. While the answer is out and
 * amount and method are the same, it is the stored one, body and all; else a new one under a new key.
 */
export function intentFor(body: PaymentBody, now: number): PaymentIntent {
  const stored = findIntent(body.billing_account_id, now);
  if (stored && isSameWish(stored.body, body)) return stored;
  const intent = { key: crypto.randomUUID(), body, sentAt: now };
  sessionStorage.setItem(storageKey(body.billing_account_id), JSON.stringify(intent));
  return intent;
}
