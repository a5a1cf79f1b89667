import { describe, expect, test } from 'vitest';
import {
  type AutopayFacts,
  autopayChargeOf,
  autopayProblemOf,
  firstChargeOf,
  type LastCharge,
  missedChargeOf,
  splitLateDebt,
  type UncoveredItem,
} from './autopay-charge.rules.ts';

const today = '2026-11-24';
const before = { dueOn: '2026-10-26', cents: 8_274 };
const dueToday = { dueOn: today, cents: 1_000 };
const next = { dueOn: '2026-12-09', cents: 9_274 };
const after = { dueOn: '2027-01-09', cents: 5_000 };

const declined: LastCharge = {
  dueOn: '2026-11-23',
  attempt: 1,
  runOn: '2026-11-23',
  methodId: 'visa',
  retryOn: '2026-11-26',
  isUnpaid: true,
  isCancelled: false,
  amountCents: 9_000,
  failure: 'declined',
};
const due = { dueOn: '2026-11-23', cents: 9_000 };

function autopay(changes: Partial<AutopayFacts> = {}): AutopayFacts {
  return {
    methodId: 'visa',
    enrolledOn: '2026-09-01',
    lastCharge: null,
    hasConsent: true,
    notice: null,
    ...changes,
  };
}

describe('[AUTOPAY-4] on the due date', () => {
  test.each([
    ['before it, waits for it', [next], '2026-12-09', 9_274],
    ['on it, charges', [dueToday], today, 1_000],
    ['leaves what is due later', [next, after], '2026-12-09', 9_274],
    ['takes what else is due by then', [dueToday, next], today, 1_000],
    ['makes up for a run that was missed', [{ dueOn: '2026-11-17', cents: 700 }], today, 700],
    ['lets what was missed for long wait', [{ dueOn: '2026-11-16', cents: 700 }, next], '2026-12-09', 9_974],
  ])('%s', (_what, items, chargeOn, amountCents) => {
    expect(autopayChargeOf(autopay(), items, today)).toMatchObject({ chargeOn, amountCents, attempt: 1 });
  });

  test('names the due date that it is for', () => {
    const items = [{ dueOn: '2026-11-20', cents: 1 }, { dueOn: '2026-11-22', cents: 2 }, next];
    expect(autopayChargeOf(autopay(), items, today)).toEqual({
      chargeOn: today,
      amountCents: 3,
      methodId: 'visa',
      dueOn: '2026-11-22',
      attempt: 1,
    });
  });
});

describe('[AUTOPAY-4] debt from before the enrollment', () => {
  const enrolled = autopay({ enrolledOn: today });

  test('is charged with the next due date', () => {
    expect(autopayChargeOf(enrolled, [before, next, after], today)).toMatchObject({
      chargeOn: '2026-12-09',
      amountCents: 17_548,
    });
  });

  test('waits while there is no next due date', () => {
    expect(autopayChargeOf(enrolled, [before], today)).toBeNull();
  });

  test('a bill that is due on the day of the enrollment is charged that day', () => {
    expect(autopayChargeOf(enrolled, [before, dueToday], today)).toMatchObject({
      chargeOn: today,
      amountCents: 9_274,
    });
  });
});

describe('[AUTOPAY-4] after a failure', () => {
  const charge = (last: Partial<LastCharge>, methodId = 'visa', items = [due]) =>
    autopayChargeOf(autopay({ methodId, lastCharge: { ...declined, ...last } }), items, today);

  test('tries again on the scheduled day', () => {
    expect(charge({})).toEqual({
      chargeOn: '2026-11-26',
      amountCents: 9_000,
      methodId: 'visa',
      dueOn: '2026-11-23',
      attempt: 2,
    });
  });

  test('a scheduled day that has passed is today', () => {
    expect(charge({ runOn: '2026-11-20', retryOn: '2026-11-21' })?.chargeOn).toBe(today);
  });

  test('without another attempt, waits for the next due date', () => {
    expect(charge({ retryOn: null })).toBeNull();
    expect(charge({ retryOn: null }, 'visa', [due, next])).toMatchObject({
      chargeOn: '2026-12-09',
      amountCents: 18_274,
      attempt: 1,
    });
  });

  test('tries another method at the next run, never on the day of the failure', () => {
    expect(charge({ retryOn: null }, 'amex')).toMatchObject({
      chargeOn: today,
      attempt: 2,
      methodId: 'amex',
    });
    expect(charge({ runOn: today, retryOn: null }, 'amex')?.chargeOn).toBe('2026-11-25');
  });

  test('a charge that was paid is not made again with another method', () => {
    expect(charge({ retryOn: null, isUnpaid: false }, 'amex')).toBeNull();
  });

  test('a later due date starts over', () => {
    expect(charge({ dueOn: '2026-10-23' })).toMatchObject({
      chargeOn: today,
      dueOn: '2026-11-23',
      attempt: 1,
    });
  });
});

