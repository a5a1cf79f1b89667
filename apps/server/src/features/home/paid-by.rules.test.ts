import type { HappeningKind } from '@myaccount/contract/happenings';
import { describe, expect, test } from 'vitest';
import {
  bill,
  card,
  charge,
  factsOf,
  type HappeningChange,
  type HappeningPayment,
  kinds,
  payment,
} from '../../testing/happening-facts.ts';
import { happeningsOf, paidByOf } from './happenings.rules.ts';

describe('[HOME-8] nothing is to do when all that is owed is paid by its due date', () => {
  const paidBy = (...changes: readonly HappeningChange[]) => {
    const facts = factsOf(...changes);
    const happenings = happeningsOf(facts);
    const index = paidByOf(facts, happenings);
    return index === null ? null : happenings[index]?.kind;
  };
  const plan = (day: string, over: Partial<HappeningPayment> = {}) => ({
    payments: [payment('PLANNED', day, { amountCents: 10_770, ...over })],
    balance: { plannedCents: 10_770 },
  });
  const sent = {
    payments: [payment('PENDING', '2026-11-23', { amountCents: 4_000 })],
    balance: { inFlightCents: 4_000 },
  };
  const collects = (amountCents: number) => ({ balance: { autopayCharge: { ...charge, amountCents } } });

  test.each<[string, readonly HappeningChange[], HappeningKind | null]>([
    ['a plan on the due date', [plan('2026-12-08')], 'planned'],
    ['a plan after it', [plan('2026-12-09')], null],
    ['a plan of a part', [plan('2026-12-01', { amountCents: 10_769 })], null],
    ['a plan whose method cannot be charged', [plan('2026-12-01', { isUsable: false })], null],
    ['a plan while charging is paused', [plan('2026-12-01'), { isPaused: true }], null],
    ['autopay', [collects(10_770)], 'autopay'],
    ['autopay of a part', [collects(10_769)], null],
    ['autopay while charging is paused', [collects(10_770), { isPaused: true }], null],
    ['autopay whose method is unknown to its bank', [collects(10_770), { isAutopayUsable: false }], null],
    ['autopay whose card expires before', [collects(10_770), { autopayMethod: card('2026-11-30') }], null],
    ['autopay that waits for its notice', [collects(10_770), { balance: { heldCharge: charge } }], null],
    ['money on its way and autopay', [sent, collects(6_770)], 'autopay'],
    [
      'money on its way while charging is paused',
      [sent, { isPaused: true, balance: { openItems: [bill('i-1', { openCents: 4_000 })] } }],
      'on-its-way',
    ],
    [
      'money that was sent late',
      [sent, { balance: { openItems: [bill('i-1', { openCents: 4_000, dueOn: '2026-11-22' })] } }],
      null,
    ],
    [
      'money whose result is not known',
      [
        {
          payments: [payment('UNKNOWN', '2026-11-23', { amountCents: 10_770 })],
          balance: { inFlightCents: 10_770, unresolvedPaymentId: 'p-1' },
        },
      ],
      null,
    ],
    [
      'a plan beside a payment without a result',
      [plan('2026-12-08'), { balance: { unresolvedPaymentId: 'p-1' } }],
      null,
    ],
    ['nothing owed', [collects(10_770), { balance: { openItems: [] } }], null],
    ['nothing that pays', [], null],
    [
      'a card that expired, with a plan',
      [plan('2026-12-08'), { defaultMethod: card('2026-10-31') }],
      'planned',
    ],
  ])('%s', (_what, changes, expected) => {
    expect(paidBy(...changes)).toBe(expected);
  });

  test('each item has its own day', () => {
    const openItems = [
      bill('i-1', { openCents: 4_000, dueOn: '2026-11-28' }),
      bill('i-2', { openCents: 6_770 }),
    ];
    expect(paidBy(collects(10_770), { balance: { openItems } })).toBeNull();
    expect(paidBy(sent, collects(6_770), { balance: { openItems } })).toBe('autopay');
  });

  test('not while something failed', () => {
    const openItems = [bill('i-1'), bill('i-2')];
    const change = { balance: { autopayCharge: { ...charge, amountCents: 21_540 }, openItems } };
    expect(paidBy(change)).toBe('autopay');
    expect(paidBy(change, kinds.declined[0])).toBeNull();
  });
});
