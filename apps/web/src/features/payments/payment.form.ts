import { addDays } from '@myaccount/contract/calendar';
import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { lastPlanDay } from '@myaccount/contract/planned-payments';
import { itemOfInvoice, toPayCents } from '../balance/open-items.rules.ts';

/** Values of the payment form. */
export interface PaymentFormValues {
  readonly paymentAmount: 'currentBalance' | 'otherAmount';
  /** As typed, without the $. */
  readonly customAmount: string;
  /** Id of the chosen saved method; empty when none is. */
  readonly selectedCard: string;
  readonly paymentTiming: 'now' | 'dated';
  /** The chosen day, `YYYY-MM-DD`; empty when none is. Counts only while dated. */
  readonly paymentDate: string;
  /** True when the authorization of the bank debit is checked. */
  readonly isDebitAuthorized: boolean;
  /** Counts as one-time while the recurring choice is not offered. */
  readonly paymentType: 'onetime' | 'recurring';
  /** True when the authorization of autopay is checked. */
  readonly isAutopayAuthorized: boolean;
}

/** Keys of texts under `payments.form.errors`. */
export type PaymentFormError =
  | 'amountInvalid'
  | 'amountTooLarge'
  | 'nothingDue'
  | 'methodMissing'
  | 'methodNotUsable'
  | 'dateMissing'
  | 'dateNotAllowed'
  | 'authorizationMissing'
  | 'autopayAuthorizationMissing'
  | 'recurringRefused';

/** Errors by field; one of the amount is at `customAmount`, also where the balance is chosen. */
export type PaymentFormErrors = Partial<Record<keyof PaymentFormValues, PaymentFormError>>;

/** Limits that the form is validated against. */
export interface PaymentFormLimits {
  readonly amountDueCents: number;
  readonly maximumCents: number;
  /** Days that can be chosen; undefined when the payment can only be made at once. */
  readonly dates: { readonly first: string; readonly last: string } | undefined;
  /** True when the customer must authorize a bank debit. */
  readonly needsAuthorization: boolean;
  /** True when the customer chose autopay with the payment, and must authorize it. */
  readonly isRecurring: boolean;
}

export const emptyPaymentForm: PaymentFormValues = {
  paymentAmount: 'currentBalance',
  customAmount: '',
  selectedCard: '',
  paymentTiming: 'now',
  paymentDate: '',
  isDebitAuthorized: false,
  paymentType: 'onetime',
  isAutopayAuthorized: false,
};

/** Returns the form as it begins: with what is due or, opened to pay one of several bills, with that one's open amount. */
export function initialPaymentForm(
  billing: Pick<BillingRefresh, 'amountDue' | 'openItems'>,
  billId: string | undefined,
): PaymentFormValues {
  const bill = billId === undefined ? undefined : itemOfInvoice(billing, billId);
  const openCents = bill ? toPayCents(bill) : 0;
  if (openCents <= 0 || openCents >= centsOf(billing.amountDue)) return emptyPaymentForm;
  return {
    ...emptyPaymentForm,
    paymentAmount: 'otherAmount',
    customAmount: tidyTyped(String(openCents / 100)),
  };
}

/** A dollar sign or “USD” around a pasted amount, with any spaces. */
const currency = /^\s*(?:usd|us(?=\s*\$))?\s*\$?\s*|\s*(?:usd|\$)?\s*$/gi;
/**
 * How people write an amount: “1,084.50” as here, “1.084,50” as a Spanish keypad has it, “1 084,50”. No text is an amount in
 * two ways: “1,084” is a thousand, and “1.084” is none, since it could be a thousand or a slip.
 */
const writtenAmounts = [
  /^(?<dollars>\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.(?<cents>\d{0,2}))?$/,
  /^(?<dollars>\d+|[1-9]\d{0,2}(?:\.\d{3})+)?,(?<cents>\d{0,2})$/,
  /^(?<dollars>[1-9]\d{0,2}(?: \d{3})+)(?:[.,](?<cents>\d{0,2}))?$/,
];

/** Returns a typed or pasted text in plain digits, commas, points, and spaces, without its currency. */
function bareAmount(text: string): string {
  return text.normalize('NFKC').replace(currency, '');
}

/** True when the text can still become an amount: only digits, commas, points, and spaces (PAY-1). */
export function canBecomeAmount(text: string): boolean {
  return /^[\d,. ]{0,12}$/.test(bareAmount(text));
}

