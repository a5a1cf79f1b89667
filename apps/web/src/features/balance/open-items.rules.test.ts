import { expect, test } from 'vitest';
import { openItem } from '../../testing/page-data.ts';
import { daysLate, stateOfItem, toPayCents } from './open-items.rules.ts';

test.each([
  ['2026-11-22', 12],
  ['2026-11-11', 1],
  ['2026-11-10', 0],
  ['2026-11-09', 0],
])('[BALANCE-1] on %s an item past due since Nov 10 is %d days late', (today, days) => {
  expect(daysLate(openItem({ due_date: '2026-11-10', past_due: true }), today)).toBe(days);
});

test('[BALANCE-1] the change to winter time makes no day shorter', () => {
  expect(daysLate(openItem({ due_date: '2026-10-31', past_due: true }), '2026-11-02')).toBe(2);
});

test('[BALANCE-1] an item that money on its way covers is not late', () => {
  const covered = openItem({ due_date: '2026-11-10', on_its_way: 84.99 });
  expect(daysLate(covered, '2026-11-22')).toBe(0);
  expect(stateOfItem(covered)).toBe('onItsWay');
});

test.each([
  [0, 'due', 8499],
  [20, 'due', 6499],
  [84.99, 'onItsWay', 0],
])('[BALANCE-1] with $%d on its way an item is %s, and %d cents are to pay', (on_its_way, state, cents) => {
  const item = openItem({ on_its_way });
  expect([stateOfItem(item), toPayCents(item)]).toEqual([state, cents]);
});
