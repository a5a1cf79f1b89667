import { type Brand, brands } from './brand.ts';
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

const defaultLastFour = '4242';
const defaultExpiry = '1239';
const pastExpiry = '0120';

/** The allowed form of a token. Orbital's customer reference allows the fewest characters. */
export const tokenPattern = /^[A-Za-z0-9-]{4,64}$/;

/**
 * Reads a token such as `visa-4242`, `mc-5454-0331-lost`, or `bank-6789-returned`. A token has keywords and four-digit
 * numbers: the first is the last four digits, the second the expiry as MMYY. The tokens of the hosted forms have their own
 * form. Any other token is a card.
 */
export function readToken(token: string): StoredMethod {
  const { brand, lastFour, expiry } = readFrameToken(token) ?? readWords(token);
  const isBank = brand === 'ACH';
  return { token, kind: isBank ? 'bank' : 'card', brand, lastFour, expiry: isBank ? '' : expiry };
}

function readWords(token: string): Pick<StoredMethod, 'brand' | 'lastFour' | 'expiry'> {
  const words = token.toLowerCase().split('-');
  const usualExpiry = words.includes('expired') ? pastExpiry : defaultExpiry;
  const [lastFour = defaultLastFour, expiry = usualExpiry] = words.filter((word) => /^\d{4}$/.test(word));
  const [brand = 'VISA'] = words.flatMap((word) => brandOfKeyword(word) ?? []);
  return { brand, lastFour, expiry };
}

function brandOfKeyword(word: string): Brand | undefined {
  return word === 'bank' ? 'ACH' : brands.find((brand) => brand.toLowerCase() === word);
}

/** The number as processors show it, with all but the last four digits masked. */
export function maskedNumber(method: Pick<StoredMethod, 'brand' | 'lastFour'>): string {
  const maskedDigits = method.brand === 'AMEX' ? 11 : 12;
  return 'X'.repeat(maskedDigits) + method.lastFour;
}
