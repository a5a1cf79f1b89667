import type { makePayment } from '@myaccount/contract/payments';
import { call } from '../../api/client.ts';
import type { PaymentIntent } from './payment-intent.ts';

/** Sends a payment; with the key of its intent, the server makes it once (PAY-6). */
export function sendPayment({ key, body }: PaymentIntent) {
  return call<typeof makePayment>('POST /payments/make-payment', {
    body,
    headers: { 'Idempotency-Key': key },
  });
}
