import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentState } from '../../platform/database/tables.payments.ts';
import { buildAccount } from '../../testing/builders/account.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { allocateOldestFirst, canMove, paymentMoves, shownState, uncoveredCents } from './payments.rules.ts';

const states = Object.keys(paymentMoves) as PaymentState[];

describe('the moves of a payment', () => {
  let portal: TestPortal;
  let accountId: string;
  beforeAll(async () => {
    portal = await startTestPortal();
    accountId = (await buildAccount(portal.db)).id;
  });
  afterAll(() => portal.close());

  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));

  test.each(pairs.filter(([from, to]) => from !== to))(
    '[PAY-6] from %s to %s the database lets through what the rules do',
    async (from, to) => {
      const moving = portal.db.transaction().execute(async (trx) => {
        const { id } = await trx
          .insertInto('payment')
          .values({
            account_id: accountId,
            state: from,
            amount_cents: 100,
            planned_for: '2026-12-01',
            occurred_at: portal.clock.now(),
            occurred_on: '2026-11-24',
            method_type: 'custom',
            card_type: 'VISA',
            processor_reference: '4000000000000001',
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await trx.updateTable('payment').set({ state: to }).where('id', '=', id).execute();
        throw new Error('taken back');
      });
      const message = canMove(from, to) ? 'taken back' : `cannot move from ${from} to ${to}`;
      await expect(moving).rejects.toThrow(message);
    },
  );
});

describe('the states shown', () => {
  test.each([
    ['SUBMITTING', 'PENDING'],
    ['UNKNOWN', 'PENDING'],
    ['PENDING', 'PENDING'],
    ['COMPLETED', 'COMPLETED'],
    ['PROCESSING_ERROR', 'PROCESSING_ERROR'],
    ['RETURNED', 'RETURNED'],
    ['REFUNDED', 'REFUNDED'],
  ] as const)('[API-8] %s reads %s', (state, shown) => {
    expect(shownState(state)).toBe(shown);
  });

  test.each(['PLANNED', 'CANCELLED'] as const)('[API-8] %s is no part of the history', (state) => {
    expect(() => shownState(state)).toThrow('not shown');
  });
});

test.each([
  [8_499, 0, 0, 8_499],
  [8_499, 3_000, 0, 5_499],
  [8_499, 3_000, 5_499, 0],
  [-1_200, 0, 0, -1_200],
  [1_000, 1_500, 0, -500],
])(
  '[PAY-1] of a balance of %i with %i on its way and %i planned %i is left',
  (balance, inFlightCents, plannedCents, left) => {
    expect(uncoveredCents(balance, { inFlightCents, plannedCents })).toBe(left);
  },
);

describe('which bills a payment pays', () => {
  const invoices = [
    { id: 'c', dueOn: '2026-03-26', openCents: 300 },
    { id: 'b', dueOn: '2026-02-26', openCents: 200 },
    { id: 'a', dueOn: '2026-02-26', openCents: 100 },
  ];

  test.each([
    [50, [['a', 50, 50]]],
    [100, [['a', 100, 0]]],
    [
      250,
      [
        ['a', 100, 0],
        ['b', 150, 50],
      ],
    ],
    [
      600,
      [
        ['a', 100, 0],
        ['b', 200, 0],
        ['c', 300, 0],
      ],
    ],
    [
      900,
      [
        ['a', 100, 0],
        ['b', 200, 0],
        ['c', 300, 0],
      ],
    ],
  ])('[PAY-1] %i cents pay the bill due first before the next', (amountCents, expected) => {
    const allocations = allocateOldestFirst(amountCents, invoices);
    expect(allocations.map((part) => [part.invoiceId, part.amountCents, part.leftCents])).toEqual(expected);
  });

  test('[PAY-1] never more than was paid, never more than is open, and nothing is left while a bill is open', () => {
    const bill = fc.record({
      id: fc.uuid(),
      dueOn: fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`),
      openCents: fc.integer({ min: 0, max: 50_000 }),
    });
    const bills = fc.uniqueArray(bill, { selector: ({ id }) => id, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), bills, (amountCents, open) => {
        const parts = allocateOldestFirst(amountCents, open);
        const paid = parts.reduce((sum, part) => sum + part.amountCents, 0);
        const total = open.reduce((sum, invoice) => sum + invoice.openCents, 0);
        expect(paid).toBe(Math.min(amountCents, total));
        expect(parts.every((part) => part.amountCents > 0 && part.leftCents >= 0)).toBe(true);
      }),
    );
  });
});
