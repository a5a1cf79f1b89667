import type { ApiProblem } from '../../api/api-problem.ts';
import type { PaymentFormErrors } from './payments.form.ts';

/** What an answer other than success means for the customer’s money, and what the form shows. */
export type PaymentRefusal =
  | { readonly kind: 'declined'; readonly reason: string | undefined; readonly correlationId: string }
  | { readonly kind: 'balanceChanged' }
  | { readonly kind: 'inProgress' }
  /** The session had ended; the sign-in page leads back to what was filled in. */
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'tooMany'; readonly minutes: number }
  | { readonly kind: 'fields'; readonly errors: PaymentFormErrors }
  | { readonly kind: 'failed'; readonly correlationId: string };

type Refused = Pick<
  ApiProblem,
  'status' | 'code' | 'detail' | 'errors' | 'correlationId' | 'retryAfterSeconds'
>;

const secondsPerMinute = 60;
const signedOutStatus = 401;
const declinedStatus = 402;
const tooManyStatus = 429;

const codesOfFields: Readonly<Record<string, PaymentFormErrors>> = {
  'payments.method-not-usable': { selectedCard: 'methodNotUsable' },
  'payments.amount-too-large': { customAmount: 'amountTooLarge' },
  'payments.nothing-due': { formSubmitError: 'nothingDue' },
};

/** Refused values, each at the question they belong to. */
function refusedFields(refused: Refused): PaymentFormErrors | undefined {
  const ofCode = codesOfFields[refused.code];
  if (ofCode) return ofCode;
  const fields = refused.errors.map((error) => error.field.split('.')[0]);
  const errors: PaymentFormErrors = {
    ...(fields.includes('amount') && { customAmount: 'amountInvalid' }),
    ...(fields.includes('payment_method') && { selectedCard: 'methodNotUsable' }),
    ...(fields.includes('consent') && { isDebitAuthorized: 'authorizationMissing' }),
  };
  return Object.keys(errors).length > 0 ? errors : undefined;
}

/** Reads a refusal; only for answers that leave no doubt that nothing was charged. */
export function refusalOf(refused: Refused): PaymentRefusal {
  const { correlationId } = refused;
  if (refused.status === signedOutStatus) return { kind: 'signedOut' };
  if (refused.status === declinedStatus) return { kind: 'declined', reason: refused.detail, correlationId };
  if (refused.code === 'payments.balance-changed') return { kind: 'balanceChanged' };
  if (refused.code === 'payments.in-progress') return { kind: 'inProgress' };
  if (refused.status === tooManyStatus) {
    const minutes = Math.max(1, Math.ceil((refused.retryAfterSeconds ?? 0) / secondsPerMinute));
    return { kind: 'tooMany', minutes };
  }
  const errors = refusedFields(refused);
  return errors ? { kind: 'fields', errors } : { kind: 'failed', correlationId };
}

/** Refusals at the door: the server did not look at the intent at all. */
const atTheDoor: readonly number[] = [401, 408, 429];

/**
 * Whether the answer tells what became of the intent. No answer and a failure of the server never do, but for a
 * processor that is away: it was not asked. A refusal at the door tells only about an intent that was sent for the
 * first time, as an earlier sending may have charged.
 */
export function isSettledBy(
  refused: Pick<ApiProblem, 'status' | 'code' | 'isUncertain'>,
  isFirstSending: boolean,
): boolean {
  if (refused.code === 'payments.processor-unavailable') return true;
  if (refused.isUncertain) return false;
  return isFirstSending || !atTheDoor.includes(refused.status);
}