describe('[AUTOPAY-4] the failure that the pages show', () => {
  const failed = autopay({ lastCharge: declined });

  test('is there while what was due is owed', () => {
    expect(autopayProblemOf(failed, [due, next])).toEqual(declined);
  });

  test.each([
    ['it is paid, and the next bill is open', failed, [next]],
    ['the charge went through', autopay({ lastCharge: { ...declined, isUnpaid: false } }), [due]],
    ['nothing was charged yet', autopay(), [due]],
    ['autopay is off', null, [due]],
  ])('is gone when %s', (_when, facts, items) => {
    expect(autopayProblemOf(facts, items)).toBeNull();
  });
});

describe('[AUTOPAY-4] what was paid and came back', () => {
  const back = { ...due, isReopened: true };
  const backToday = { ...dueToday, isReopened: true };
  const told = { dueOn: today, cents: 2_000, late: 'announced' } as const;
  const chargeOf = (
    items: readonly UncoveredItem[],
    last: Partial<LastCharge> | null = null,
    methodId = 'visa',
  ) => autopayChargeOf(autopay({ methodId, lastCharge: last && { ...declined, ...last } }), items, today);

  test.each([
    ['waits, however young its due date is', [back], null],
    ['waits on its due date, when it came back that day', [backToday], null],
    ['is charged with the next due date', [back, next], { chargeOn: '2026-12-09', amountCents: 18_274 }],
    ['is charged with what else is due', [back, dueToday], { chargeOn: today, amountCents: 10_000 }],
    ['is left by late debt, also of its own due date', [back, backToday, told], { amountCents: 2_000 }],
  ])('%s', (_what, items, charge) => {
    const found = chargeOf(items);
    if (charge) expect(found).toMatchObject(charge);
    else expect(found).toBeNull();
  });

  test.each([
    ['on its scheduled day', 'visa', {}],
    ['with another method', 'amex', { retryOn: null }],
  ])('needs no other attempt of the charge that failed before, %s', (_when, methodId, last) => {
    const older = { dueOn: '2026-11-20', cents: 50 };
    expect(chargeOf([back, older], last, methodId)).toBeNull();
    expect(chargeOf([back, due], last, methodId)).toMatchObject({ attempt: 2, amountCents: 18_000 });
  });

  test('does not keep late debt from an attempt that waits', () => {
    expect(chargeOf([due, told, backToday], {})).toMatchObject({ attempt: 2, amountCents: 12_000 });
  });

  test('is no charge that was missed, and is shown as unpaid', () => {
    expect(missedChargeOf(autopay(), [{ ...back, dueOn: '2026-11-10' }], today)).toBeNull();
    const returned = autopay({ lastCharge: { ...declined, retryOn: null } });
    expect(autopayProblemOf(returned, [back])).toMatchObject({ dueOn: due.dueOn });
  });
});

describe('[AUTOPAY-1] the first charge, if autopay were turned on today', () => {
  test.each([
    ['is on the next due date, without what is due later', [after, next], '2026-12-09', 9_274],
    ['takes with it what is past due', [before, next], '2026-12-09', 17_548],
    ['is today for a bill that is due today', [dueToday, next], today, 1_000],
    ['leaves what was due yesterday to the next due date', [due, next], '2026-12-09', 18_274],
  ])('%s', (_what, items, chargeOn, amountCents) => {
    expect(firstChargeOf(null, items, today)).toMatchObject({ chargeOn, amountCents });
  });

  test.each([
    ['nothing is due ahead', [before, due]],
    ['nothing is owed', []],
  ])('is not known while %s', (_what, items) => {
    expect(firstChargeOf(null, items, today)).toBeNull();
  });

  test('does not repeat what was tried today already', () => {
    const tried = { ...declined, dueOn: today, runOn: today, retryOn: null };
    expect(firstChargeOf(tried, [dueToday, next], today)).toMatchObject({
      chargeOn: '2026-12-09',
      amountCents: 10_274,
    });
    expect(firstChargeOf({ ...tried, retryOn: '2026-11-26' }, [dueToday], today)?.chargeOn).toBe(
      '2026-11-26',
    );
  });
});

