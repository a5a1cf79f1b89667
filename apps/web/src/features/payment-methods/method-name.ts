import { lastDayOfMonth } from '@myaccount/contract/calendar';
import {
  isExpired as isExpiredAfter,
  methodFamily,
  type PaymentMethod,
} from '@myaccount/contract/payment-methods';
import type { TFunction } from 'i18next';
import { noBreakSpace } from '../../ui/time.ts';

type MethodIdentity = Pick<PaymentMethod, 'card_type' | 'last_four'> &
  Partial<Pick<PaymentMethod, 'reference'>>;

const shownDigits = 4;

/** Returns “…1234” of a method: its `last_four`, or the digits after the `;` of its reference; empty where none are known or shown. */
export function endingOf({ card_type, last_four, reference }: MethodIdentity): string {
  if (methodFamily(card_type) === 'payment') return '';
  const digits = last_four || reference?.split(';')[1]?.match(/\d+$/)?.[0].slice(-shownDigits);
  return digits ? `…${digits}` : '';
}

/** Returns “Credit Card …1234”, “Bank Account …1234”, or “Payment” in the customer’s language (PAYMENTS-4). */
export function methodName(method: MethodIdentity, t: TFunction): string {
  const kind = t(`payment-methods.name.${methodFamily(method.card_type)}`);
  return [kind, endingOf(method)].filter(Boolean).join(' ');
}

const wordJoiner = '\u2060';

/** Returns the method as it reads in a sentence, where nothing may part it from its digits; a saved one when unknown. */
export function methodInSentence(method: MethodIdentity | undefined, t: TFunction): string {
  const family = method ? methodFamily(method.card_type) : 'payment';
  const kind = t(`payment-methods.inSentence.${family}`);
  const ending = method ? endingOf(method) : '';
  return ending ? `${kind}${noBreakSpace}${ending.replace('…', `…${wordJoiner}`)}` : kind;
}

/** The longest name that a customer gives a method. */
export const nicknameLength = 40;

/** Five digits in a row, with or without spaces and dashes: part of a card or account number. */
const longNumber = /\d(?:[ -]?\d){4,}/;

/** True when a name may be sent: card and bank numbers are typed only into the service’s form (METHODS-2). */
export function isNickname(text: string): boolean {
  return !longNumber.test(text);
}

/** True when a card’s `MM/YYYY` has passed on `today` (`YYYY-MM-DD`): a card is valid to the end of its month. */
export function isExpired(expirationDate: string | null, today: string): boolean {
  const [, month, year] = expirationDate?.match(/^(\d{2})\/(\d{4})$/) ?? [];
  return isExpiredAfter(year && month ? lastDayOfMonth(Number(year), Number(month)) : null, today);
}
