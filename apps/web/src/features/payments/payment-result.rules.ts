import { formatReference } from '@myaccount/contract/payment-reference';
import type { ApiProblem } from '../../api/api-problem.ts';
import type { PaymentFormErrors } from './payment.form.ts';

/** Why a payment was refused, and what the form shows. */
export type PaymentRefusal =
  | {
      readonly kind: 'declined';
      /** In the customer’s language. */
      readonly reason: string | undefined;
      /** Of the contract’s failures. */
      readonly code: string | undefined;
      /** The payment's own; that of the call where no payment was stored. */
      readonly reference: string;
    }
  /** `signedOut`: the session ended; the draft is restored after signing in. */
  | { readonly kind: 'balanceChanged' | 'inProgress' | 'signedOut' }
  | { readonly kind: 'tooMany'; readonly waitSeconds: number }
  | { readonly kind: 'fields'; readonly errors: PaymentFormErrors }
  | { readonly kind: 'failed'; readonly reference: string };

const defaultWaitSeconds = 60;
const signedOutStatus = 401;
const declinedStatus = 402;
const tooManyStatus = 429;

/** What is wrong with a field of the form, by the problem’s code or by the field that it names. */
const refusedValues: Readonly<Record<string, PaymentFormErrors>> = {
  'payments.method-not-usable': { selectedCard: 'methodNotUsable' },
  'payments.amount-too-large': { customAmount: 'amountTooLarge' },
  'payments.nothing-due': { customAmount: 'nothingDue' },
  amount: { customAmount: 'amountInvalid' },
  payment_date: { paymentDate: 'dateNotAllowed' },
  payment_method: { selectedCard: 'methodNotUsable' },
  paymentType: { paymentType: 'recurringRefused' },
  consents: { isDebitAuthorized: 'authorizationMissing', isAutopayAuthorized: 'autopayAuthorizationMissing' },
};

/** Returns refused values, each at its field. */
function refusedFields({ code, errors }: ApiProblem): PaymentFormErrors | undefined {
  const names: (string | undefined)[] = [code, ...errors.map(({ field }) => field.split('.')[0])];
  const found = Object.entries(refusedValues).filter(([name]) => names.includes(name));
  return found.length > 0 ? Object.assign({}, ...found.map(([, errors]) => errors)) : undefined;
}

/** Returns the refusal of a problem. Only for conclusive problems, where nothing was charged. */
export function refusalOf(problem: ApiProblem): PaymentRefusal {
  const reference = problem.reference ? formatReference(problem.reference) : problem.correlationId;
  if (problem.status === signedOutStatus) return { kind: 'signedOut' };
  if (problem.status === declinedStatus) {
    return { kind: 'declined', reason: problem.detail, code: problem.errors[0]?.code, reference };
  }
  if (problem.code === 'payments.balance-changed') return { kind: 'balanceChanged' };
  if (problem.code === 'payments.in-progress') return { kind: 'inProgress' };
  if (problem.status === tooManyStatus) {
    return { kind: 'tooMany', waitSeconds: problem.retryAfterSeconds ?? defaultWaitSeconds };
  }
  const errors = refusedFields(problem);
  return errors ? { kind: 'fields', errors } : { kind: 'failed', reference };
}

/** Statuses with which the server rejects a request before it looks up the intent. */
const rejectedEarlyStatuses: readonly number[] = [401, 408, 429];

/**
 * True when a problem settles the intent: nothing was charged. A missing response or a server error never does, except
 * when the processor was unavailable and not called. An early rejection settles only a first attempt, because an earlier
 * attempt may have charged.
 */
export function isConclusive(problem: ApiProblem, isFirstAttempt: boolean): boolean {
  if (problem.code === 'payments.processor-unavailable') return true;
  if (problem.isUncertain) return false;
  return isFirstAttempt || !rejectedEarlyStatuses.includes(problem.status);
}
