import { type HappeningKind, happeningKinds, mostHappenings } from '@myaccount/contract/happenings';
import { describe, expect, test } from 'vitest';
import {
  all,
  bill,
  card,
  charge,
  factsOf,
  type HappeningChange,
  kinds,
  payment,
} from '../../testing/happening-facts.ts';
import type { LastCharge } from '../balance/autopay-charge.rules.ts';
import { happeningsOf } from './happenings.rules.ts';

const kindsOf = (...changes: readonly HappeningChange[]) =>
  happeningsOf(factsOf(...changes)).map(({ kind }) => kind);

test('[HOME-7] an account without anything has no happening', () => {
  expect(kindsOf()).toEqual([]);
});

test.each(happeningKinds)('[HOME-7] %s is told with its day and values', (kind) => {
  const [change, values] = kinds[kind];
  expect(happeningsOf(factsOf(change))).toEqual([{ kind, ...values }]);
});

/** Pairs of which only one is told: of what failed the newer, and what one fact decides. */
const winners: Readonly<Record<string, HappeningKind>> = {
  'returned declined': 'declined',
  'method-expired method-expires': 'method-expires',
  'late-debt autopay': 'autopay',
};

const pairs = happeningKinds.flatMap((first, index) =>
  happeningKinds.slice(index + 1).map((second) => [first, second] as const),
);

test.each(pairs)('[HOME-7] %s and %s are told in this order, or the newer truth alone', (first, second) => {
  const winner = winners[`${first} ${second}`];
  expect(kindsOf(kinds[first][0], kinds[second][0])).toEqual(winner ? [winner] : [first, second]);
});

test('[HOME-7] tells at most three, the best', () => {
  const everything = Object.values(kinds).map(([change]) => change);
  expect(kindsOf(...everything)).toEqual(['declined', 'visit', 'on-its-way']);
  expect(mostHappenings).toBe(3);
});

test('[HOME-7] of a closed account only its money is told', () => {
  const told = happeningKinds.filter((kind) => kindsOf(kinds[kind][0], { isActive: false }).length > 0);
  expect(told).toEqual(['returned', 'declined', 'on-its-way', 'planned', 'late-debt', 'autopay']);
});

const declinedByAutopay: LastCharge = {
  dueOn: '2026-12-08',
  attempt: 1,
  runOn: '2026-11-22',
  methodId: 'm-1',
  retryOn: '2026-11-25',
  isUnpaid: true,
  isCancelled: false,
  amountCents: 10_770,
  failure: 'insufficient-funds',
};
const retry = { ...charge, chargeOn: '2026-11-25', amountCents: 10_770 };

