import { languageEntries, languages } from '@myaccount/contract/languages';
import { expect } from '@playwright/test';
import { paths } from '../../apps/web/src/app/paths.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/portal-test.ts';
import { openSignedIn, signIn } from '../support/sign-in.ts';
import { phone, phoneOnly } from '../support/widths.ts';

const priya = 'priya.nair@example.com';

for (const language of languages) {
  test.describe(`the header in ${language}`, () => {
    test.use({ locale: languageEntries[language].locale });

    test(`[SHELL-2, SHELL-3] fits one row from 1024 px on, whoever is signed in (${language})`, async ({
      page,
    }) => {
      await openSignedIn(page, priya);
      const controls = page.getByRole('banner').locator('a:visible, button:visible');
      for (const width of [1024, 1120, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(page.getByRole('banner').getByRole('navigation').getByRole('link')).toHaveCount(5);
        const middles = await controls.evaluateAll((all) =>
          all
            .map((each) => each.getBoundingClientRect())
            .map(({ top, height }) => Math.round(top + height / 2)),
        );
        expect(middles.length).toBeGreaterThan(8);
        expect(Math.max(...middles) - Math.min(...middles), `at ${width} px`).toBeLessThan(3);
      }
    });
  });
}

test.describe('the frame', () => {
  test('[SHELL-2, SHELL-3, SHELL-7] shows menu, account number, banner, and footer with phone and links', {
    tag: phone,
  }, async ({ page, isMobile }) => {
    await openSignedIn(page, 'ana.rivera@example.com');
    await expect(page.getByText('Account 100200301').first()).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Mobile service' })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link', { name: /555-0100/ })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Facebook' })).toBeVisible();
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const pages = ['Home', 'Payments', 'Billing', 'Account Profile', 'Billing Refresh'];
    await expect(menu.getByRole('link')).toHaveText(
      isMobile ? [...pages, 'Account Settings', 'Metrics'] : pages,
    );
    if (isMobile) await expectAccessible(page);
    await menu.getByRole('link', { name: 'Payments' }).click();
    await expect(page).toHaveURL(/\/payments$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('[FACE-1, SHELL-4, SHELL-5, SHELL-6] switching the account updates the page and survives a reload', {
    tag: phone,
  }, async ({ page, isMobile }) => {
    await openSignedIn(page, priya, './billing');
    await expect(page.getByText('Account 100200316').first()).toBeVisible();
    const firstBill = page.getByText(/100200316-\d+/).first();
    await expect(firstBill).toBeVisible();
    if (isMobile) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: /100200317/ }).click();
    } else {
      await page.getByRole('button', { name: 'Viewing account 250 Bryden Road' }).click();
      await expectAccessible(page);
      await page.getByRole('menuitemradio', { name: /1801 NW Irving Street.*Home 100200317/ }).click();
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByText(/100200317-\d+/).first()).toBeVisible();
    await expect(page.getByText(/100200316-\d+/)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Account 100200317').first()).toBeVisible();
    await expect(page.getByText(/100200317-\d+/).first()).toBeVisible();
  });

  test('[PAYMENTS-1, HOME-3] an inactive account has no autopay card and no Make a Payment, but can pay its final bill', async ({
    page,
  }) => {
    await openSignedIn(page, 'greg.olsen@example.com');
    await expect(page.getByRole('heading', { name: 'Next payment' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Make a Payment' })).toHaveCount(0);
    await page.goto('./payments');
    await expect(page.getByRole('form', { name: 'Make a payment' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Autopay' })).toHaveCount(0);
  });

  test('[FOCUS-1, SHELL-11] a language switch is announced and kept', { tag: phone }, async ({
    page,
    isMobile,
  }) => {
    await openSignedIn(page, 'ana.rivera@example.com', './payments');
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
    const spanish = page.getByRole('button', { name: 'Español' });
    await spanish.click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    const messages = page.getByRole('region', { name: 'Mensajes' });
    await expect(messages).toHaveText('Esta página ahora está en español.');
    await expect(isMobile ? page.getByRole('button', { name: 'Abrir el menú' }) : spanish).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Pagos' })).toBeVisible();
  });

  test('[FOCUS-1, SHELL-4, SHELL-5] account menu and drawer work by keyboard alone', async ({ page }) => {
    await openSignedIn(page, priya);
    await page.setViewportSize({ width: 390, height: 844 });
    const drawer = page.getByRole('button', { name: 'Open menu' });
    await drawer.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeFocused();

    await page.setViewportSize({ width: 1280, height: 800 });
    const menu = page.getByRole('button', { name: 'Account 100200316' });
    const rows = page.getByRole('menuitemradio');
    const signOut = page.getByRole('menuitem', { name: 'Logout' });
    await menu.focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.first()).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('End');
    await expect(signOut).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(signOut).toBeFocused();
    await page.mouse.click(10, 500);
    await expect(menu).toBeFocused();
    await expect(rows).toHaveCount(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Account 100200317' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('[SHELL-2] large text stays inside a narrow window: the number leaves the bar before the brand is cut', {
    tag: phoneOnly,
  }, async ({ page }) => {
    await openSignedIn(page, 'ana.rivera@example.com');
    await page.goto('./no/such/page');
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const brand = page.getByRole('banner').getByText('Larkspur Fiber');
      expect(await brand.evaluate((name) => name.scrollWidth - name.clientWidth)).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  });

  test('[SHELL-13] every page of the router answers 200, any other path 404 with the page', async ({
    page,
  }) => {
    const pages = Object.values(paths).map((path) => path.replace(/\$\w*/, 'unknown'));
    for (const path of pages) expect((await page.request.get(`.${path}`)).status(), path).toBe(200);
    expect((await page.goto('./no/such/page'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'We can’t find that page' })).toBeVisible();
  });

  test('[SHELL-12] dates are written as the language writes them', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'es-US' });
    const page = await context.newPage();
    await openSignedIn(page, 'lucia.mendoza@example.com', './billing');
    await expect(
      page.getByText(/^\d{1,2}\s(ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)\s20\d\d$/).first(),
    ).toBeVisible();
    await context.close();
  });

  test('[SHELL-9] a deep link works inside the portal only', async ({ page, baseURL }) => {
    await signIn(page, 'ana.rivera@example.com', './?deeplink=/billing');
    await expect(page).toHaveURL(/\/myaccount\/billing$/);
    const outside = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '%2F%2Fevil.example',
      '/..//evil.example',
    ];
    for (const target of outside) {
      await page.goto(`./payments?deeplink=${encodeURIComponent(target)}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin);
    }
  });
});

test.describe('when things go wrong', () => {
  test('[BILLING-2, PAYMENTS-3] lists that do not load show an error', async ({ page }) => {
    await openSignedIn(page, 'ana.rivera@example.com');
    await page.route('**/api/invoices/all*', (route) => route.abort());
    await page.route('**/api/payments?*', (route) => route.abort());
    await page.goto('./billing');
    await expect(page.getByText('Error loading information, please try again later.')).toBeVisible();
    await page.goto('./payments');
    await expect(page.getByText('Error loading information, please try again later.')).toBeVisible();
  });

  test('names that break naive code render as text', async ({ page }) => {
    page.on('dialog', () => expect(false, 'a name ran as code').toBe(true));
    for (const email of [
      'robert.null@example.com',
      'm.alhusseini@example.com',
      'wang.xiaoming@example.com',
    ]) {
      await signIn(page, email, './billing');
      await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
      await page.evaluate(() => sessionStorage.clear());
    }
  });
});
