import { languageEntries, languages } from '@myaccount/contract/languages';
import { expect, type Locator, type Page } from '@playwright/test';
import { paymentFormOf } from '../support/payment-form.ts';
import { test } from '../support/portal-test.ts';
import { awaitCode, readInbox } from '../support/sandbox.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { phone, phoneOnly } from '../support/widths.ts';

test.use({ isWarm: false });

const text = (key: string) => textIn('en', key);
/** More controls than any page has before the one that a customer wants. */
const mostTabs = 40;

/** Counts what the customer does with mouse and keyboard, as the browser sees it. */
async function countActions(page: Page) {
  const counts = { clicks: 0, keys: 0 };
  await page.exposeFunction('countAction', (kind: keyof typeof counts) => {
    counts[kind] += 1;
  });
  await page.addInitScript(() => {
    const count = (globalThis as unknown as { countAction: (kind: string) => void }).countAction;
    addEventListener('pointerdown', () => count('clicks'), true);
    addEventListener('keydown', () => count('keys'), true);
  });
  return counts;
}

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < mostTabs; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    await expect(page.locator('body')).not.toBeFocused();
  }
  throw new Error(`${control} is not reached with ${mostTabs} presses of Tab`);
}

const payLink = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^Pay \$/ })
    .first();
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$.* now$/ });
const receipt = (page: Page) => page.getByText(/^You paid \$/).first();

test('[LOOK-4] a first-time customer needs at most 4 clicks and 35 keystrokes from the address to the receipt', {
  tag: phone,
}, async ({ page }) => {
  const email = 'nathan.cole@example.com';
  const alreadyThere = (await readInbox(email)).length;
  const counts = await countActions(page);
  await page.goto('./');
  await expect(page.getByLabel(text('login.email'))).toBeFocused();
  await page.keyboard.type(email);
  await page.getByRole('button', { name: text('login.sendCode') }).click();
  await expect(page.getByLabel(text('login.code'))).toBeFocused();
  await page.keyboard.type(await awaitCode(email, alreadyThere));
  await payLink(page).click();
  await payButton(page).click();
  await expect(receipt(page)).toBeVisible();
  expect(counts.clicks).toBe(3);
  expect(counts.keys).toBe(email.length + 6);
  expect(counts.keys).toBeLessThanOrEqual(35);
});

test('[LOOK-4] the keyboard alone leads through sign-in and payment, and the focus is always somewhere', async ({
  page,
}) => {
  const email = 'robert.null@example.com';
  const alreadyThere = (await readInbox(email)).length;
  await page.goto('./');
  await expect(page.getByLabel(text('login.email'))).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(text('login.code'))).toBeFocused();
  await page.keyboard.type(await awaitCode(email, alreadyThere));
  await tabTo(page, payLink(page));
  await page.keyboard.press('Enter');
  await tabTo(page, payButton(page));
  await page.keyboard.press('Enter');
  await expect(receipt(page)).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
  await tabTo(page, page.getByRole('link', { name: text('payments.success.back') }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

for (const language of languages) {
  test.describe(`the form in ${language}`, { tag: phoneOnly }, () => {
    test.use({ locale: languageEntries[language].locale });

    test(`[LOOK-4] total, method, and the button that pays are on the first screen of a phone (${language})`, async ({
      page,
    }) => {
      await openSignedIn(page, 'ana.rivera@example.com', './billing/make-payment');
      const { form } = paymentFormOf(page, language);
      const bottomOf = async (part: Locator) => {
        const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
        return y + height;
      };
      const pay = form.getByRole('button', { name: /\$107\.70/ });
      await expect(pay).toBeVisible();
      const parts = [form.getByText('$107.70', { exact: true }), form.getByText('…4242'), pay];
      const bottoms = await Promise.all(parts.map(bottomOf));
      expect(bottoms).toEqual(bottoms.toSorted((one, other) => one - other));
      expect(bottoms.at(-1)).toBeLessThanOrEqual(844);
    });
  });
}
