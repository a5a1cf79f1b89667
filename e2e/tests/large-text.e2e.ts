import { expect, type Locator, type Page } from '@playwright/test';
import { actScene, loadScene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { useLargeText } from '../support/font-size.ts';
import { test } from '../support/portal-test.ts';
import { phoneOnly } from '../support/widths.ts';

const height = 844;

/** Opens a scene in English, at a width. */
async function open(page: Page, name: string, width: number): Promise<void> {
  const scene = scenes.find((one) => one.name === name);
  if (!scene) throw new Error(`There is no scene ${name}`);
  await page.setViewportSize({ width, height });
  await loadScene(page, scene, 'en');
  await actScene(page, scene, 'en');
}

/** Waits until text is twice as large. */
async function enlarge(page: Page): Promise<void> {
  await useLargeText(page, true);
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
}

/** Returns the box of an element, in pixels. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.y + box.height / 2 };
}

test('[LOGIN-3] with large text, each box of the code holds its digit', { tag: phoneOnly }, async ({
  page,
}) => {
  await page.route('**/api/login/otp/send', (route) =>
    route.fulfill({
      json: {
        status: 200,
        challenge: 'c',
        method: 'code',
        expiresAt: new Date(Date.now() + 300_000).toISOString(),
      },
    }),
  );
  await open(page, 'login-code', 390);
  const input = page.getByLabel('Code from the email');
  await input.fill('88888');
  const boxes = await input.locator('xpath=..').locator('[aria-hidden] > span').all();
  expect(boxes).toHaveLength(6);
  const rows = async () => new Set(await Promise.all(boxes.map(async (box) => (await boxOf(box)).y)));
  expect((await rows()).size).toBe(1);
  await enlarge(page);
  await expect.poll(async () => (await rows()).size).toBe(2);
  for (const box of boxes) {
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect((await boxOf(box)).width).toBeGreaterThan(60);
  }
});

test('[EBILL-1] with large text, the choices grow with their words', { tag: phoneOnly }, async ({ page }) => {
  await open(page, 'profile', 390);
  await enlarge(page);
  const group = page.getByRole('group', { name: 'Paperless billing' });
  for (const radio of await group.getByRole('radio').all()) {
    await expect.poll(async () => (await boxOf(radio)).width).toBeCloseTo(40, 0);
  }
});

test('[HOME-4] with large text, the latest bill has one rule above its total, and amounts are beneath their words', {
  tag: phoneOnly,
}, async ({ page }) => {
  await open(page, 'hero-discount-home', 390);
  await enlarge(page);
  const table = page.getByRole('region', { name: 'Latest bill' }).getByRole('table', { includeHidden: true });
  await expect(table.locator('tfoot tr')).toHaveCSS('display', 'flex');
  await expect(table.locator('tfoot tr')).toHaveCSS('border-top-width', '1px');
  for (const cell of await table.locator('tfoot tr > *').all()) {
    await expect(cell).toHaveCSS('border-top-width', '0px');
  }
  const gapOf = async (row: Locator) =>
    (await boxOf(row.locator('td').last())).y - (await boxOf(row.locator('th'))).bottom;
  const rows = table.locator('tbody tr');
  const last = await gapOf(rows.filter({ hasText: 'Taxes and fees' }));
  expect(last).toBeCloseTo(await gapOf(rows.filter({ hasText: 'Activity charges' })), 0);
});

test('[HOME-4] with large text, a link is as high as a finger, and no higher than its words need', {
  tag: phoneOnly,
}, async ({ page }) => {
  await open(page, 'hero-discount-home', 390);
  const link = page.getByRole('link', { name: 'View details' });
  expect((await boxOf(link)).height).toBeGreaterThanOrEqual(44);
  await enlarge(page);
  await expect.poll(async () => (await boxOf(link)).height).toBeLessThan(72);
});

test('[CONTACT-1] facts have figures as wide as they are', async ({ page }) => {
  await open(page, 'profile-business', 1280);
  const email = page.locator('dd', { hasText: 'office@harborstreetbakery.example.com' });
  const phone = page.locator('dd', { hasText: /^\(\d{3}\) / });
  await expect(phone).toHaveCSS('font-variant-numeric', 'normal');
  // Both share the row: the address has half of it, and does not break.
  expect((await boxOf(email)).height).toBeCloseTo((await boxOf(phone)).height, 0);
  expect((await boxOf(email)).width).toBeGreaterThan(380);
});

test('[CONTACT-1] an address that has no room breaks after its @', { tag: phoneOnly }, async ({ page }) => {
  await open(page, 'profile-business', 320);
  const email = page.locator('dd bdi', { hasText: 'office@harborstreetbakery.example.com' });
  await expect(email).toBeVisible();
  const lines = await email.evaluate((element) => {
    const range = document.createRange();
    return [...element.childNodes].map((node) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()].map(({ top }) => top);
    });
  });
  const [name = [], , domain = []] = lines;
  expect([name.length, domain.length]).toEqual([1, 1]);
  expect(domain[0]).toBeGreaterThan(name[0] ?? 0);
});

test('[GIFT-2] the words of what is under way are beside the middle of their sign', async ({ page }) => {
  await open(page, 'gift-card-registering', 1280);
  const words = page.getByText('Registering gift card');
  const sign = page.getByRole('status').filter({ has: words }).locator('svg');
  expect((await boxOf(words)).middle).toBeCloseTo((await boxOf(sign)).middle, 0);
});

test('[GIFT-2] what went wrong is as wide as the rows beneath it', async ({ page }) => {
  await open(page, 'gift-card-failed', 1280);
  const notice = await boxOf(page.getByRole('alert'));
  const row = await boxOf(page.getByRole('group').locator('label').first());
  expect([notice.x, notice.right]).toEqual([row.x, row.right]);
});

for (const width of [320, 390]) {
  test(`[SETTINGS-1] the tabs take one line at ${width} px, and the selected one is in view`, {
    tag: phoneOnly,
  }, async ({ page }) => {
    await open(page, 'settings-security', width);
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveCount(4);
    const inView = async (name: string) => {
      const { x, right } = await boxOf(page.getByRole('tab', { name }));
      return x >= 0 && right <= (page.viewportSize()?.width ?? 0);
    };
    const top = async (name: string) => (await boxOf(page.getByRole('tab', { name }))).y;
    expect(await top('Account')).toBe(await top('Security'));
    await expect.poll(() => inView('Security')).toBe(true);
    await page.getByRole('tab', { name: 'Security' }).focus();
    await page.keyboard.press('Home');
    await expect(page.getByRole('tab', { name: 'Account' })).toBeFocused();
    await expect.poll(() => inView('Account')).toBe(true);
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await page.setViewportSize({ width: 240, height });
    await expect.poll(() => inView('Notifications')).toBe(true);
  });
}

test('[CONSENT-1] beneath each other, the parts of a row have dots between them', async ({ page }) => {
  await open(page, 'settings-security-consents', 800);
  const row = page.getByRole('table', { name: 'What you agreed to' }).getByRole('row').nth(1);
  const dotAfter = (words: RegExp) =>
    row
      .getByRole('cell')
      .filter({ hasText: words })
      .evaluate((cell) => getComputedStyle(cell, '::after').content);
  expect(await dotAfter(/^Nov\s24/)).toContain('·');
  expect(await dotAfter(/^Version 1/)).toContain('·');
  expect(await dotAfter(/^You$/)).toContain('·');
  expect(await dotAfter(/^203/)).toBe('none');
  await page.setViewportSize({ width: 1280, height });
  await expect.poll(() => dotAfter(/^You$/)).toBe('none');
});
