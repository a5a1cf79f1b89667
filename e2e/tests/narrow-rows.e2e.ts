import { expect, type Locator } from '@playwright/test';
import { useLargeText } from '../support/font-size.ts';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { phoneOnly } from '../support/widths.ts';

const jerome = 'jerome.banks@example.com';
const height = 844;

/** Returns the box of an element, in pixels. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

for (const width of [320, 390, 1280]) {
  const tag = width < 768 ? [phoneOnly] : [];
  test(`[PAYMENTS-3] the history says why a payment failed, at ${width} px`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openSignedIn(page, jerome, './payments');
    const history = page.getByRole('region', { name: 'Payment history' });
    await expect(history.getByText('Declined by your bank').first()).toBeVisible();
  });
}

test('[PAYMENTS-3] a long transaction id takes no room of the other columns', async ({ page }) => {
  const id = '6A0F3C9D81B24E57A0C6D3E2F1B4987755AA11CC';
  await page.route('**/api/payments?*', async (route) => {
    const response = await route.fetch();
    const history: { result: object[] } = await response.json();
    const result = history.result.map((row) => ({ ...row, trasaction_id: id }));
    await route.fulfill({ response, json: { ...history, result } });
  });
  await page.setViewportSize({ width: 1280, height });
  await openSignedIn(page, jerome, './payments');
  const row = page.getByRole('region', { name: 'Payment history' }).getByRole('row').nth(1);
  const method = await boxOf(row.getByText(/^Credit Card/));
  const number = await boxOf(row.getByText(id));
  expect(number.width).toBeLessThan(240);
  expect(number.height).toBeGreaterThan(method.height);
  expect(method.height).toBeLessThan(30);
});

test('[BALANCE-1] with large text, the arrow of a row is apart from its amount', {
  tag: phoneOnly,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height });
  await openSignedIn(page, jerome, './billing');
  const table = page.getByRole('table', { name: 'What is open' });
  await table.waitFor();
  await useLargeText(page, true);
  const row = table.getByRole('row').nth(1);
  const arrow = await boxOf(row.getByRole('link').locator('svg'));
  const amount = await boxOf(row.getByText(/^\$\d/).last());
  expect(arrow.bottom <= amount.y || arrow.x >= amount.right).toBe(true);
});

test('[AUTOPAY-1] the error under the authorization aligns with its words', async ({ page }) => {
  await openSignedIn(page, jerome, './payments');
  await page.getByRole('button', { name: 'Turn on autopay' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Turn on autopay' }).click();
  const words = panel.getByText(/^I authorize/);
  const error = panel.getByText('Please check the box to authorize the charges');
  const indent = await error.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft));
  expect((await boxOf(error)).x + indent).toBeCloseTo((await boxOf(words)).x, 0);
});
