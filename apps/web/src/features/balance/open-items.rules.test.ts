import { expect, test } from 'vitest';
import { openItem } from '../../testing/page-data.ts';
import { daysLate, isPartOnItsWay, nextDueDate, stateOfItem } from './open-items.rules.ts';

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
  [0, 'due', false],
  [20, 'due', true],
  [84.99, 'onItsWay', false],
])('[BALANCE-1] with $%d on its way an item is %s, in part: %s', (on_its_way, state, isPart) => {
  const item = openItem({ on_its_way });
  expect([stateOfItem(item), isPartOnItsWay(item)]).toEqual([state, isPart]);
});

test('[BALANCE-1] the next due date is that of the first item that neither is late nor on its way', () => {
  const onItsWay = openItem({ due_date: '2026-11-20', on_its_way: 84.99 });
  const items = [
    openItem({ due_date: '2026-11-10', past_due: true }),
    onItsWay,
    openItem({ due_date: '2026-11-28' }),
    openItem({ due_date: '2026-12-09' }),
  ];
  expect(nextDueDate({ openItems: items })).toBe('2026-11-28');
  expect(nextDueDate({ openItems: [onItsWay] })).toBeUndefined();
});
