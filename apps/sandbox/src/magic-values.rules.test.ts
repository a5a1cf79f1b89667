import { describe, expect, it } from 'vitest';
import { chooseOutcome, MAGIC_VALUES } from './magic-values.ts';

const withCents = MAGIC_VALUES.filter(({ cents }) => cents !== undefined);

describe('choosing what happens to a payment', () => {
  it.each(withCents)(
    'chooses "$word" by the cents of a small amount, for any card',
    ({ word, cents = 0 }) => {
      expect(chooseOutcome('visa-4242', 100 + cents).word).toBe(word);
      expect(chooseOutcome('mc-5454-declined', 900 + cents).word).toBe(word);
    },
  );

  it.each(MAGIC_VALUES)('chooses "$word" by the token, for an ordinary amount', ({ word }) => {
    expect(chooseOutcome(`visa-4242-${word}`, 8_400).word).toBe(word);
    expect(chooseOutcome(`bank-6789-${word.toUpperCase()}-7`, 8_400).word).toBe(word);
  });

  it.each([
    ['a large amount', 'visa-4242', 8_405],
    ['the first amount that is not small', 'visa-4242', 1_005],
    ['a small amount with other cents', 'visa-4242', 199],
    ['a word inside another', 'visa-4242-almost', 8_400],
  ])('leaves %s an ordinary payment', (_what, token, amountCents) => {
    expect(chooseOutcome(token, amountCents).word).toBe('ordinary');
  });

  it('has each word and each number of cents once, and words that are one piece of a token', () => {
    const words = MAGIC_VALUES.map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    expect(new Set(withCents.map(({ cents }) => cents)).size).toBe(withCents.length);
    expect(words.filter((word) => !/^[a-z]{4,12}$/.test(word))).toEqual([]);
  });
});
