import { randomInt } from 'node:crypto';
import type { Brand } from './brand.ts';

/** What the token of a card or bank account from a hosted form tells. It has no other digits of the number. */
export interface FrameToken {
  readonly brand: Brand;
  readonly lastFour: string;
  /** MMYY; 0000 for a bank account. */
  readonly expiry: string;
  /** The cents that select the outcome of its charges; 0 for ordinary ones. */
  readonly outcomeCents: number;
}

const codeOfBrand: Readonly<Record<Brand, string>> = {
  VISA: 'vi',
  VISADEBIT: 'vd',
  MC: 'mc',
  MCDEBIT: 'md',
  AMEX: 'ax',
  DISC: 'di',
  DINERS: 'dc',
  JCB: 'jc',
  ACH: 'ec',
};
const brandOfCode = new Map(Object.entries(codeOfBrand).map(([brand, code]) => [code, brand as Brand]));

/** 22 characters, which is all that Orbital's customer reference holds. */
const pattern = /^([a-z]{2})(\d{4})(\d{4})(\d{2})([a-z]{10})$/;
const randomLetters = 10;
const firstLetter = 97;

/** A new token of this method, different from every other. */
export function newFrameToken({ brand, lastFour, expiry, outcomeCents }: FrameToken): string {
  const letters = Array.from({ length: randomLetters }, () =>
    String.fromCharCode(firstLetter + randomInt(26)),
  );
  const outcome = String(outcomeCents).padStart(2, '0');
  return `${codeOfBrand[brand]}${lastFour}${expiry}${outcome}${letters.join('')}`;
}

/** Reads a token that a hosted form made; undefined for any other token. */
export function readFrameToken(token: string): FrameToken | undefined {
  const [, code = '', lastFour = '', expiry = '', outcome] = pattern.exec(token.toLowerCase()) ?? [];
  const brand = brandOfCode.get(code);
  return brand && { brand, lastFour, expiry, outcomeCents: Number(outcome) };
}
