import { expect, type Page } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';

// A browser that was never here: it has no font.
test.use({ isWarm: false });

const ana = 'ana.rivera@example.com';
const isFont = (url: string) => url.endsWith('.woff2');

/** Lists the paths of what the page asks for from now on. */
function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

/** Holds every answer of the API. Returns a function that lets them through. */
async function holdAnswers(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Makes the page note the first frame that has its heading, by its own clock. */
function noteFirstFrame(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('h1')) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('heading'));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

/** Returns when the first font was asked for and when the first frame with the heading was drawn, both in milliseconds. */
function timesOf(page: Page): Promise<{ fontMs: number | undefined; frameMs: number | undefined }> {
  return page.evaluate(() => ({
    fontMs: performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'))?.startTime,
    frameMs: performance.getEntriesByName('heading')[0]?.startTime,
  }));
}

const hasFont = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).fontFamily.startsWith('"Inter Variable"'));

for (const [path, calls] of [
  ['./', ['customer/account/details', 'invoices/all']],
  ['./billing', ['customer/account/details', 'invoices/all']],
  ['./payments', ['payments', 'payments/planned', 'payments/recurring-payments']],
] as const) {
  test(`[START-5] at ${path} no call waits for the answer of another`, async ({ page }) => {
    const asked = watchRequests(page);
    const release = await holdAnswers(page);
    await openSignedIn(page, ana, path);
    const wanted = [...calls, 'customer/info', 'billing/gtv/account', 'billing/gtv/billing-account/refresh'];
    await expect
      .poll(() => asked.filter((one) => one.includes('/api/')).sort())
      .toEqual(wanted.map((call) => `/myaccount/api/${call}`).sort());
    expect(asked.filter(isFont)).toEqual([]);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

for (const [name, open] of [
  ['sign-in', (page: Page) => page.goto('./login')],
  ['the dashboard', (page: Page) => openSignedIn(page, ana)],
] as const) {
  test(`[START-5] the font comes after the first paint of ${name}`, async ({ page }) => {
    const asked = watchRequests(page);
    await noteFirstFrame(page);
    await open(page);
    await expect.poll(() => asked.filter(isFont).length).toBe(1);
    const { fontMs, frameMs } = await timesOf(page);
    expect(fontMs).toBeGreaterThan(frameMs ?? Number.NaN);
    expect(await hasFont(page)).toBe(false);
  });
}

test('[START-5] the next page has the font, and so has the next visit, which takes it from the cache', async ({
  page,
}) => {
  const asked = watchRequests(page);
  await openSignedIn(page, ana);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('browser:font'))).toBe('true');
  expect(await hasFont(page)).toBe(false);
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused();
  expect(await hasFont(page)).toBe(true);
  expect(asked.filter(isFont)).toHaveLength(1);
  const sizes: number[] = [];
  page.on('requestfinished', async (request) => {
    if (isFont(request.url())) sizes.push((await request.sizes()).responseBodySize);
  });
  const release = await holdAnswers(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.starting')).toBeVisible();
  expect(await hasFont(page)).toBe(true);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
});
