/** What the stand-in processors have in their vault under a token. */
export interface StoredMethod {
  readonly token: string;
  readonly kind: 'card' | 'bank';
  readonly brand: Brand;
  readonly lastFour: string;
  /** MMYY; empty for a bank account. */
  readonly expiry: string;
}

export type Brand = 'VISA' | 'MC' | 'AMEX' | 'DISC' | 'DINERS' | 'JCB' | 'VISADEBIT' | 'MCDEBIT' | 'ACH';

const brandOfWord: Readonly<Record<string, Brand>> = {
  visa: 'VISA',
  mc: 'MC',
  amex: 'AMEX',
  disc: 'DISC',
  diners: 'DINERS',
  jcb: 'JCB',
  visadebit: 'VISADEBIT',
  mcdebit: 'MCDEBIT',
  ach: 'ACH',
  bank: 'ACH',
};
const defaultLastFour = '4242';
const defaultExpiry = '1239';
const pastExpiry = '0120';

/** What a token may look like; Orbital's customer reference allows the fewest characters. */
export const tokenPattern = /^[A-Za-z0-9-]{4,64}$/;

/**
 * Reads a token such as `visa-4242`, `mc-5454-0331-lost` or `bank-6789-returned`: words, and numbers of four
 * digits of which the first is the end of the number and the second the expiry as MMYY. Any other token is a card.
 */
export function readToken(token: string): StoredMethod {
  const words = token.toLowerCase().split('-');
  const [lastFour = defaultLastFour, expiry] = words.filter((word) => /^\d{4}$/.test(word));
  const brand = words.map((word) => brandOfWord[word]).find((found) => found !== undefined) ?? 'VISA';
  const kind = brand === 'ACH' ? 'bank' : 'card';
  const cardExpiry = expiry ?? (words.includes('expired') ? pastExpiry : defaultExpiry);
  return { token, kind, brand, lastFour, expiry: kind === 'bank' ? '' : cardExpiry };
}

/** The number as processors show it: all but the last four digits covered. */
export function maskedNumber(method: StoredMethod): string {
  const coveredDigits = method.brand === 'AMEX' ? 11 : 12;
  return 'X'.repeat(coveredDigits) + method.lastFour;
}
