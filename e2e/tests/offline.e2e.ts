import { expect, type Page } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { phoneOnly } from '../support/widths.ts';

test.use({ isWarm: false });

const ana = 'ana.rivera@example.com';
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const notice = (page: Page) => page.getByText('You are offline', { exact: true });
/** Longer than the page before stays while its next one loads. */
const longerThanSkeletonMs = 1_000;

/** Opens a form and types into it. */
async function typePhone(page: Page): Promise<void> {
  await openSignedIn(page, ana, './profile');
  await page.getByRole('button', { name: 'Edit contact information' }).click();
  await page.getByLabel('Phone number').fill('5550100188');
}

test('[SHELL-10] offline, a press on a link whose script is not loaded keeps the page, and goes on by itself', async ({
  page,
  context,
}) => {
  await openSignedIn(page, ana, './billing');
  await expect(title(page, 'Billing')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await menu(page).getByRole('link', { name: 'Account Profile' }).click();
  await expect(notice(page)).toBeVisible();
  await expect(page.getByText('Check your internet connection and try again.')).toBeVisible();
  await page.waitForTimeout(longerThanSkeletonMs);
  await expect(title(page, 'Billing')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Edit contact information' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('[SHELL-10] what was typed is there while offline, and after it', async ({ page, context }) => {
  await typePhone(page);
  await context.setOffline(true);
  await expect(notice(page)).toBeVisible();
  await expect(page.getByLabel('Phone number')).toHaveValue('5550100188');
  await context.setOffline(false);
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByLabel('Phone number')).toHaveValue('5550100188');
});

test('[SHELL-10] a network that is dead although the browser does not know it', async ({ page }) => {
  await openSignedIn(page, ana, './billing');
  await expect(title(page, 'Billing')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const everything = /\/myaccount\//;
  await page.route(everything, (route) => route.abort());
  await menu(page).getByRole('link', { name: 'Account Profile' }).click();
  // Whether the page before stays depends on how fast the browser fails; `offline.page.test.tsx` decides it.
  await expect(notice(page)).toBeVisible();
  await page.unroute(everything);
  await expect(page.getByRole('button', { name: 'Edit contact information' })).toBeVisible();
});

test('[SHELL-10] a panel whose script does not load waits on its page, and opens by itself', async ({
  page,
  context,
}) => {
  await openSignedIn(page, ana, './billing/manage-payment-methods');
  await expect(page.getByRole('button', { name: 'Add a payment method' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add a payment method' }).click();
  await expect(notice(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('iframe')).toBeVisible();
});

test('[RELEASE-2, SHELL-10] a script that a new release removed: the page loads anew, at its address', async ({
  page,
}) => {
  await openSignedIn(page, ana, './billing');
  await expect(title(page, 'Billing')).toBeVisible();
  await page.waitForLoadState('networkidle');
  let isRemoved = true;
  await page.route(/ProfilePage-.*\.js$/, (route) =>
    isRemoved ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isRemoved = false;
  });
  await menu(page).getByRole('link', { name: 'Account Profile' }).click();
  await expect(page.getByRole('button', { name: 'Edit contact information' })).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  expect(isRemoved).toBe(false);
  await expect(notice(page)).toHaveCount(0);
});

test('[SHELL-8] a link that is only hovered makes no call', async ({ page }) => {
  await openSignedIn(page, ana);
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await menu(page).getByRole('link', { name: 'Account Profile' }).hover();
  await expect.poll(() => asked.some((path) => path.includes('/ProfilePage-'))).toBe(true);
  await page.waitForTimeout(longerThanSkeletonMs);
  expect(asked.filter((path) => path.includes('/api/'))).toEqual([]);
});

/** Presses a link as a finger does that may still scroll. */
const touch = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name }).first().dispatchEvent('touchstart');

for (const saveData of [false, true]) {
  test(`[SHELL-8] a finger on a link loads the script of its page, never its data; with Save-Data ${saveData}`, {
    tag: phoneOnly,
  }, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: value } });
    }, saveData);
    await openSignedIn(page, ana);
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await touch(page, 'Make a Payment');
    const asksForScript = () => asked.some((path) => path.includes('/MakePaymentPage-'));
    if (!saveData) await expect.poll(asksForScript).toBe(true);
    await page.waitForTimeout(longerThanSkeletonMs);
    expect(asksForScript()).toBe(!saveData);
    expect(asked.filter((path) => path.includes('/api/'))).toEqual([]);
  });
}
