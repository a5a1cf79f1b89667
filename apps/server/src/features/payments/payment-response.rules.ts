import type { Language } from '@myaccount/contract/languages';
import { dollarsFromCents, formatCents } from '@myaccount/contract/money';
import { type PaymentFailure, paymentFailures } from '@myaccount/contract/payment-failures';
import type { MadePayment, PaymentRow } from '@myaccount/contract/payments';
import { Refusal } from '../../platform/http/problems.ts';
import { translator } from '../../platform/texts.ts';
import { paymentMethodOf } from '../payment-methods/payment-methods.rules.ts';
import type { ValidationFailure } from './make-payment.rules.ts';
import { neverChargedCode, unavailableCode } from './payment-outcome.rules.ts';
import type { Payment } from './payments.repository.ts';
import { shownState } from './payments.rules.ts';

/** Time after which a refused payment is worth another attempt. */
export const retryAfterSeconds = 15;

/** Returns a row of the payment history as callers see it. */
export function paymentRowOf(payment: Payment): PaymentRow {
  return {
    id: payment.id,
    occurred_on: payment.occurredOn,
    status: shownState(payment.state),
    trasaction_id: payment.transaction ?? payment.externalId,
    use_recurring_payment: payment.isRecurring,
    amount: dollarsFromCents(payment.amountCents),
    payment_method: paymentMethodOf(payment.method),
    failure: failureFieldOf(payment),
    reference: payment.paymentReference,
  };
}

function failureFieldOf(payment: Payment): PaymentRow['failure'] {
  const isFailure = payment.state === 'PROCESSING_ERROR' || payment.state === 'RETURNED';
  return isFailure ? { code: failureOf(payment) } : null;
}

/**
 * Returns why a payment failed or came back. Of an imported one only the state is known, and a code of a newer release
 * is unknown here.
 */
function failureOf({ state, failureCode }: Payment): PaymentFailure {
  const known = paymentFailures.find((code) => code === failureCode);
  return known ?? (state === 'RETURNED' ? 'returned' : 'declined');
}

/**
 * Returns the response to make-payment: the payment in its current state, or a refusal. One dated ahead is on its way,
 * on its day.
 */
export function responseOf(payment: Payment, language: Language): MadePayment | Refusal {
  if (payment.state === 'CANCELLED') return new Refusal('payments.cancelled');
  if (payment.failureCode === unavailableCode) {
    return new Refusal('payments.processor-unavailable', { retryAfterSeconds });
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
  const reason = failureOf(payment);
  return new Refusal('payments.declined', {
    detail: declineText(reason, language),
    errors: [{ field: 'payment_method', code: reason }],
  });
}

/** Returns the text for the reason why a payment failed or was returned. */
export function declineText(reason: string, language: Language): string {
  return translator(language)([`payments-decline.${reason}`, 'payments-decline.declined']);
}

/** Says both amounts, what is left, and what to do, where only a part of a payment was approved. */
export function partialTexts(
  {
    amountCents,
    requestedCents,
  }: { readonly amountCents: number; readonly requestedCents?: number | undefined },
  language: Language,
): string[] {
  if (requestedCents === undefined) return [];
  const cents = [requestedCents, amountCents, requestedCents - amountCents];
  const [requested, amount, left] = cents.map(formatCents);
  return [translator(language)('payments-email.partial', { requested, amount, left })];
}

/** Returns the refusal of a failed validation. */
export function refusalOf({ code, field, reason }: ValidationFailure): Refusal {
  return new Refusal(code, { errors: [{ field, code: reason }] });
}

/** Returns the refusal of something that is not the login's. */
export function unknown(field: string): Refusal {
  return new Refusal('request.not-found', { errors: [{ field, code: 'unknown' }] });
}
