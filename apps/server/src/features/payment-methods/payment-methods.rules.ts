import { addDays } from '@myaccount/contract/calendar';
import { type PaymentFailure, paymentFailureOf } from '@myaccount/contract/payment-failures';
import {
  type AutopayBar,
  type CardType,
  isExpired,
  type MethodType,
  methodFamily,
  type PaymentMethod,
  type RecurringPayment,
} from '@myaccount/contract/payment-methods';
import type { ProblemCode } from '@myaccount/contract/problem';

/** The fields of a method that may be shown. They never include the processor's token. */
export interface ShownMethod {
  /** Our id, which callers see as `token`. Null if the method itself is unknown. */
  readonly id: string | null;
  readonly methodType: string;
  readonly cardType: string;
  readonly nickname: string | null;
  readonly lastFour: string | null;
  /** Last day of the month on the card. */
  readonly expiresOn: string | null;
  readonly holderName: string | null;
}

/** A saved method as its mails and the audit trail name it. */
export interface NamedMethod {
  readonly id: string;
  readonly cardType: string;
  readonly lastFour: string | null;
  /** Last day of the month on the card; null for a bank account. */
  readonly expiresOn: string | null;
}

/** Returns a method in its wire format. `token` is our id, never the processor's token. */
export function paymentMethodOf(method: ShownMethod): PaymentMethod {
  return {
    payment_method_type: method.methodType as MethodType,
    card_type: method.cardType as CardType,
    nickname: method.nickname,
    expiration_date: method.expiresOn && expirationOf(method.expiresOn),
    last_four: method.lastFour,
    token: method.id,
    reference: method.methodType === 'custom' ? referenceOf(method) : null,
    account_holder_name: method.holderName,
    first_name: null,
    last_name: null,
    custom_field_values: method.methodType === 'custom' ? customFieldsOf(method) : [],
  };
}

/** Returns the month on a card as MM/YYYY, from its last day. */
export function expirationOf(expiresOn: string): string {
  return `${expiresOn.slice(5, 7)}/${expiresOn.slice(0, 4)}`;
}

/** Returns card type and last digits, at most 12 characters in total (METHODS-3). */
export function referenceOf({ cardType, lastFour }: Pick<ShownMethod, 'cardType' | 'lastFour'>): string {
  const maximum = 12;
  const digits = lastFour ?? '';
  return `${cardType.slice(0, maximum - 1 - digits.length)};${digits}`;
}

function customFieldsOf(method: ShownMethod): PaymentMethod['custom_field_values'] {
  return [
    { name: 'Token', value: method.id ?? '' },
    { name: 'Nick Name', value: method.nickname ?? '' },
    { name: 'accountname', value: method.holderName ?? '' },
  ];
}

/** Returns whether a payment with the method is a bank debit, which needs a consent and settles later. */
export function isBankAccount(method: { readonly methodType: string; readonly cardType: string }): boolean {
  return method.methodType === 'tokenized-bank' || methodFamily(method.cardType as CardType) === 'bank';
}

/** Returns whether the card expires within a number of days or has expired. */
export function expiresSoon(expiresOn: string | null, today: string, days: number): boolean {
  return expiresOn !== null && expiresOn <= addDays(today, days);
}

/** What happened to a method that its customer gets mail about. */
export type MethodMailEvent = 'added' | 'removed' | 'expiring';

/** What decides whether a saved method may be changed. */
export interface MethodUse {
  readonly isRemoved: boolean;
  readonly isDefault: boolean;
  readonly isUsedByAutopay: boolean;
  readonly isUsedByPlanned: boolean;
}

/** Returns why a method cannot be the default (METHODS-6); undefined if it can. */
export function whyNotDefault(
  method: Pick<MethodUse, 'isRemoved'> & { readonly expiresOn: string | null },
  today: string,
): ProblemCode | undefined {
  if (method.isRemoved) return 'payment-methods.removed';
  return isExpired(method.expiresOn, today) ? 'payment-methods.expired' : undefined;
}

/** Returns why a method cannot be removed (METHODS-7); undefined if it can. What uses it is said first. */
export function whyNotRemoved(method: MethodUse): ProblemCode | undefined {
  if (method.isRemoved) return 'payment-methods.removed';
  if (method.isUsedByAutopay) return 'payment-methods.used-by-autopay';
  if (method.isUsedByPlanned) return 'payment-methods.used-by-planned';
  return method.isDefault ? 'payment-methods.is-default' : undefined;
}

/** Returns whether returned debits stop a method from being used for autopay (RETURN-1). */
export function isStoppedByReturns(
  returns: readonly (PaymentFailure | null)[],
  returnLimit: number,
): boolean {
  return returns.includes('unauthorized') || returns.length >= returnLimit;
}

/** Returns what the bank said that keeps autopay from charging a method; null if nothing. */
export function autopayBarOf(
  method: { readonly isValid: boolean; readonly returns: readonly (PaymentFailure | null)[] },
  returnLimit: number,
): AutopayBar | null {
  if (!method.isValid) return 'invalid-account';
  return isStoppedByReturns(method.returns, returnLimit) ? 'returned' : null;
}

/** The outcome of the last payment with a method that its bank answered. */
export interface LastPayment {
  readonly state: string;
  readonly failureCode: string | null;
  /** Business day. */
  readonly answeredOn: string;
}

/** Returns when and why the last payment with a method failed or came back; nothing when it did not. */
export function declinedOf(last: LastPayment | null): Pick<RecurringPayment, 'declined'> {
  const isDeclined = last?.state === 'PROCESSING_ERROR' || last?.state === 'RETURNED';
  return isDeclined ? { declined: { date: last.answeredOn, code: paymentFailureOf(last) } } : {};
}
