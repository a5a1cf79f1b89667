import type { Language } from '@myaccount/contract/languages';
import { type CardType, methodFamily } from '@myaccount/contract/payment-methods';
import { translator } from '../../platform/texts.ts';

/** Returns a method's name in mail and documents, such as "Credit Card …4242" or "Payment" (PAYMENTS-4). */
export function methodName(
  method: { cardType: string; lastFour: string | null },
  language: Language,
): string {
  const family = methodFamily(method.cardType as CardType);
  const digits = family === 'payment' || !method.lastFour ? '' : ` …${method.lastFour}`;
  return `${translator(language)(`payment-methods.${family}`)}${digits}`;
}
