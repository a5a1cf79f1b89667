import { apiPath } from '@myaccount/contract/endpoint';
import { billCents } from './due-calendar.rules.ts';
import type { Customer } from './site.ts';

export const payPath = `${apiPath}/payments/make-payment`;

/** Status of a payment as its customer reads it; `no-response` if the connection broke. */
export type ReadStatus =
  | 'COMPLETED'
  | 'PENDING'
  | 'PROCESSING_ERROR'
  | 'declined'
  | 'refused'
  | 'no-response';

const answerWithinMs = 20_000;
const declinedStatus = 402;

/** Returns the body of a customer's payment of one bill, or of several ahead. */
export function payBody({ accountId, methodId, kind }: Customer, bills = 1): string {
  return JSON.stringify({
    amount: (bills * billCents) / 100,
    payment_method: methodId,
    billing_account_id: accountId,
    paymentType: 'onetime',
    ...(kind === 'bank' ? { consents: [{ kind: 'bank-debit', textVersion: '1', language: 'en' }] } : {}),
  });
}

/** Presses “Pay” once. */
export async function pay(
  serverUrl: string,
  customer: Customer,
  key: string,
  bills = 1,
): Promise<ReadStatus> {
  try {
    const response = await fetch(`${serverUrl}${payPath}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${customer.accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: payBody(customer, bills),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const reply = (await response.json()) as { status?: ReadStatus };
    if (response.ok) return reply.status ?? 'refused';
    return response.status === declinedStatus ? 'declined' : 'refused';
  } catch {
    return 'no-response';
  }
}
