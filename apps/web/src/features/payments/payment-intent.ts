import type { BodyOf } from '@myaccount/contract/endpoint';
import { keyLifetimeHours } from '@myaccount/contract/headers';
import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, dollarsFromCents } from '@myaccount/contract/money';
import type { makePayment } from '@myaccount/contract/payments';
import { keepItem, readStored, removeItem, tabStorage } from '../../api/browser-storage.ts';

/** A key that the server has forgotten would make a new payment, so the page drops it an hour earlier. */
const retentionMs = (keyLifetimeHours - 1) * 3_600_000;

export type PaymentBody = BodyOf<typeof makePayment>;

/**
 * One payment intent: an idempotency key and the request body sent with it. It survives a reload, so that double clicks,
 * lost responses, and retries reach the server as one intent (PAY-6).
 */
export interface PaymentIntent {
  readonly key: string;
  readonly body: PaymentBody;
  /** Milliseconds since 1970 of the first attempt. The result is unknown as long as the intent is stored. */
  readonly sentAt: number;
}

/**
 * Returns the balance that the payer sees, money on its way and planned taken off, in dollars. It is negative for credit, so
 * that a payment ahead changes it too, and the server refuses a second one that did not see the first (PAY-6).
 */
export function seenBalanceOf({ balance, planned, inFlight }: BillingRefresh): number {
  return dollarsFromCents(centsOf(balance) - centsOf(planned) - centsOf(inFlight));
}

function storageKey(billingAccountId: string): string {
  return `payment-intent:${billingAccountId}`;
}

/** Returns the account’s intent whose result is unknown, or undefined. `now` is in milliseconds since 1970. */
export function findIntent(billingAccountId: string, now: number): PaymentIntent | undefined {
  const stored = readStored<PaymentIntent | null>(tabStorage, storageKey(billingAccountId));
  return stored?.key && stored.body && now - stored.sentAt < retentionMs ? stored : undefined;
}

/** Removes the intent once its result is known: the next submission is a new payment. */
export function forgetIntent(billingAccountId: string): void {
  removeItem(tabStorage, storageKey(billingAccountId));
}

/** True when two request bodies ask for the same payment: amount, method, kind, and day. */
function isSameRequest(one: PaymentBody, other: PaymentBody): boolean {
  return (
    centsOf(one.amount) === centsOf(other.amount) &&
    one.payment_method === other.payment_method &&
    one.paymentType === other.paymentType &&
    one.payment_date === other.payment_date
  );
}

/**
 * Returns the intent to send for a request body, stored before it is sent. While the result of an equal request is unknown,
 * this is the stored intent with its original body; otherwise a new one with a new key.
 */
export function intentFor(body: PaymentBody, now: number): PaymentIntent {
  const stored = findIntent(body.billing_account_id, now);
  if (stored && isSameRequest(stored.body, body)) return stored;
  const intent = { key: crypto.randomUUID(), body, sentAt: now };
  keepItem(tabStorage, storageKey(body.billing_account_id), JSON.stringify(intent));
  return intent;
}
