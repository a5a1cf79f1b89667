import type { MadePayment } from '@myaccount/contract/payments';
import { ApiProblem } from '../../api/api-problem.ts';
import { forgetIntent, type PaymentIntent } from './payment-intent.ts';
import { isConclusive, type PaymentRefusal, refusalOf } from './payment-outcome.rules.ts';
import { sendIntent } from './payments.queries.ts';

/** Wait before the automatic retry, so that a short failure can pass. */
const retryDelayMs = 3_000;

/** Result of a payment request; `unknown` when no response settled it, and the intent stays stored. */
export type PaymentResult =
  | { readonly kind: 'made'; readonly payment: MadePayment }
  | { readonly kind: 'alreadyMade'; readonly payment: MadePayment }
  | { readonly kind: 'refused'; readonly refusal: PaymentRefusal }
  | { readonly kind: 'unknown' };

async function send(intent: PaymentIntent, isFirstAttempt: boolean): Promise<PaymentResult> {
  try {
    const payment = await sendIntent(intent);
    // On a retry, “already made” refers to our own first attempt.
    return { kind: payment.alreadyMade && isFirstAttempt ? 'alreadyMade' : 'made', payment };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (!isConclusive(error, isFirstAttempt)) return { kind: 'unknown' };
    return { kind: 'refused', refusal: refusalOf(error) };
  }
}

/**
 * Submits a payment (PAY-6) and retries once when the result is unknown, after calling `onRetry`. Forgets the intent once
 * its result is known.
 */
export async function submitPayment(
  intent: PaymentIntent,
  isFirstAttempt: boolean,
  onRetry: () => void,
): Promise<PaymentResult> {
  let result = await send(intent, isFirstAttempt);
  if (result.kind === 'unknown') {
    onRetry();
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    result = await send(intent, false);
  }
  if (result.kind !== 'unknown') forgetIntent(intent.body.billing_account_id);
  return result;
}
