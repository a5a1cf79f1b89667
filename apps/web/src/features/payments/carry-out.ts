import type { MadePayment } from '@myaccount/contract/payments';
import { ApiProblem } from '../../api/api-problem.ts';
import { forgetIntent, type PaymentIntent } from './payment-intent.ts';
import { isSettledBy, type PaymentRefusal, refusalOf } from './payment-outcome.rules.ts';
import { sendIntent } from './payments.queries.ts';

/** Time for a short failure to pass before the same intent is sent again by itself. */
const askAgainAfterMs = 3_000;

/** What became of an intent; `unknown` where no answer says so, and the intent stays as it is. */
export type PaymentAnswer =
  | { readonly kind: 'made'; readonly payment: MadePayment }
  | { readonly kind: 'alreadyMade'; readonly payment: MadePayment }
  | { readonly kind: 'refused'; readonly refusal: PaymentRefusal }
  | { readonly kind: 'unknown' };

async function ask(intent: PaymentIntent, isFirstSending: boolean): Promise<PaymentAnswer> {
  try {
    const payment = await sendIntent(intent);
    // Sent again, “already made” is the answer to our own first sending.
    return { kind: payment.alreadyMade && isFirstSending ? 'alreadyMade' : 'made', payment };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (!isSettledBy(error, isFirstSending)) return { kind: 'unknown' };
    return { kind: 'refused', refusal: refusalOf(error) };
  }
}

/**
 * Carries an intent to its answer (PAY-6): sends it, and once more by itself when no answer comes, telling
 * `onAskingAgain`. An intent whose answer is known is forgotten.
 */
export async function carryOut(
  intent: PaymentIntent,
  isFirstSending: boolean,
  onAskingAgain: () => void,
): Promise<PaymentAnswer> {
  let answer = await ask(intent, isFirstSending);
  if (answer.kind === 'unknown') {
    onAskingAgain();
    await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs));
    answer = await ask(intent, false);
  }
  if (answer.kind !== 'unknown') forgetIntent(intent.body.billing_account_id);
  return answer;
}
