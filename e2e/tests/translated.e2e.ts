import { expect } from '@playwright/test';
import { momentScenes } from '../scenes/moments.scenes.ts';
import { actScene, loadScene } from '../scenes/scene.ts';
import { scenes } from '../scenes/scenes.ts';
import { paymentFormOf } from '../support/payment-form.ts';
import { test } from '../support/portal-test.ts';
import { openSignedIn } from '../support/sign-in.ts';
import { translatePages, visibleText } from '../support/translator.ts';
import { slow } from '../support/widths.ts';

const language = 'en';

/** Scenes that `npm test` acts in a translated page too: refusals, messages, and dialogs of each feature. */
const always = new Set([
  'make-payment-declined',
  'make-payment-overpaid',
  'autopay-saved-home',
  'settings-contact-errors',
  'login-code-wrong',
  'visit-confirm',
]);

/** They pay, so that the second visit owes less. */
const paying = ['receipt-paid', 'receipt-partly-approved', 'receipt-on-its-way'];

const acting = [...scenes, ...momentScenes].filter(({ act, name }) => act && !paying.includes(name));

for (const scene of acting) {
  test(`[LOOK-7] ${scene.name} says the same where the browser translates`, {
    tag: always.has(scene.name) ? [] : slow,
  }, async ({ page }) => {
    await loadScene(page, scene, language);
    await actScene(page, scene, language);
    const text = await visibleText(page);
    await translatePages(page);
    await page.unrouteAll();
    await page.context().clearCookies();
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await loadScene(page, scene, language);
    await actScene(page, scene, language);
    await expect.poll(() => visibleText(page)).toBe(text);
  });
}

test('[LOOK-7] scenes that are always translated exist and act', () => {
  const names = acting.map(({ name }) => name);
  expect([...always].filter((name) => !names.includes(name))).toEqual([]);
});

test.describe('in a page that the browser translates', () => {
  test.beforeEach(async ({ page }) => {
    await translatePages(page);
    await page.route('**/api/payments/make-payment', (route) => route.abort());
  });

  test('[LOOK-7, PAY-4] the button, the authorization, and what is sent follow the amount', async ({
    page,
  }) => {
    await openSignedIn(page, 'tess.tries@example.com', './billing/make-payment');
    const { form, fill } = paymentFormOf(page, language);
    const authorization = form.locator('label', { has: page.getByRole('checkbox') });
    for (const amount of ['71.25', '12.34']) {
      await fill(amount, 'settles in 3 days');
      await expect(form.getByRole('button', { name: /^Pay/ })).toHaveText(`Pay $${amount} now`);
      await expect(authorization).toContainText(`$${amount}`);
    }
    await form.getByRole('checkbox').check();
    const request = page.waitForRequest('**/api/payments/make-payment');
    await form.getByRole('button', { name: /^Pay/ }).click();
    expect((await request).postDataJSON()).toMatchObject({ amount: 12.34 });
  });

  test('[LOOK-7, SHELL-4] header and account picker follow the account', async ({ page }) => {
    await openSignedIn(page, 'priya.nair@example.com', './billing');
    const picker = page.getByRole('button', { name: /^Viewing account/ });
    const header = page.getByRole('banner').getByRole('button', { name: /^Account/ });
    await expect(header).toHaveText('Account 100200316');
    await expect(picker).toContainText('250 Bryden Road');
    await picker.click();
    await page.getByRole('menuitemradio', { name: /100200317/ }).click();
    await expect(page.getByText(/100200317-\d+/).first()).toBeVisible();
    await expect(header).toHaveText('Account 100200317');
    await expect(picker).toContainText('1801 NW Irving Street');
    await expect(page.getByText(/100200316/)).toHaveCount(0);
  });

  test('[LOOK-7, SHELL-11] every text follows the language', async ({ page }) => {
    await openSignedIn(page, 'ana.rivera@example.com', './payments');
    await page.getByRole('button', { name: 'Español' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagos');
    const messages = page.getByRole('region', { name: 'Mensajes' });
    await expect(messages).toHaveText('Esta página ahora está en español.');
    await expect(messages).toHaveText('');
    const switched = await visibleText(page);
    await page.reload();
    await expect(page.getByRole('form', { name: 'Hacer un pago' })).toBeVisible();
    expect(switched).toBe(await visibleText(page));
  });
});
