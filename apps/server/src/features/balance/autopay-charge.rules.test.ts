import { describe, expect, test } from 'vitest';
import {
  type AutopayFacts,
  autopayChargeOf,
  autopayProblemOf,
  firstChargeOf,
  type LastCharge,
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
  return { methodId: 'visa', enrolledOn: '2026-09-01', lastCharge: null, hasConsent: true, ...changes };
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

  test('a later due date starts anew', () => {
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
