import { type CardType, methodFamily, type PaymentMethod } from '@myaccount/contract/payment-methods';
import type { CardMarkName } from '../../ui/CardMark.tsx';

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
export function markOf({ card_type }: Pick<PaymentMethod, 'card_type'>): CardMarkName {
  return brands[card_type]?.mark ?? (methodFamily(card_type) === 'bank' ? 'bank' : 'card');
}

/** Returns the card’s brand and the customer’s own name for the method, each once. */
export function namesOf({ card_type, nickname }: Pick<PaymentMethod, 'card_type' | 'nickname'>): string[] {
  const brand = brands[card_type]?.name;
  const own = nickname?.trim();
  const isOwnNew = own && own.toLowerCase() !== brand?.toLowerCase();
  return [...(brand ? [brand] : []), ...(isOwnNew ? [own] : [])];
}
