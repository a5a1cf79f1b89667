import { type CardType, methodFamily } from '@myaccount/contract/payment-methods';
import { type Language, translator } from '../../platform/texts.ts';

/** “Credit Card …4242”, “Bank Account …6789” or “Payment”, as mail and documents name a method (PAYMENTS-4). */
export function methodName(
  method: { cardType: string; lastFour: string | null },
  language: Language,
): string {
  const family = methodFamily(method.cardType as CardType);
  const digits = family === 'payment' || !method.lastFour ? '' : ` …${method.lastFour}`;
  return `${translator(language)(`payment-methods.${family}`)}${digits}`;
}
