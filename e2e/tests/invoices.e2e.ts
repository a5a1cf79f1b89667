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
  const summary = page.getByRole('region', { name: 'Summary', exact: true });
  const figure = (label: string) =>
    summary.getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]');
  await expect(figure('Total')).toHaveText(/[1-9]/);
  const [previous, received, service, activity, taxes, total] = await Promise.all(
    [
      'Previous balance',
      'Payments received',
      'Service charges',
      'Activity charges',
      'Taxes and fees',
      'Total',
    ].map((label) => centsOf(figure(label))),
  );
  const sum =
    Number(previous) - Math.abs(Number(received)) + Number(service) + Number(activity) + Number(taxes);
  expect(sum).toBe(total);
  await page.reload();
  await expect(summary).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await expect(row).toBeFocused();
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
