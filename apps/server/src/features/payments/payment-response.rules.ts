import type { Language } from '@myaccount/contract/languages';
import { paymentFailureOf } from '@myaccount/contract/payment-failures';
import type { MadePayment } from '@myaccount/contract/payments';
import { Refusal } from '../../platform/http/problems.ts';
import type { ValidationFailure } from '../charging/charge.rules.ts';
import { neverChargedCode, unavailableCode } from '../payment-state/outcome.rules.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { declineText, paymentRowOf } from '../payment-state/payment-row.rules.ts';

/** Time after which a refused payment is worth another attempt. */
export const retryAfterSeconds = 15;

/**
 * Returns the response to make-payment: the payment in its current state, or a refusal. One dated ahead is on its way,
 * on its day.
 */
export function responseOf(payment: Payment, language: Language): MadePayment | Refusal {
  if (payment.state === 'CANCELLED') return new Refusal('payments.cancelled');
  if (payment.failureCode === unavailableCode) {
    const reference = payment.paymentReference;
    return new Refusal('payments.processor-unavailable', { retryAfterSeconds, reference });
  }
  const isDeclined = payment.state === 'PROCESSING_ERROR' && payment.failureCode !== neverChargedCode;
  if (isDeclined) return declined(payment, language);
  const { use_recurring_payment: _, ...made } = paymentRowOf(payment);
  return payment.state === 'PLANNED' && payment.plannedFor
    ? { ...made, occurred_on: payment.plannedFor }
    : made;
}

/** Returns a refusal with the reason in the reader's language and as the field's code. */
function declined(payment: Payment, language: Language): Refusal {
  const reason = paymentFailureOf(payment);
  return new Refusal('payments.declined', {
    detail: declineText(reason, language),
    errors: [{ field: 'payment_method', code: reason }],
    reference: payment.paymentReference,
  });
}

/** Returns the refusal of a failed validation. */
export function refusalOf({ code, field, reason }: ValidationFailure): Refusal {
  return new Refusal(code, { errors: [{ field, code: reason }] });
}
