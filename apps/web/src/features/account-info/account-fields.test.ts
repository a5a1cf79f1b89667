import { expect, test } from 'vitest';
import { cleanText } from './account-fields.ts';

type Row = readonly [kind: 'phoneDigits' | 'pinDigits' | 'zipDigits', typed: string, kept: string];

const pasted: readonly Row[] = [
  ['phoneDigits', '(555) 010-0177', '5550100177'],
  ['phoneDigits', '+1 (555) 010-０１７７', '5550100177'],
  ['phoneDigits', '1-555-010-0177', '5550100177'],
  ['phoneDigits', '+52 55 1234 5678', '+525512345678'],
  ['phoneDigits', '＋52 55 1234 5678', '+525512345678'],
  ['phoneDigits', '+47 22 22 22 22', '+4722222222'],
  ['phoneDigits', '52 55 1234 5678', '525512345678'],
  ['phoneDigits', '011 52 55 1234 5678', '011525512345678'],
  ['phoneDigits', '0044 20 7946 0958', '00442079460958'],
  ['phoneDigits', '(555) 010-0177 x45', '555010017745'],
  ['phoneDigits', '+', '+'],
  ['phoneDigits', '+1', ''],
  ['pinDigits', '12 34', '1234'],
  ['pinDigits', '12345', '12345'],
  ['zipDigits', '12345', '12345'],
  ['zipDigits', '12345-6789', '12345-6789'],
  ['zipDigits', '12345 6789', '12345-6789'],
  ['zipDigits', '123456789', '12345-6789'],
  ['zipDigits', '123456', '12345-6'],
  ['zipDigits', '1234567890', '1234567890'],
];

test.each(pasted)(
  '[CONTACT-1, ADDRESS-1] of %s pasted as “%s” stays “%s”: never a part of it',
  (kind, text, kept) => {
    expect(cleanText(kind, text, '')).toBe(kept);
  },
);

test.each([
  ['phoneDigits', '5550100177', '55501001779', '5550100177'],
  ['phoneDigits', '5550100177', '95550100177', '5550100177'],
  ['phoneDigits', '5550100177', '41791234567', '41791234567'],
  ['phoneDigits', '+5255', '+525', '+525'],
  ['pinDigits', '1234', '12345', '1234'],
  ['zipDigits', '12345-6789', '12345-67890', '12345-6789'],
  ['zipDigits', '12345', '12345-', '12345'],
  ['zipDigits', '12345-6', '12345-', '12345'],
] as const)('[CONTACT-1, ADDRESS-1] a %s of “%s” that becomes “%s” is “%s”', (kind, current, typed, kept) => {
  expect(cleanText(kind, typed, current)).toBe(kept);
});