/** Returns the cents of a typed or pasted amount; undefined when it is not an amount. */
export function centsFromTyped(text: string): number | undefined {
  const bare = bareAmount(text);
  const parts = writtenAmounts.map((written) => written.exec(bare)?.groups).find(Boolean);
  if (!parts || !/\d/.test(bare)) return undefined;
  const { dollars = '', cents: typedCents = '' } = parts;
  const cents = Number(dollars.replace(/\D/g, '') + typedCents.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** Formats “1084.5” as “1,084.50”; returns anything that is not an amount unchanged. */
export function tidyTyped(text: string): string {
  const cents = centsFromTyped(text);
  return cents === undefined ? text : formatCents(cents).replace('$', '');
}

/** Returns the cents that these values would charge; undefined when the typed amount is not valid. */
export function amountCentsOf(values: PaymentFormValues, amountDueCents: number): number | undefined {
  return values.paymentAmount === 'currentBalance' ? amountDueCents : centsFromTyped(values.customAmount);
}

function amountErrors(values: PaymentFormValues, limits: PaymentFormLimits): PaymentFormErrors {
  const amountCents = amountCentsOf(values, limits.amountDueCents) ?? 0;
  if (amountCents > limits.maximumCents) return { customAmount: 'amountTooLarge' };
  if (amountCents > 0) return {};
  return { customAmount: values.paymentAmount === 'otherAmount' ? 'amountInvalid' : 'nothingDue' };
}

/** Returns the days that can be chosen: those of a plan, while something is due (PAY-3). */
export function datesToChoose(
  { amountDue, openItems }: Pick<BillingRefresh, 'amountDue' | 'openItems'>,
  today: string,
): PaymentFormLimits['dates'] {
  return amountDue > 0 ? planDates(openItems, today) : undefined;
}

/** Returns the days that a payment can be dated to: from today to the newest due date ahead (PAY-3); undefined for none. */
export function planDates(openItems: BillingRefresh['openItems'], today: string): PaymentFormLimits['dates'] {
  const items = openItems.map(({ due_date, amount, on_its_way }) => ({
    dueOn: due_date,
    openCents: centsOf(amount),
    onItsWayCents: centsOf(on_its_way),
  }));
  const last = lastPlanDay(items) ?? today;
  return last > today ? { first: today, last } : undefined;
}

/** Returns the days that are offered before the calendar: the due date, and the next Friday where it is sooner. */
export function offeredDaysOf({ first, last }: NonNullable<PaymentFormLimits['dates']>) {
  const daysToFriday = ((11 - new Date(first).getUTCDay()) % 7) + 1;
  const friday = addDays(first, daysToFriday);
  return friday < last ? ({ due: last, friday } as const) : ({ due: last } as const);
}

/** Returns the day of a payment dated ahead; undefined for one that is made at once. */
export function plannedDayOf(
  { paymentTiming, paymentDate }: PaymentFormValues,
  dates: PaymentFormLimits['dates'],
): string | undefined {
  const isPlanned = dates !== undefined && paymentTiming === 'dated' && paymentDate > dates.first;
  return isPlanned ? paymentDate : undefined;
}

function dateErrors({ paymentTiming, paymentDate }: PaymentFormValues, { dates }: PaymentFormLimits) {
  if (!dates || paymentTiming === 'now') return {};
  if (paymentDate === '') return { paymentDate: 'dateMissing' } as const;
  const isAllowed = dates.first <= paymentDate && paymentDate <= dates.last;
  return isAllowed ? {} : ({ paymentDate: 'dateNotAllowed' } as const);
}

/**
 * Returns the authorizations that a change withdraws: the debit's names amount, account, and day, autopay's belongs to the
 * method and the choice.
 */
export function withdrawnBy(changed: Partial<PaymentFormValues>): Partial<PaymentFormValues> {
  return {
    ...(!('isAutopayAuthorized' in changed) && { isDebitAuthorized: false }),
    ...(('selectedCard' in changed || 'paymentType' in changed) && { isAutopayAuthorized: false }),
  };
}

/** Returns every validation error by field (PAY-1, PAY-2, PAY-3). */
export function paymentFormErrors(values: PaymentFormValues, limits: PaymentFormLimits): PaymentFormErrors {
  const errors = { ...amountErrors(values, limits), ...dateErrors(values, limits) };
  if (values.selectedCard === '') return { ...errors, selectedCard: 'methodMissing' };
  if (limits.needsAuthorization && !values.isDebitAuthorized) {
    return { ...errors, isDebitAuthorized: 'authorizationMissing' };
  }
  if (limits.isRecurring && !values.isAutopayAuthorized) {
    return { ...errors, isAutopayAuthorized: 'autopayAuthorizationMissing' };
  }
  return errors;
}
