import type { Page } from '@playwright/test';
import { answering, failing, pending, type Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const listCall = '**/api/invoices/all*';
const billCall = '**/api/invoices/single*';

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
