import { type CardType, methodFamily, type PaymentMethod } from '@myaccount/contract/payment-methods';
import type { CardBrand } from '@myaccount/contract/web-config';
import { config } from '../../api/config.ts';
import type { CardMarkName } from '../../ui/CardMark.tsx';

interface Network {
  readonly mark: CardBrand;
  /** As printed on the card. */
  readonly name: string;
  readonly cardTypes: readonly CardType[];
}

const networks: readonly Network[] = [
  { mark: 'visa', name: 'Visa', cardTypes: ['VISA', 'VISADEBIT'] },
  { mark: 'mastercard', name: 'Mastercard', cardTypes: ['MASTERCARD', 'MC', 'MCDEBIT'] },
  { mark: 'amex', name: 'American Express', cardTypes: ['AMEX'] },
  { mark: 'discover', name: 'Discover', cardTypes: ['DISCOVER', 'DISC'] },
  { mark: 'jcb', name: 'JCB', cardTypes: ['JCB'] },
];

const networkOf = (cardType: CardType) => networks.find(({ cardTypes }) => cardTypes.includes(cardType));

/** Returns the card networks that the provider takes, in its order. */
export function takenNetworks(): Pick<Network, 'mark' | 'name'>[] {
  return config.brand.cardBrands.flatMap((brand) => networks.filter(({ mark }) => mark === brand));
}

/** Returns the mark to draw for a method: its card network’s, a bank’s, or a plain card. */
export function markOf({ card_type }: Pick<PaymentMethod, 'card_type'>): CardMarkName {
  return networkOf(card_type)?.mark ?? (methodFamily(card_type) === 'bank' ? 'bank' : 'card');
}

/** Returns the card’s brand and the customer’s own name for the method, each once. */
export function namesOf(method: Pick<PaymentMethod, 'card_type' | 'nickname'>): string[] {
  const brand = networkOf(method.card_type)?.name;
  const own = method.nickname?.trim();
  const isOwnNew = own && own.toLowerCase() !== brand?.toLowerCase();
  return [...(brand ? [brand] : []), ...(isOwnNew ? [own] : [])];
}
