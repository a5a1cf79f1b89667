import { expect, test } from 'vitest';
import { readToken, tokenPattern } from '../card-processor/stored-method.ts';
import { chooseOutcome, magicCeilingCents } from '../magic-values.ts';
import { customerLines } from './population.ts';

const options = { seed: 1, bills: 2, today: '2026-03-10' };
const methods = Array.from({ length: 300 }, (_, index) => customerLines(index, options))
  .flat()
  .filter((line) => line.type === 'paymentMethod');

test('no amount that a generated customer may owe selects an outcome by chance', () => {
  expect(methods.length).toBeGreaterThan(0);
  const tokens = [...new Set(methods.map(({ token }) => token))];
  for (const token of tokens)
    for (let cents = 1; cents < magicCeilingCents; cents += 1)
      if (chooseOutcome(token, cents).keyword !== 'ordinary') expect.fail(`${token} at ${cents} cents`);
});

test('a generated method is what the card processors read from its token', () => {
  for (const { token, lastFour, cardType } of methods) {
    expect(token).toMatch(tokenPattern);
    expect(readToken(token)).toMatchObject({ lastFour, brand: cardType });
  }
});
