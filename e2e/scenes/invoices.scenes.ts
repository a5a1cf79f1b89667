import type { InvoiceDetail } from '@myaccount/contract/invoices';
import type { Page } from '@playwright/test';
import { detailOf } from '../../apps/web/src/testing/balances.ts';
import { bankAccount, card } from '../../apps/web/src/testing/page-data.ts';
import { type Actor, answering, failing, pending, type Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const listCall = '**/api/invoices/all*';
const billCall = '**/api/invoices/single*';

const openChanges = async (page: Page, { text }: Actor) => {
  await page.locator('summary').click();
  await page.getByRole('table', { name: text('balance.change.every') }).waitFor();
};

const wayOf = (id: string, method = card()) => ({ payment: { id, payment_method: method }, credit: null });

/** A bill that was paid in part, with a refund, a return, and a credit, and that changed for five causes. */
const reconciled: InvoiceDetail = {
  ...detailOf({
    id: 'i-9',
    invoice_num: '900120',
    due_date: '2026-12-08',
    amount: 107.7,
    amount_to_pay: 67.7,
  }),
  occurred_on: '2026-11-17',
  applied: [
    {
      kind: 'credited',
      day: '2026-11-17',
      amount: 10,
      payment: null,
      credit: { id: 'c-1', invoice_num: '900119', kind: 'credit' },
    },
    { kind: 'paid', day: '2026-11-18', amount: 40, ...wayOf('p-1') },
    { kind: 'paid', day: '2026-11-18', amount: 25, ...wayOf('p-2', bankAccount()) },
    { kind: 'refunded', day: '2026-11-20', amount: -10, ...wayOf('p-1') },
    { kind: 'returned', day: '2026-11-23', amount: -25, ...wayOf('p-2', bankAccount()) },
  ],
  change: {
    amount: -10.92,
    before: 118.62,
    causes: [
      { code: 'charge-ended', description: 'Installation', amount: -99, before: 99 },
      { code: 'discount-ended', description: 'Welcome offer', amount: 50, before: -50 },
      {
        code: 'proration',
        description: 'Fiber 500 internet',
        amount: 30.08,
        before: 49.91,
        words: 'Fiber 500 internet (18 of 30 days)',
      },
      { code: 'usage', description: 'International calls', amount: 5, before: 3 },
      { code: 'tax', description: null, amount: 3, before: 6 },
    ],
  },
};

const openBill = (position: number) => async (page: Page) => {
  await page.locator('a[href*="/billing/invoices/"]').nth(position).click();
  await page.getByRole('dialog').waitFor();
};

/** The bills and one bill. */
export const invoicesScenes: readonly Scene[] = [
  {
    name: 'billing-calendar',
    email: 'ana.rivera@example.com',
    path: 'billing',
    intercept: answering('**/api/calendar-feed', {
      address:
        'https://example.com/myaccount/api/calendar-feed?Token=4Jc8mLw2rTn6QyX0bVa1sHd9kPz5fGeU7iOq3xYtBWM',
    }),
    act: async (page, { text }) => {
      await page.getByRole('button', { name: text('calendar-feed.make') }).click();
      await page.getByRole('link', { name: text('calendar-feed.open') }).waitFor();
    },
  },
  { name: 'billing-due', email: ana, path: 'billing' },
  { name: 'billing-past-due', email: 'jerome.banks@example.com', path: 'billing' },
  { name: 'billing-credit', email: 'samuel.ortiz@example.com', path: 'billing' },
  { name: 'billing-empty', email: 'iris.novak@example.com', path: 'billing' },
  {
    name: 'billing-last-page',
    email: ana,
    path: 'billing?page=99',
    shiftReason:
      'the address names a page past the end, and the last page is shorter than the one it waits for',
  },
  {
    name: 'billing-balance-failed',
    email: ana,
    path: 'billing',
    intercept: failing('**/api/billing/gtv/billing-account/refresh*'),
  },
  { name: 'billing-failed', email: ana, path: 'billing', intercept: failing(listCall) },
  { name: 'bill-due', email: ana, path: 'billing', act: openBill(0) },
  {
    name: 'bill-reconciled',
    email: ana,
    path: 'billing/invoices/i-9',
    intercept: answering(billCall, [reconciled]),
    act: openChanges,
  },
  { name: 'bill-past-due', email: 'jerome.banks@example.com', path: 'billing', act: openBill(0) },
  { name: 'bill-on-its-way', email: 'mei.tanaka@example.com', path: 'billing', act: openBill(0) },
  { name: 'bill-paid', email: 'helen.brandt@example.com', path: 'billing', act: openBill(0) },
  { name: 'bill-discount', email: 'dana.whitaker@example.com', path: 'billing', act: openBill(0) },
  { name: 'bill-credit', email: 'walter.kim@example.com', path: 'billing', act: openBill(0) },
  {
    name: 'bill-adjustment',
    email: 'office@harborstreetbakery.example.com',
    path: 'billing',
    act: openBill(1),
  },
  { name: 'bill-reissued', email: 'denise.fowler@example.com', path: 'billing', act: openBill(0) },
  { name: 'bill-reversed', email: 'denise.fowler@example.com', path: 'billing', act: openBill(1) },
  {
    name: 'bill-loading',
    email: ana,
    path: 'billing',
    intercept: pending(billCall),
    act: openBill(0),
    isLoading: true,
  },
  { name: 'bill-missing', email: ana, path: 'billing/invoices/01937f6e-0000-7000-8000-000000000000' },
  { name: 'bill-failed', email: ana, path: 'billing', intercept: failing(billCall), act: openBill(0) },
];
