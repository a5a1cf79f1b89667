import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';

const ana = 'ana.rivera@example.com';

/** Integer cents of a displayed amount; 0 for a line that a bill does not have. */
async function centsOf(figure: Locator): Promise<number> {
  if ((await figure.count()) === 0) return 0;
  const text = (await figure.textContent()) ?? '';
  return Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100);
}

test('[BILLING-1] billing shows breadcrumb, balance, due date, pending charges, and cycle', async ({
  page,
}) => {
  await openSignedIn(page, ana, './billing');
  await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText('Home');
  const summary = page.getByRole('region', { name: 'Bill summary' });
  for (const label of ['Balance', 'Due', 'Pending charges', 'Billing cycle']) {
    await expect(summary.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(summary.getByText(/^\$\d/).first()).toBeVisible();
  await expect(summary.getByText(/[A-Z][a-z]{2} \d\d, 20\d\d/).first()).toBeVisible();
});

test('[BILLING-2] five bills per page, paid or pending, with the page in the URL', async ({ page }) => {
  await openSignedIn(page, ana, './billing');
  const bills = page.getByRole('region', { name: 'Bills' });
  await expect(bills.getByText(/100200301-\d+/)).toHaveCount(5);
  await expect(bills.getByText('Pending', { exact: true })).toHaveCount(1);
  await expect(bills.getByText('Paid', { exact: true })).toHaveCount(4);
  await bills
    .getByRole('button', { name: 'Page 2' })
    .or(bills.getByRole('link', { name: 'Page 2' }))
    .click();
  await expect(bills.getByText('100200301-020')).toBeVisible();
  await page.reload();
  await expect(bills.getByText('100200301-020')).toBeVisible();
});

test('[BILLING-3] a bill opens full-screen, its amounts add up, and Back returns to the list', async ({
  page,
}) => {
  await openSignedIn(page, ana, './billing');
  const row = page.getByRole('link', { name: 'View details of bill 100200301-024' });
  await row.click();
  const bill = page.getByRole('article');
  const figure = (label: string) =>
    bill.getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]');
  const groupSum = (label: string) =>
    bill.getByRole('heading', { name: label }).locator(':scope > span').last();
  await expect(figure('Total')).toHaveText(/[1-9]/);
  const labels = ['Previous balance', 'Payments received', 'Current charges', 'Total'];
  const [previous = 0, received = 0, current, total] = await Promise.all(
    labels.map((label) => centsOf(figure(label))),
  );
  const sums = await Promise.all(
    ['Service charges', 'Activity charges', 'Taxes and fees'].map((label) => centsOf(groupSum(label))),
  );
  expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(current);
  expect(previous - Math.abs(received) + Number(current)).toBe(total);
  await page.reload();
  await expect(bill).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await expect(row).toBeFocused();
});

test('[BILLING-3] the bills before and after are a press away; Back leads to the list, to the last one read', async ({
  page,
}) => {
  await openSignedIn(page, ana, './billing');
  await page.getByRole('link', { name: 'View details of bill 100200301-025' }).click();
  const title = (number: string) => page.getByRole('heading', { level: 1, name: `Bill 100200301-${number}` });
  await expect(title('025')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Next bill' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Previous bill' }).press('Enter');
  await expect(title('024')).toBeFocused();
  await page.getByRole('link', { name: 'Previous bill' }).press('Enter');
  await expect(title('023')).toBeFocused();
  await page.getByRole('link', { name: 'Next bill' }).press('Enter');
  await expect(title('024')).toBeFocused();
  const address = page.url();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: 'View details of bill 100200301-024' })).toBeFocused();
  // Opened by its address, it has no page before it.
  await page.goto(address);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
});

test('[BILLING-3] a bill that does not exist leads to the list', async ({ page }) => {
  await openSignedIn(page, ana, './billing/invoices/01937f6e-0000-7000-8000-000000000000');
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.getByRole('link', { name: 'See your bills' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
});

test('[BILLING-3] a bill prints whole, without controls', async ({ page }) => {
  await openSignedIn(page, ana, './billing');
  await page.getByRole('link', { name: 'View details of bill 100200301-024' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const control of await page.getByRole('dialog').locator('button, a:not(article a)').all())
    await expect(control).toBeHidden();
  const bill = page.getByRole('article');
  const isCut = await bill.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const screen = element.closest('dialog') as HTMLElement;
    return screen.scrollHeight > screen.clientHeight || box.bottom > document.documentElement.scrollHeight;
  });
  expect(isCut).toBe(false);
});

test.describe('in a browser that has loaded nothing', () => {
  test.use({ isWarm: false });

  test('[API-7, BILLING-4] a bill that is downloaded again is not sent again', async ({ page }) => {
    await openSignedIn(page, ana, './billing');
    await page.getByRole('link', { name: 'View details of bill 100200301-024' }).click();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const downloads: number[] = [];
    network.on('Network.responseReceivedExtraInfo', ({ statusCode, headers }) => {
      if (
        Object.keys(headers).some(
          (name) => name.toLowerCase() === 'etag' && headers['cache-control'] === 'private, no-cache',
        )
      )
        downloads.push(statusCode);
    });
    const paths: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      paths.push(await (await download).path());
    }
    const [first, second] = await Promise.all(paths.map((path) => readFile(path)));
    expect(first?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(second).toEqual(first);
    expect(downloads).toEqual([200, 304]);
  });
});
