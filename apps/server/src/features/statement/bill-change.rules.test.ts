import { changeCauses, chargeTypes } from '@myaccount/contract/invoices';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billChangeOf, type ComparedCharge } from './bill-change.rules.ts';

const line = (
  chargeType: ComparedCharge['chargeType'],
  description: string,
  amountCents: number,
): ComparedCharge => ({ chargeType, description, amountCents });

const plan = line('recurring', 'Fiber 500 internet', 7_999);
const tax = line('tax', 'State tax (5.75%)', 460);

/** Returns the causes as code, description, and cents. */
function causesOf(before: ComparedCharge[], now: ComparedCharge[]) {
  return billChangeOf(before, now).causes.map(({ code, description, amountCents }) => [
    code,
    description,
    amountCents,
  ]);
}

describe('what changed since the last bill', () => {
  test.each<[string, ComparedCharge[], ComparedCharge[], ReturnType<typeof causesOf>]>([
    ['the same bill again', [plan, tax], [plan, tax], []],
    ['another price', [plan], [{ ...plan, amountCents: 8_499 }], [['plan-price', plan.description, 500]]],
    [
      'another plan',
      [plan],
      [line('recurring', 'Fiber 1 Gig internet', 9_999)],
      [
        ['added', 'Fiber 1 Gig internet', 9_999],
        ['removed', plan.description, -7_999],
      ],
    ],
    [
      'a second router',
      [line('recurring', 'Mesh router', 500)],
      [line('recurring', 'Mesh router', 500), line('recurring', 'Mesh router', 500)],
      [['added', 'Mesh router', 500]],
    ],
    [
      'a whole month after a part of one',
      [line('recurring', 'Fiber 500 internet (12 of 30 days)', 3_200)],
      [plan],
      [['proration', plan.description, 4_799]],
    ],
    [
      'other minutes of the same calls',
      [line('usage', 'International calls, 19 minutes', 342)],
      [line('usage', 'International calls, 28 minutes', 504)],
      [['usage', 'International calls', 162]],
    ],
    [
      'no more calls',
      [line('usage', 'Llamadas a México, 25 minutos', 450)],
      [],
      [['usage', 'Llamadas a México', -450]],
    ],
    ['an installation', [], [line('one-time', 'Installation', 4_900)], [['one-time', 'Installation', 4_900]]],
    [
      'an installation that was paid for last month',
      [line('one-time', 'Installation', 4_900)],
      [],
      [['charge-ended', 'Installation', -4_900]],
    ],
    [
      'a smaller part of an installation',
      [line('one-time', 'Installation', 4_900)],
      [line('one-time', 'Installation', 2_000)],
      [['one-time', 'Installation', -2_900]],
    ],
    ['a credit', [], [line('one-time', 'Credit', -900)], [['one-time', 'Credit', -900]]],
    ['a credit of last month', [line('one-time', 'Credit', -900)], [], [['one-time', 'Credit', 900]]],
    ['no more fee', [line('fee', 'Paper bill', 299)], [], [['charge-ended', 'Paper bill', -299]]],
    ['a new discount', [], [line('discount', 'Autopay', -500)], [['discount-added', 'Autopay', -500]]],
    ['a discount that ended', [line('discount', 'Autopay', -500)], [], [['discount-ended', 'Autopay', 500]]],
    [
      'a smaller discount',
      [line('discount', 'Autopay', -500)],
      [line('discount', 'Autopay', -300)],
      [['discount-changed', 'Autopay', 200]],
    ],
    ['a fee', [], [line('fee', 'Paper bill', 299)], [['fee', 'Paper bill', 299]]],
    [
      'taxes as one cause, whatever their names and rates',
      [tax, line('tax', 'County tax', 100)],
      [line('tax', 'State tax (6.00%)', 480), line('tax', 'City tax', 90)],
      [['tax', null, 10]],
    ],
    ['a late fee', [], [line('late-fee', 'December', 1_000)], [['late-fee', null, 1_000]]],
    [
      'a description that is nothing but a number',
      [],
      [line('usage', ', 12 GB', 700)],
      [['usage', ', 12 GB', 700]],
    ],
  ])('[STATEMENT-2] %s', (_what, before, now, causes) => {
    expect(causesOf(before, now)).toEqual(causes);
  });

  test('[STATEMENT-2] names the largest cause first, more or less alike', () => {
    const before = [line('discount', 'Autopay', -500), line('usage', 'Calls', 900)];
    const now = [line('late-fee', 'Late fee', 700)];
    expect(causesOf(before, now).map(([, , cents]) => cents)).toEqual([-900, 700, 500]);
  });

  test('[STATEMENT-4] each cause says what the bill before charged, and a part of a month in the words of both bills', () => {
    const part = line('recurring', 'Fiber 500 internet (12 of 30 days)', 3_200);
    const calls = line('usage', 'International calls, 19 minutes', 342);
    const { beforeCents, causes } = billChangeOf([part, calls], [plan, { ...calls, amountCents: 504 }]);
    expect(beforeCents).toBe(3_542);
    expect(causes).toMatchObject([
      { code: 'proration', beforeCents: 3_200, words: 'Fiber 500 internet (12 of 30 days)' },
      { code: 'usage', beforeCents: 342, words: null },
    ]);
    const both = billChangeOf([part], [line('recurring', 'Fiber 500 internet (3 of 31 days)', 800)]);
    const words = 'Fiber 500 internet (12 of 30 days), Fiber 500 internet (3 of 31 days)';
    expect(both.causes).toMatchObject([{ words }]);
  });

  test('[STATEMENT-2] a charge and a discount of one name are two causes', () => {
    const before = [line('one-time', 'Installation', 5_000)];
    const now = [line('discount', 'Installation', -5_000)];
    expect(billChangeOf(before, now)).toMatchObject({ amountCents: -10_000, causes: [{}, {}] });
  });
});

const charge = fc.record({
  chargeType: fc.constantFrom(...chargeTypes),
  description: fc.constantFrom(
    'Internet',
    'Internet (3 of 30 days)',
    'Calls, 5 minutes',
    'Calls, 6 minutes',
    ', 1',
  ),
  amountCents: fc.integer({ min: -100_000, max: 100_000 }),
});
const bill = fc.array(charge, { maxLength: 12 });
const sumOf = (amounts: readonly { amountCents: number }[]) =>
  amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);

test('[STATEMENT-2] whatever two bills hold, the causes add up to their difference', () => {
  fc.assert(
    fc.property(bill, bill, (before, now) => {
      const { amountCents, causes } = billChangeOf(before, now);
      expect(amountCents).toBe(sumOf(now) - sumOf(before));
      expect(sumOf(causes)).toBe(amountCents);
      expect(causes.map((cause) => cause.amountCents)).not.toContain(0);
      for (const { code } of causes) expect(changeCauses).toContain(code);
      expect(billChangeOf(now, before).amountCents).toBe(0 - amountCents || 0);
    }),
  );
});
