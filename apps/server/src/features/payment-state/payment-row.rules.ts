import type { Language } from '@myaccount/contract/languages';
import { dollarsFromCents, formatCents } from '@myaccount/contract/money';
import { paymentFailureOf } from '@myaccount/contract/payment-failures';
import type { PaymentRow } from '@myaccount/contract/payments';
import { translator } from '../../platform/texts.ts';
import { paymentMethodOf } from '../payment-methods/payment-methods.rules.ts';
import type { Payment } from './payment.repository.ts';
import { shownState } from './payment-state.rules.ts';

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
    ...(payment.state === 'COMPLETED' &&
      payment.refundedCents > 0 && { refunded: dollarsFromCents(payment.refundedCents) }),
    reference: payment.paymentReference,
  };
}

function failureFieldOf(payment: Payment): PaymentRow['failure'] {
  const isFailure = payment.state === 'PROCESSING_ERROR' || payment.state === 'RETURNED';
  return isFailure ? { code: paymentFailureOf(payment) } : null;
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
