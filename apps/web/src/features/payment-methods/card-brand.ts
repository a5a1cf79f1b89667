import { type CardType, methodFamily, type PaymentMethod } from '@myaccount/contract/payment-methods';
import type { CardMarkName } from '../../ui/CardMark.tsx';

const networks: Readonly<Partial<Record<CardType, CardMarkName>>> = {
  VISA: 'visa',
  VISADEBIT: 'visa',
  MASTERCARD: 'mastercard',
  MC: 'mastercard',
  MCDEBIT: 'mastercard',
  AMEX: 'amex',
  DISCOVER: 'discover',
  DISC: 'discover',
  JCB: 'jcb',
};

/** As printed on the card. */
const networkNames: Readonly<Partial<Record<CardMarkName, string>>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
};

/** Returns the mark to draw for a method: its card network’s, a bank’s, or a plain card. */
export function markOf({ card_type }: Pick<PaymentMethod, 'card_type'>): CardMarkName {
  return networks[card_type] ?? (methodFamily(card_type) === 'bank' ? 'bank' : 'card');
}

/** Returns the card’s brand and the customer’s own name for the method, each once. */
export function namesOf(method: Pick<PaymentMethod, 'card_type' | 'nickname'>): string[] {
  const brand = networkNames[markOf(method)];
  const own = method.nickname?.trim();
  const isOwnNew = own && own.toLowerCase() !== brand?.toLowerCase();
  return [...(brand ? [brand] : []), ...(isOwnNew ? [own] : [])];
}