describe('[AUTOPAY-4] late debt', () => {
  const paid = { ...declined, isUnpaid: false, retryOn: null };
  const tomorrow = '2026-11-25';
  const unannounced = { dueOn: tomorrow, cents: 2_000, late: 'unannounced' } as const;
  const told = { dueOn: today, cents: 2_000, late: 'announced' } as const;
  const dueTomorrow = { dueOn: tomorrow, cents: 1_500 };

  test.each([
    ['is charged the day after it is announced', [unannounced], paid, tomorrow, 2_000, tomorrow, 1],
    ['is charged on its day', [told], paid, today, 2_000, today, 1],
    ['leaves what a return reopened', [due, told], paid, today, 2_000, today, 1],
    [
      'leaves late debt that was charged and came back',
      [{ ...told, dueOn: '2026-11-20', cents: 50 }, told],
      paid,
      today,
      2_000,
      today,
      1,
    ],
    [
      'comes on top of what is due that day',
      [due, unannounced, dueTomorrow],
      paid,
      tomorrow,
      12_500,
      tomorrow,
      1,
    ],
    ['waits for its day while something else is due', [dueToday, unannounced], paid, today, 1_000, today, 1],
    ['is charged with an attempt that waits', [due, told], declined, '2026-11-26', 11_000, '2026-11-23', 2],
    [
      'is charged by itself when that attempt is too far away',
      [due, told],
      { ...declined, retryOn: '2026-12-02' },
      today,
      2_000,
      today,
      1,
    ],
    [
      'is charged by itself when nothing else is left of that attempt',
      [told],
      declined,
      today,
      2_000,
      today,
      1,
    ],
    [
      'is tried again by itself',
      [due, told],
      { ...paid, dueOn: today, runOn: today, isUnpaid: true, retryOn: tomorrow },
      tomorrow,
      2_000,
      today,
      2,
    ],
    ['is made up for within 7 days', [{ ...told, dueOn: '2026-11-17' }], null, today, 2_000, '2026-11-17', 1],
  ])('%s', (_what, items, lastCharge, chargeOn, amountCents, dueOn, attempt) => {
    const charge = autopayChargeOf(autopay({ lastCharge }), items, today);
    expect(charge).toEqual({ chargeOn, amountCents, dueOn, attempt, methodId: 'visa' });
  });

  test.each([
    ['of a charge that nobody made', autopay(), '2026-11-16', 700],
    ['of a charge that can still be made', autopay(), '2026-11-17', null],
    ['of a charge that was tried', autopay({ lastCharge: paid }), '2026-11-16', null],
    ['of autopay that was imported', autopay({ hasConsent: false }), '2026-11-16', null],
    [
      'of autopay that charged before',
      autopay({ hasConsent: false, lastCharge: { ...paid, dueOn: '2026-10-16' } }),
      '2026-11-16',
      700,
    ],
    ['of debt from before the enrollment', autopay({ enrolledOn: '2026-11-17' }), '2026-11-16', null],
    ['of no autopay', null, '2026-11-16', null],
  ])('the customer is notified or not %s after a week', (_what, facts, dueOn, cents) => {
    expect(missedChargeOf(facts, [{ dueOn, cents: 700 }], today)?.amountCents ?? null).toBe(cents);
  });

  test('is the newest part of its bill: what pays the bill pays it last', () => {
    const late = [
      { id: 'I1', addedOn: today, collectOn: null, cents: 300 },
      { id: 'I1', addedOn: '2026-11-20', collectOn: '2026-11-21', cents: 200 },
    ];
    const parts = (cents: number) => splitLateDebt({ dueOn: '2026-11-10', cents }, late, today);
    const first = { dueOn: tomorrow, cents: 300, late: 'unannounced' };
    const second = { dueOn: '2026-11-21', cents: 200, late: 'announced' };
    expect(parts(1_000)).toEqual([{ dueOn: '2026-11-10', cents: 500 }, first, second]);
    expect(parts(400)).toEqual([first, { ...second, cents: 100 }]);
    expect(parts(0)).toEqual([]);
  });
});
