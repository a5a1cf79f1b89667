import type { Brand } from './brand.ts';
import { readFrameToken } from './frame-token.ts';

/** A payment method in the vault of a sandbox processor. */
export interface StoredMethod {
  readonly token: string;
  readonly kind: 'card' | 'bank';
  readonly brand: Brand;
  readonly lastFour: string;
  /** MMYY; empty for a bank account. */
  readonly expiry: string;
}

const brandOfKeyword: Readonly<Record<string, Brand>> = {
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

/** The allowed form of a token. Orbital's customer reference allows the fewest characters. */
export const tokenPattern = /^[A-Za-z0-9-]{4,64}$/;

/**
 * Reads a token such as `visa-4242`, `mc-5454-0331-lost`, or `bank-6789-returned`. A token has keywords and four-digit
 * numbers: the first is the last four digits, the second the expiry as MMYY. The tokens of the hosted forms have a form of
 * their own. Any other token is a card.
 */
export function readToken(token: string): StoredMethod {
  const made = readFrameToken(token);
  if (made) {
    const kind = made.brand === 'ACH' ? 'bank' : 'card';
    return {
      token,
      kind,
      brand: made.brand,
      lastFour: made.lastFour,
      expiry: kind === 'bank' ? '' : made.expiry,
    };
  }
  const words = token.toLowerCase().split('-');
  const [lastFour = defaultLastFour, expiry] = words.filter((word) => /^\d{4}$/.test(word));
  const brand = words.map((word) => brandOfKeyword[word]).find((found) => found !== undefined) ?? 'VISA';
  const kind = brand === 'ACH' ? 'bank' : 'card';
  const cardExpiry = expiry ?? (words.includes('expired') ? pastExpiry : defaultExpiry);
  return { token, kind, brand, lastFour, expiry: kind === 'bank' ? '' : cardExpiry };
}

/** The number as processors show it, with all but the last four digits masked. */
export function maskedNumber(method: Pick<StoredMethod, 'brand' | 'lastFour'>): string {
  const maskedDigits = method.brand === 'AMEX' ? 11 : 12;
  return 'X'.repeat(maskedDigits) + method.lastFour;
}
