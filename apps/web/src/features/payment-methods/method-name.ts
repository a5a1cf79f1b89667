import { type CardType, methodFamily, type PaymentMethod } from '@myaccount/contract/payment-methods';
import type { CardMarkName } from '../../ui/CardMark.tsx';

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

interface Brand {
  readonly mark: CardMarkName;
  /** As printed on the card. */
  readonly name: string;
}

const visa: Brand = { mark: 'visa', name: 'Visa' };
const mastercard: Brand = { mark: 'mastercard', name: 'Mastercard' };
const discover: Brand = { mark: 'discover', name: 'Discover' };

const brands: Readonly<Partial<Record<CardType, Brand>>> = {
  VISA: visa,
  VISADEBIT: visa,
  MASTERCARD: mastercard,
  MC: mastercard,
  MCDEBIT: mastercard,
  AMEX: { mark: 'amex', name: 'American Express' },
  DISCOVER: discover,
  DISC: discover,
  JCB: { mark: 'jcb', name: 'JCB' },
};

/** Returns the mark to draw for a method: its card network’s, a bank’s, or a plain card. */
export function markOf({ card_type }: Pick<MethodIdentity, 'card_type'>): CardMarkName {
  return brands[card_type]?.mark ?? (methodFamily(card_type) === 'bank' ? 'bank' : 'card');
}

/** Returns the card’s brand and the customer’s own name for the method, each once. */
export function namesOf({ card_type, nickname }: Pick<PaymentMethod, 'card_type' | 'nickname'>): string[] {
  const brand = brands[card_type]?.name;
  const own = nickname?.trim();
  const isOwnNew = own && own.toLowerCase() !== brand?.toLowerCase();
  return [...(brand ? [brand] : []), ...(isOwnNew ? [own] : [])];
}

/** True when a card’s `MM/YYYY` is before the month of `today` (`YYYY-MM-DD`): a card is valid to the end of its month. */
export function isExpired(expirationDate: string | null, today: string): boolean {
  const [, month, year] = expirationDate?.match(/^(\d{2})\/(\d{4})$/) ?? [];
  return month !== undefined && year !== undefined && `${year}-${month}` < today.slice(0, 7);
}
