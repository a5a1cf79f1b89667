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

/** Returns “Credit Card …1234”, “Bank Account …1234”, or “Payment” in the customer’s language (PAYMENTS-4). */
export function methodName(method: MethodIdentity, translate: Translate): string {
  const family = methodFamily(method.card_type);
  if (family === 'payment') return translate('payment-methods.name.payment');
  const digits = lastDigitsOf(method);
  const kind = translate(`payment-methods.name.${family}`);
  return digits ? `${kind} …${digits}` : kind;
}

const brands: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  VISADEBIT: 'Visa',
  MASTERCARD: 'Mastercard',
  MC: 'Mastercard',
  MCDEBIT: 'Mastercard',
  AMEX: 'American Express',
  DISCOVER: 'Discover',
  DISC: 'Discover',
  JCB: 'JCB',
};

/** Returns the card’s brand as printed on the card; null for anything else. */
export function brandOf(method: Pick<MethodIdentity, 'card_type'>): string | null {
  return brands[method.card_type] ?? null;
}

/** True when a card’s `MM/YYYY` is before the month of `today` (`YYYY-MM-DD`): a card is valid to the end of its month. */
export function isExpired(expirationDate: string | null, today: string): boolean {
  const [, month, year] = expirationDate?.match(/^(\d{2})\/(\d{4})$/) ?? [];
  return month !== undefined && year !== undefined && `${year}-${month}` < today.slice(0, 7);
}
