import { describe, expect, test } from 'vitest';
import { openingId } from './allocation.rules.ts';
import { type BalanceFacts, balanceOf } from './balance.rules.ts';

const unpaid = { billedCents: 10_000, unsettledCents: null };
const old = { ...unpaid, id: 'old', invoiceNumber: 'I1', dueOn: '2026-10-26', openCents: 8_274 };
const today = { ...unpaid, id: 'today', invoiceNumber: 'I2', dueOn: '2026-11-24', openCents: 1_000 };
const next = { ...unpaid, id: 'next', invoiceNumber: 'I3', dueOn: '2026-12-09', openCents: 9_274 };

function balance(changes: Partial<BalanceFacts> = {}) {
  const { debts = [next, old] } = changes;
  return balanceOf({
    balanceCents: debts.reduce((sum, { openCents }) => sum + openCents, 0),
    debts,
    lateDebts: [],
    inFlightCents: 0,
    plannedCents: 0,
    unresolvedPaymentId: null,
    unresolvedCents: 0,
    unresolvedSince: null,
    autopay: null,
    lastCharge: null,
    today: '2026-11-24',
    ...changes,
  });
}

describe('what an account owes', () => {
  test('[API-4] open items come oldest due date first and add up to the balance', () => {
    const { openItems, balanceCents, creditCents } = balance({ debts: [next, today, old] });
    expect(openItems.map(({ invoiceNumber, isPastDue }) => [invoiceNumber, isPastDue])).toEqual([
      ['I1', true],
      ['I2', false],
      ['I3', false],
    ]);
    expect([balanceCents, creditCents]).toEqual([18_548, 0]);
  });

  test('an item due today is not past due; the day after it is', () => {
    expect(balance({ debts: [today] }).pastDueCents).toBe(0);
    expect(balance({ debts: [today], today: '2026-11-25' }).pastDueCents).toBe(1_000);
  });

  test('the opening debt is a separate item, without a bill', () => {
    const opening = { ...old, id: openingId, invoiceNumber: null, dueOn: '2026-10-05', openCents: 5_000 };
    expect(balance({ debts: [next, opening] }).openItems[0]).toEqual({
      invoiceId: null,
      invoiceNumber: null,
      billedCents: 10_000,
      openCents: 5_000,
      dueOn: '2026-10-05',
      onItsWayCents: 0,
      isPastDue: true,
    });
  });

  test('credit is what the balance has below 0', () => {
    expect(balance({ debts: [], balanceCents: -9_719 })).toMatchObject({
      creditCents: 9_719,
      amountDueCents: 0,
      projectedBalanceCents: -9_719,
      dueOn: null,
      pastDueCents: 0,
    });
  });
});

describe('money on its way and planned', () => {
  test.each([
    [0, 0, 17_548, 8_274, '2026-10-26'],
    [3_000, 0, 14_548, 5_274, '2026-10-26'],
    [8_274, 0, 9_274, 0, '2026-12-09'],
    [9_000, 1_000, 7_548, 0, '2026-12-09'],
    [17_548, 0, 0, 0, null],
    [20_000, 0, 0, 0, null],
    [0, 17_548, 0, 8_274, '2026-10-26'],
  ])(
    '%i on its way and %i planned leave %i due, %i past due, next on %s',
    (inFlightCents, plannedCents, due, past, dueOn) => {
      const result = balance({ inFlightCents, plannedCents });
      expect([result.amountDueCents, result.pastDueCents, result.dueOn]).toEqual([due, past, dueOn]);
    },
  );

  test('money on its way covers the oldest item first; an item that it covers is not past due', () => {
    const { openItems } = balance({ inFlightCents: 9_000 });
    expect(openItems.map(({ onItsWayCents, isPastDue }) => [onItsWayCents, isPastDue])).toEqual([
      [8_274, false],
      [726, false],
    ]);
  });
});

describe('what autopay will charge', () => {
  const autopay = { methodId: 'm', enrolledOn: '2026-09-01', hasConsent: true, notice: null };

  test('[AUTOPAY-4] what is due by the next due date, less money on its way and planned', () => {
    const debts = [next, { ...next, id: 'later', dueOn: '2027-01-09' }];
    expect(balance({ debts, autopay, inFlightCents: 274, plannedCents: 1_000 }).autopayCharge).toEqual({
      chargeOn: '2026-12-09',
      amountCents: 8_000,
      methodId: 'm',
      dueOn: '2026-12-09',
      attempt: 1,
    });
  });

  test.each([
    ['autopay is off', { autopay: null }],
    ['nothing is due', { debts: [], autopay }],
    ['everything is on its way', { autopay, inFlightCents: 17_548 }],
    ['everything is planned', { autopay, plannedCents: 17_548 }],
  ])('[AUTOPAY-4] nothing when %s', (_when, changes) => {
    expect(balance(changes).autopayCharge).toBeNull();
  });

  test('[AUTOPAY-1] first, if it were turned on: the same, as long as it is off', () => {
    const debts = [old, next];
    expect(balance({ debts, inFlightCents: 274, plannedCents: 1_000 }).firstCharge).toMatchObject({
      chargeOn: '2026-12-09',
      amountCents: 16_274,
    });
    expect(balance({ debts, autopay }).firstCharge).toBeNull();
  });

  test('[AUTOPAY-1] first, if it were turned on again: not what was charged today already', () => {
    const lastCharge = {
      dueOn: today.dueOn,
      attempt: 1,
      runOn: today.dueOn,
      methodId: 'm',
      retryOn: null,
      isUnpaid: false,
      isCancelled: false,
      amountCents: 1_000,
      failure: null,
    };
    expect(balance({ debts: [today, next], lastCharge }).firstCharge?.chargeOn).toBe(next.dueOn);
    expect(balance({ debts: [today, next] }).firstCharge?.chargeOn).toBe(today.dueOn);
  });
});

test.each([
  ['before autopay was turned on', '2026-11-20', 0],
  ['on that day or later', '2026-11-21', 700],
])('[AUTOPAY-4] late debt that came %s', (_what, addedOn, unannouncedCents) => {
  const lateDebts = [{ id: 'old', addedOn, collectOn: null, cents: 700 }];
  const autopay = { methodId: 'visa', enrolledOn: '2026-11-21', hasConsent: true, notice: null };
  const { autopayCharge, ...figures } = balance({ debts: [old], lateDebts, autopay });
  expect([figures.unannouncedCents, autopayCharge?.amountCents ?? 0]).toEqual([
    unannouncedCents,
    unannouncedCents,
  ]);
});
