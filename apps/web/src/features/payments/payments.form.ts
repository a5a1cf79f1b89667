import { formatCents } from '@myaccount/contract/money';

/** What is on the screen of the payment form. */
export interface PaymentFormValues {
  readonly paymentAmount: 'currentBalance' | 'otherAmount';
  /** As typed, without the $. */
  readonly customAmount: string;
  /** Id of the chosen saved method; empty when none is. */
  readonly selectedCard: string;
  /** Whether the bank debit’s authorization is ticked. */
  readonly isDebitAuthorized: boolean;
}

/** Keys of texts under `payments.form.errors`. */
export type PaymentFormError =
  | 'amountInvalid'
  | 'amountTooLarge'
  | 'nothingDue'
  | 'methodMissing'
  | 'methodNotUsable'
  | 'authorizationMissing';

export type PaymentFormErrors = Partial<
  Record<'customAmount' | 'selectedCard' | 'isDebitAuthorized' | 'formSubmitError', PaymentFormError>
>;

/** What the form is checked against. */
export interface PaymentFormLimits {
  readonly amountDueCents: number;
  readonly maximumCents: number;
  /** Whether the chosen method is a bank account, whose debit has to be authorized. */
  readonly needsAuthorization: boolean;
}

export const emptyPaymentForm: PaymentFormValues = {
  paymentAmount: 'currentBalance',
  customAmount: '',
  selectedCard: '',
  isDebitAuthorized: false,
};

const typedAmount = /^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d{0,2})?$/;
const typingAmount = /^[\d,]{0,12}(?:\.\d{0,2})?$/;

/** Whether the text can still become an amount: digits, commas and at most two decimals (PAY-1). */
export function canBecomeAmount(text: string): boolean {
  return typingAmount.test(text);
}

/**
 * Cents of a typed amount, undefined where it is none. Commas only as thousands: “84,50” is refused rather
 * than read as 8,450.
 */
export function centsFromTyped(text: string): number | undefined {
  const trimmed = text.trim().replace(/^\$\s*/, '');
  if (!/\d/.test(trimmed) || !typedAmount.test(trimmed)) return undefined;
  const [whole = '', decimals = ''] = trimmed.replaceAll(',', '').split('.');
  const cents = Number(whole || '0') * 100 + Number(decimals.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** “1084.5” becomes “1,084.50”; what is no amount stays as it was typed. */
export function tidyTyped(text: string): string {
  const cents = centsFromTyped(text);
  return cents === undefined ? text : formatCents(cents).replace('$', '');
}

/** What would be charged with these values, undefined while that is not known. */
export function amountCentsOf(values: PaymentFormValues, amountDueCents: number): number | undefined {
  return values.paymentAmount === 'currentBalance' ? amountDueCents : centsFromTyped(values.customAmount);
}

function amountErrors(values: PaymentFormValues, limits: PaymentFormLimits): PaymentFormErrors {
  const amountCents = amountCentsOf(values, limits.amountDueCents);
  if (values.paymentAmount === 'currentBalance') {
    if (limits.amountDueCents <= 0) return { formSubmitError: 'nothingDue' };
    return limits.amountDueCents > limits.maximumCents ? { formSubmitError: 'amountTooLarge' } : {};
  }
  if (amountCents === undefined || amountCents <= 0) return { customAmount: 'amountInvalid' };
  return amountCents > limits.maximumCents ? { customAmount: 'amountTooLarge' } : {};
}

/** Everything that stands in the way of paying, each where it belongs (PAY-1). */
export function paymentFormErrors(values: PaymentFormValues, limits: PaymentFormLimits): PaymentFormErrors {
  const errors = amountErrors(values, limits);
  if (values.selectedCard === '') return { ...errors, selectedCard: 'methodMissing' };
  if (limits.needsAuthorization && !values.isDebitAuthorized) {
    return { ...errors, isDebitAuthorized: 'authorizationMissing' };
  }
  return errors;
}
