import type { BodyOf } from '@myaccount/contract/endpoint';
import { centsFromDollars } from '@myaccount/contract/money';
import type { makePayment } from '@myaccount/contract/payments';

const storageKey = 'payment-intent';

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

function isIntent(value: unknown): value is PaymentIntent {
  return (
    typeof value === 'object' && value !== null && 'key' in value && 'body' in value && 'sentAt' in value
  );
}

/** The stored intent, or undefined where there is none that can be read. */
export function findIntent(storage: Storage = sessionStorage): PaymentIntent | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null');
    return isIntent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the intent once its answer is known: the next press is a new wish to pay. */
export function forgetIntent(storage: Storage = sessionStorage): void {
  storage.removeItem(storageKey);
}

/** What makes two fillings of the form the same wish: account, amount, method and kind. */
function isSameWish(one: PaymentBody, other: PaymentBody): boolean {
  return (
    one.billing_account_id === other.billing_account_id &&
    centsFromDollars(one.amount) === centsFromDollars(other.amount) &&
    one.payment_method === other.payment_method &&
    one.paymentType === other.paymentType
  );
}

/**
 * The intent to send for what the form holds, stored before its first byte leaves. While the answer is out and
 * amount and method are the same, it is the stored one, body and all; else a new one under a new key.
 */
export function intentFor(body: PaymentBody, now: number, storage: Storage = sessionStorage): PaymentIntent {
  const stored = findIntent(storage);
  if (stored && isSameWish(stored.body, body)) return stored;
  const intent = { key: crypto.randomUUID(), body, sentAt: now };
  storage.setItem(storageKey, JSON.stringify(intent));
  return intent;
}
