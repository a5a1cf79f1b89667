import { methodFamily, type PaymentMethod } from '@myaccount/contract/payment-methods';

type MethodIdentity = Pick<PaymentMethod, 'card_type' | 'last_four' | 'reference'>;

const shownDigits = 4;

/** Returns the last digits of a method: `last_four`, or the digits after the `;` of its reference; null when unknown. */
export function lastDigitsOf(method: Pick<MethodIdentity, 'last_four' | 'reference'>): string | null {
  if (method.last_four) return method.last_four;
  const digits = method.reference?.split(';')[1]?.match(/\d+$/)?.[0];
  return digits ? digits.slice(-shownDigits) : null;
}

type Translate = (key: string, values?: Record<string, string>) => string;

/** “…1234”, or nothing where no digits are known or shown. */
function endingOf(method: MethodIdentity): string {
  const digits = methodFamily(method.card_type) === 'payment' ? null : lastDigitsOf(method);
  return digits ? `…${digits}` : '';
}

/** Returns “Credit Card” and “…1234”: the two parts of {@link methodName}, the second empty where there are no digits. */
export function methodNameParts(
  method: MethodIdentity,
  translate: Translate,
): [kind: string, ending: string] {
  return [translate(`payment-methods.name.${methodFamily(method.card_type)}`), endingOf(method)];
}

/** Returns “Credit Card …1234”, “Bank Account …1234”, or “Payment” in the customer’s language (PAYMENTS-4). */
export function methodName(method: MethodIdentity, translate: Translate): string {
  return methodNameParts(method, translate).filter(Boolean).join(' ');
}

const noBreakSpace = '\u00a0';
const wordJoiner = '\u2060';

/** Returns the method as it reads in a sentence, where nothing may part it from its digits; a saved one when unknown. */
export function methodInSentence(method: MethodIdentity | undefined, translate: Translate): string {
  const family = method ? methodFamily(method.card_type) : 'payment';
  const kind = translate(`payment-methods.inSentence.${family}`);
  const ending = method ? endingOf(method) : '';
  return ending ? `${kind}${noBreakSpace}${ending.replace('…', `…${wordJoiner}`)}` : kind;
}

/** True when a card’s `MM/YYYY` is before the month of `today` (`YYYY-MM-DD`): a card is valid to the end of its month. */
export function isExpired(expirationDate: string | null, today: string): boolean {
  const [, month, year] = expirationDate?.match(/^(\d{2})\/(\d{4})$/) ?? [];
  return month !== undefined && year !== undefined && `${year}-${month}` < today.slice(0, 7);
}
