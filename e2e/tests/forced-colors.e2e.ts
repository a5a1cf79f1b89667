import { expect } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { phone } from '../support/widths.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
});

test('[LOOK-1, FACE-1] with forced colors, a line marks the account that is shown', { tag: phone }, async ({
  page,
  isMobile,
}) => {
  await openSignedIn(page, 'priya.nair@example.com');
  const opener = isMobile ? 'Open menu' : /^Account 100200316/;
  await page.getByRole('banner').getByRole('button', { name: opener }).click();
  const entryOf = (number: string) =>
    page.getByRole(isMobile ? 'button' : 'menuitemradio', { name: new RegExp(`Home.*${number}`) });
  await expect(entryOf('100200316')).toHaveCSS('border-left-width', '4px');
  await expect(entryOf('100200317')).toHaveCSS('border-left-width', '0px');
});

test('[LOOK-1] with forced colors, a button without a frame is underlined', async ({ page }) => {
  await openSignedIn(page, 'ana.rivera@example.com');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await expect(button('Turn on autopay')).toHaveCSS('text-decoration-line', 'underline');
  await page.goto('./billing/make-payment');
  await button('Change: Pay with').click();
  await expect(button('Add a payment method')).toHaveCSS('text-decoration-line', 'underline');
  // The button that pays keeps its weight.
  const pay = await button(/^Pay /).evaluate((element) => getComputedStyle(element));
  const plain = await button('Change: When?').evaluate((element) => getComputedStyle(element));
  expect(pay.backgroundColor).not.toBe(plain.backgroundColor);
});