describe('[HOME-7] facts that contradict each other make one row, the newer truth', () => {
  const [returned] = kinds.returned;
  const pays = (state: string) => (state === 'PLANNED' ? 'plannedCents' : 'inFlightCents');

  test.each([
    ['PENDING', 'on-its-way'],
    ['UNKNOWN', 'on-its-way'],
    ['SUBMITTING', 'on-its-way'],
    ['PLANNED', 'planned'],
  ])('a %s payment of all of the bill after a return', (state, kind) => {
    const payments = [payment(state, '2026-11-24', { amountCents: 10_770 })];
    expect(kindsOf(returned, { payments, balance: { [pays(state)]: 10_770 } })).toEqual([kind]);
    expect(kindsOf(returned, { payments, balance: { [pays(state)]: 10_769 } })).toEqual(['returned', kind]);
  });

  test('a return of what is paid since is over, also with a newer bill', () => {
    expect(kindsOf(returned, { balance: { openItems: [] } })).toEqual([]);
    const openItems = [bill('i-2', { issuedOn: '2026-11-18' })];
    expect(kindsOf(returned, { balance: { openItems } })).toEqual([]);
    expect(kindsOf(returned, { balance: { openItems: [bill('i-2', { issuedOn: '2026-11-17' })] } })).toEqual([
      'returned',
    ]);
  });

  test('the balance from before the first bill is older than any return', () => {
    const openItems = [bill('', { invoiceId: null, issuedOn: null })];
    expect(happeningsOf(factsOf(returned, { balance: { openItems } }))).toMatchObject([
      { kind: 'returned', invoice_ids: [] },
    ]);
  });

  test('a charge that autopay tries again is told with what failed', () => {
    const failed = payment('PROCESSING_ERROR', '2026-11-22', {
      amountCents: 10_770,
      failureCode: 'call-bank',
    });
    const balance = { autopayProblem: declinedByAutopay, autopayCharge: retry };
    expect(happeningsOf(factsOf({ payments: [failed], balance }))).toEqual([
      {
        kind: 'declined',
        date: '2026-11-22',
        amount: 107.7,
        ...all,
        reason: 'call-bank',
        retry_date: '2026-11-25',
      },
    ]);
    expect(kindsOf({ payments: [failed], balance: { ...balance, autopayCharge: charge } })).toEqual([
      'declined',
      'autopay',
    ]);
  });

  test('a debit of autopay that came back is told once, as returned', () => {
    const debit = payment('RETURNED', '2026-11-23', { occurredOn: '2026-11-22', amountCents: 10_770 });
    const balance = { autopayProblem: declinedByAutopay, autopayCharge: null };
    expect(happeningsOf(factsOf({ payments: [debit], balance }))).toMatchObject([
      { kind: 'returned', reason: 'returned', retry_date: null },
    ]);
  });

  test('a charge that autopay refused or its customer stopped after a return is the newer truth', () => {
    const stopped = { ...declinedByAutopay, failure: 'stopped' } as const;
    expect(happeningsOf(factsOf(returned, { balance: { autopayProblem: stopped } }))).toEqual([
      {
        kind: 'declined',
        date: '2026-11-22',
        amount: 107.7,
        invoice_ids: ['i-1'],
        reason: 'stopped',
        retry_date: null,
      },
    ]);
    const ofEarlierBill = { ...stopped, dueOn: '2026-12-07' };
    expect(kindsOf({ balance: { autopayProblem: ofEarlierBill } })).toEqual([]);
    const nameless = { ...declinedByAutopay, failure: null };
    expect(happeningsOf(factsOf({ balance: { autopayProblem: nameless } }))).toMatchObject([
      { reason: 'declined' },
    ]);
  });

  test('a card that expires before its charge is told in place of the charge', () => {
    const old = card('2026-11-30', { id: 'm-2', lastFour: '1111' });
    const change = { autopayMethod: old, balance: { autopayCharge: charge } };
    expect(happeningsOf(factsOf(change))).toEqual([
      {
        kind: 'method-expired',
        date: '2026-11-30',
        payment_method: { card_type: 'VISA', last_four: '1111' },
        amount: 30,
        charge_date: '2026-12-08',
      },
    ]);
    expect(kindsOf({ ...change, autopayMethod: card('2026-12-08') })).toEqual(['autopay', 'method-expires']);
  });
});

test('[HOME-7] the method of autopay is told before the default', () => {
  const methods = {
    autopayMethod: card('2026-12-31', { lastFour: '1111' }),
    defaultMethod: card('2026-12-31'),
  };
  expect(happeningsOf(factsOf(methods))).toMatchObject([{ payment_method: { last_four: '1111' } }]);
});

test('[HOME-7] several payments on their way are one row of their sum, without a method', () => {
  const payments = [payment('PENDING', '2026-11-20'), payment('PENDING', '2026-11-22')];
  expect(happeningsOf(factsOf({ payments, balance: { inFlightCents: 2_000 } }))).toEqual([
    { kind: 'on-its-way', date: '2026-11-22', amount: 20, invoice_ids: ['i-1'] },
  ]);
});

test('[HOME-7] money is about the bills that it pays, the oldest first', () => {
  const openItems = [bill('i-1'), bill('i-2', { dueOn: '2026-12-20' }), bill('i-3', { dueOn: '2027-01-08' })];
  const payments = [
    payment('PENDING', '2026-11-22', { amountCents: 10_770 }),
    payment('PLANNED', '2026-11-28', { amountCents: 10_000 }),
    payment('PLANNED', '2026-11-29', { amountCents: 5_000 }),
  ];
  const balance = { openItems, inFlightCents: 10_770, plannedCents: 15_000 };
  const told = happeningsOf(factsOf({ payments, balance }));
  expect(told.map(({ invoice_ids }) => invoice_ids)).toEqual([['i-1'], ['i-2'], ['i-2', 'i-3']]);
});

test('[HOME-7] what is over is told no more', () => {
  expect(kindsOf({ heroAskedOn: '2026-11-09' })).toEqual([]);
  expect(kindsOf({ defaultMethod: card('2027-01-09') })).toEqual([]);
  expect(kindsOf({ defaultMethod: undefined })).toEqual([]);
  const giftCard = { isApplied: false, isEligible: true, eligibleDate: '2026-08-26' };
  expect(kindsOf({ giftCard })).toEqual(['gift-card']);
  expect(kindsOf({ giftCard: { ...giftCard, eligibleDate: '2026-08-25' } })).toEqual([]);
  expect(kindsOf({ giftCard: { ...giftCard, isApplied: true } })).toEqual([]);
  const endless = happeningsOf(factsOf({ giftCard: { ...giftCard, eligibleDate: null } }));
  expect(endless).toEqual([{ kind: 'gift-card', date: null }]);
});
