import { describe, expect, test } from 'vitest';
import { type BalanceFacts, balanceOf } from './balance.rules.ts';

const today = '2026-11-24';
const attempt = {
  attempt: 1,
  retryOn: null,
  isUnpaid: false,
  isCancelled: false,
  amountCents: 1,
  failure: null,
};

const unsettled = { billedCents: 1_000, unsettledCents: null };

/** Facts of an account whose autopay a restore brought back. */
function facts(
  dueOn: string | readonly string[],
  chargeFrom: string | null,
  more: Partial<BalanceFacts> = {},
): BalanceFacts {
  const days = [dueOn].flat();
  return {
    balanceCents: days.length * 1_000,
    debts: days.map((day, index) => ({
      id: `${index}`,
      invoiceNumber: day,
      dueOn: day,
      openCents: 1_000,
      ...unsettled,
    })),
    lateDebts: [],
    inFlightCents: 0,
    plannedCents: 0,
    unresolvedPaymentId: null,
    unresolvedCents: 0,
    unresolvedSince: null,
    autopay: {
      methodId: 'm',
      enrolledOn: '2026-09-01',
      hasConsent: true,
      notice: { chargeFrom, noticeDays: 3 },
    },
    lastCharge: null,
    today,
    ...more,
  };
}

const dayOf = (...args: Parameters<typeof facts>) =>
  balanceOf(facts(...args)).autopayCharge?.chargeOn ?? null;
const heldOf = (...args: Parameters<typeof facts>) => balanceOf(facts(...args)).heldCharge?.chargeOn ?? null;

describe('[RESTORE-1] the day of a charge that waits for its notice', () => {
  test.each([
    ['due today, if its customer is told today', today, null, '2026-11-27'],
    ['long overdue', '2026-11-02', null, '2026-11-27'],
    ['due before the notice is over', '2026-11-26', null, '2026-11-27'],
    ['due on that day', '2026-11-27', null, '2026-11-27'],
    ['due later', '2026-12-09', null, '2026-12-09'],
    ['told', today, '2026-11-26', '2026-11-26'],
    ['told, and the day has come', today, today, today],
    ['seven days after that day', '2026-11-02', '2026-11-17', today],
    ['eight days after that day', '2026-11-02', '2026-11-16', null],
  ])('%s', (_what, dueOn, chargeFrom, day) => {
    expect(dayOf(dueOn, chargeFrom)).toBe(day);
  });

  test('takes what comes due before it', () => {
    const { autopayCharge } = balanceOf(facts([today, '2026-11-26', '2026-11-28'], null));
    expect(autopayCharge).toMatchObject({ chargeOn: '2026-11-27', dueOn: today, amountCents: 2_000 });
  });

  test('is told as missed only when it could have been charged for seven days', () => {
    expect(balanceOf(facts('2026-11-02', null)).missedCharge).toBeNull();
    expect(balanceOf(facts('2026-11-02', '2026-11-17')).missedCharge).toBeNull();
    expect(balanceOf(facts('2026-11-02', '2026-11-16')).missedCharge).not.toBeNull();
  });

  test('a retry waits, too', () => {
    const failed = { ...attempt, dueOn: '2026-11-22', runOn: '2026-11-22', methodId: 'm' } as const;
    const lastCharge = { ...failed, retryOn: '2026-11-25', isUnpaid: true, failure: 'declined' } as const;
    expect(balanceOf(facts('2026-11-22', null, { lastCharge })).autopayCharge).toMatchObject({
      chargeOn: '2026-11-27',
      attempt: 2,
    });
  });

  test('late debt that comes meanwhile is charged with what waits', () => {
    const lateDebts = [{ id: '1', addedOn: today, collectOn: '2026-11-25', cents: 1_000 }];
    const more = { lateDebts, today: '2026-11-26' };
    expect(balanceOf(facts([today, today], '2026-11-27', more)).autopayCharge).toMatchObject({
      chargeOn: '2026-11-27',
      dueOn: '2026-11-25',
      amountCents: 2_000,
    });
  });
});

describe('[RESTORE-1] the charge that a notice is about', () => {
  const made = (dueOn: string, runOn: string, more = {}) => ({
    lastCharge: { ...attempt, dueOn, runOn, methodId: 'm', ...more },
  });
  test.each([
    ['is the first one', heldOf(today, null), '2026-11-27'],
    ['is the first one, also late', heldOf('2026-11-20', '2026-11-22'), today],
    ['is none that is due later', heldOf('2026-11-28', null), null],
    ['is none of other autopay', balanceOf({ ...facts(today, null), autopay: null }).heldCharge, null],
    ['is none once it was made', heldOf('2026-12-09', '2026-11-23', made('2026-11-20', '2026-11-23')), null],
    [
      'is none of its retries',
      heldOf(
        '2026-11-20',
        '2026-11-23',
        made('2026-11-20', '2026-11-23', { isUnpaid: true, retryOn: '2026-11-26' }),
      ),
      null,
    ],
    [
      'is the first one, whatever was charged before',
      heldOf(today, null, made('2026-10-24', '2026-10-24')),
      '2026-11-27',
    ],
  ])('%s', (_what, held, day) => {
    expect(held).toBe(day);
  });

  test('that was stopped is not made with another method either, and is no late charge', () => {
    const lastCharge = {
      ...attempt,
      ...{ dueOn: '2026-11-27', runOn: '2026-11-27', methodId: 'other' },
      ...{ isUnpaid: true, failure: 'stopped' as const },
    };
    const balance = balanceOf(
      facts([today, '2026-11-26'], '2026-11-27', { lastCharge, today: '2026-12-06' }),
    );
    expect([balance.autopayCharge, balance.missedCharge, balance.heldCharge]).toEqual([null, null, null]);
    expect(balance.autopayProblem?.failure).toBe('stopped');
  });
});
