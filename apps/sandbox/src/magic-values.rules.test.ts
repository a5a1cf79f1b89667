import { describe, expect, it } from 'vitest';
import { chooseOutcome, magicValues } from './magic-values.ts';

const withCents = magicValues.filter(({ cents }) => cents !== undefined);

describe('selecting the outcome of a payment', () => {
  it.each(withCents)(
    'selects "$keyword" by the cents of a small amount, for any card',
    ({ keyword, cents = 0 }) => {
      expect(chooseOutcome('visa-4242', 100 + cents).keyword).toBe(keyword);
      expect(chooseOutcome('mc-5454-declined', 900 + cents).keyword).toBe(keyword);
    },
  );

  it.each(magicValues)('selects "$keyword" by the token, for an ordinary amount', ({ keyword }) => {
    expect(chooseOutcome(`visa-4242-${keyword}`, 8_400).keyword).toBe(keyword);
    expect(chooseOutcome(`bank-6789-${keyword.toUpperCase()}-7`, 8_400).keyword).toBe(keyword);
  });

  it.each([
    ['a large amount', 'visa-4242', 8_405],
    ['the first amount that is not small', 'visa-4242', 1_005],
    ['a small amount with other cents', 'visa-4242', 199],
    ['a keyword inside another word', 'visa-4242-almost', 8_400],
  ])('leaves %s an ordinary payment', (_what, token, amountCents) => {
    expect(chooseOutcome(token, amountCents).keyword).toBe('ordinary');
  });

  it.each(withCents)('leaves $cents cents an ordinary payment by a token that says so', ({ cents = 0 }) => {
    expect(chooseOutcome('visa-4242-ordinary', 100 + cents).keyword).toBe('ordinary');
    expect(chooseOutcome('bank-6789-ORDINARY', 900 + cents).keyword).toBe('ordinary');
  });

  it('lets a value differ from its group', () => {
    expect(chooseOutcome('visa-4242-unknown', 8_400)).toMatchObject({
      charged: 'nothing',
      response: 'unknown-method',
      delivery: 'normal',
    });
  });

  it('has each keyword and each number of cents once, and keywords that fit in a token', () => {
    const words = magicValues.map(({ keyword }) => keyword);
    expect(new Set(words).size).toBe(words.length);
    expect(new Set(withCents.map(({ cents }) => cents)).size).toBe(withCents.length);
    expect(words.filter((keyword) => !/^[a-z]{4,12}$/.test(keyword))).toEqual([]);
  });
});
