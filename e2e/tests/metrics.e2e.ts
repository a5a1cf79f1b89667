import { expect } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { openSession } from '../support/sessions.ts';
import { signIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';

test('[METRICS-1, METRICS-2, SHELL-3] the menu leads to the page, which counts a sign-in while it is open', async ({
  page,
}) => {
  const text = (key: string) => textIn('en', key);
  await signIn(page, 'ana.rivera@example.com', './', 'en');
  const drawer = page.getByRole('button', { name: text('shell.openMenu') });
  const settings = page.getByRole('button', { name: text('shell.settingsMenu'), exact: true });
  await expect(drawer.or(settings).first()).toBeVisible();
  const isPhone = await drawer.isVisible();
  await (isPhone ? drawer : settings).click();
  await page
    .getByRole(isPhone ? 'link' : 'menuitem', { name: text('shell.menuMetrics'), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: text('metrics.title') })).toBeFocused();

  const figure = page.getByRole('definition').first().locator('strong');
  await expect(figure).toHaveText(/^\d/);
  const before = Number((await figure.textContent())?.replace(/\D/g, ''));
  expect(before).toBeGreaterThan(0);
  await openSession('tess.tries@example.com');
  const shown = async () => Number((await figure.textContent())?.replace(/\D/g, ''));
  await expect.poll(shown, { timeout: 20_000 }).toBeGreaterThan(before);

  await page.keyboard.press('Tab');
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/range=0/);
  await expect(page.getByRole('tab', { name: text('metrics.range.0'), selected: true })).toBeFocused();
  await expect.poll(shown).toBeGreaterThan(before);
  const point = page.getByRole('application').first();
  await point.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: text('metrics.line.success') })).toBeVisible();
});
