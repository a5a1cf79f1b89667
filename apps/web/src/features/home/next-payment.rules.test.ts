import { expect, test } from 'vitest';
import { openItem } from '../../testing/page-data.ts';
import { nextPaymentOf } from './next-payment.rules.ts';

const settled = {
  amountDue: 0,
  dueDate: null,
  pastDue: 0,
  planned: 0,
  inFlight: 0,
  nextCharge: null,
  openItems: [],
  credit: 0,
  hasBill: true,
};
const charge = { date: '2026-12-01', amount: 84.99, recurring_payment_id: 'm1' };

const cases = [
  ['no bill has come yet', { hasBill: false }, 'noBill', 0, []],
  ['everything is paid', {}, 'nothingDue', 0, []],
  ['a credit is left', { credit: 12 }, 'credit', 1200, []],
  ['a credit before the first bill', { credit: 12, hasBill: false }, 'credit', 1200, []],
  ['a credit, and money is on its way', { credit: 12, inFlight: 20 }, 'credit', 1200, ['onItsWay']],
  ['a bill is open', { amountDue: 84.99, dueDate: '2026-12-01' }, 'due', 8499, []],
  [
    'autopay will take it',
    { amountDue: 84.99, dueDate: '2026-12-01', nextCharge: charge },
    'autopay',
    8499,
    [],
  ],
  ['the whole bill is on its way', { inFlight: 84.99 }, 'onItsWay', 8499, []],
  ['the whole bill is planned', { planned: 84.99 }, 'planned', 8499, []],
  ['one part is on its way, one planned', { inFlight: 80, planned: 4.99 }, 'onItsWay', 8000, ['planned']],
  ['a part is on its way', { amountDue: 64.99, inFlight: 20 }, 'due', 6499, ['onItsWay']],
  [
    'an older bill is past due',
    { amountDue: 169.98, pastDue: 84.99, dueDate: '2026-10-01' },
    'pastDue',
    16998,
    [],
  ],
  [
    'past due, and autopay will take what is open',
    { amountDue: 84.99, pastDue: 84.99, nextCharge: charge },
    'pastDue',
    8499,
    ['autopay'],
  ],
] as const;

test.each(cases)('[HOME-2] next payment when %s', (_when, given, ...expected) => {
  const [kind, amountCents, notes] = expected;
  const next = nextPaymentOf({ ...settled, ...given });
  expect(next).toMatchObject({ kind, amountCents, notes });
  expect(next.isOwed).toBe(['due', 'autopay', 'pastDue'].includes(kind));
});

const covered = openItem({ invoice_id: 'i-0', due_date: '2026-11-01', on_its_way: 84.99 });

test.each([
  ['one open item', [openItem()], '2099-12-01'],
  ['one open item beside one on its way', [covered, openItem()], '2099-12-01'],
  ['two open items', [openItem(), openItem({ invoice_id: 'i-2' })], null],
])('[HOME-2] the whole figure with %s has the due date %s', (_what, openItems, day) => {
  expect(nextPaymentOf({ ...settled, amountDue: 84.99, dueDate: '2099-12-01', openItems }).dueDay).toBe(day);
});

test('[HOME-2] names no due date when nothing is to be paid', () => {
  const given = { ...settled, inFlight: 84.99, dueDate: '2026-12-01', openItems: [covered] };
  expect(nextPaymentOf(given).dueDay).toBeNull();
});

test.each([
  ['one bill', [openItem()], false],
  ['one bill on its way', [covered], false],
  ['two bills', [openItem(), openItem({ invoice_id: 'i-2' })], true],
  ['the debt the account came with', [openItem({ invoice_id: null, label: null })], true],
  ['a bill that is partly on its way', [openItem({ on_its_way: 20 })], true],
])('[HOME-2] lists the open items of %s: %s', (_what, openItems, isListed) => {
  expect(nextPaymentOf({ ...settled, amountDue: 84.99, openItems }).isItemListShown).toBe(isListed);
});
