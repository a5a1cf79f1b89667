import type { Brand } from '../card-processor/brand.ts';

/** The digits of a number as people type it, with spaces or dashes; undefined with anything else in it. */
export function readDigits(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(digits) ? digits : undefined;
}

/** Whether the last digit fits the others (ISO/IEC 7812-1, the Luhn formula). */
export function passesLuhn(digits: string): boolean {
  return luhnSum(digits) % 10 === 0;
}

/** The digits with the check digit that makes them pass the Luhn formula. */
export function withCheckDigit(digits: string): string {
  return `${digits}${(10 - (luhnSum(`${digits}0`) % 10)) % 10}`;
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

/** The brands by the leading digits of their numbers, with the lengths that they have. */
const brandRanges: readonly { brand: Brand; leading: RegExp; lengths: readonly number[] }[] = [
  { brand: 'AMEX', leading: /^3[47]/, lengths: [15] },
  { brand: 'DINERS', leading: /^3(?:0[0-5]|[68])/, lengths: [14, 16] },
  { brand: 'JCB', leading: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { brand: 'DISC', leading: /^6(?:011|4[4-9]|5)/, lengths: [16] },
  { brand: 'MC', leading: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { brand: 'VISA', leading: /^4/, lengths: [13, 16, 19] },
];

/** The brand of a card number; undefined for a brand that is not accepted. */
export function brandOf(digits: string): Brand | undefined {
  return brandRanges.find(({ leading }) => leading.test(digits))?.brand;
}

/** Whether a card number has a length of its brand and the right check digit. */
export function isCardNumber(digits: string): boolean {
  const range = brandRanges.find(({ leading }) => leading.test(digits));
  return (range?.lengths.includes(digits.length) ?? digits.length >= 12) && passesLuhn(digits);
}

/** Whether nine digits are a routing number: the ABA's check digit and one of its prefixes. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2])\d{7}$/.test(digits)) return false;
  const weights = [3, 7, 1];
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}
