import { languages } from '@myaccount/contract/languages';
import { expect } from '@playwright/test';
import { publicPaths } from '../../apps/web/src/app/inside-path.ts';
import { paths } from '../../apps/web/src/app/paths.ts';
import { moveClock } from '../support/clock.ts';
import { test } from '../support/portal-test.ts';
import { awaitCode, readInbox } from '../support/sandbox.ts';
import { requestCode, signIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { identity, phone } from '../support/widths.ts';

test.use({ isWarm: false });

const ana = 'ana.rivera@example.com';

async function openCodeStep(page: import('@playwright/test').Page, email: string): Promise<string> {
  const alreadyThere = (await readInbox(email)).length;
  await page.goto('./login');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Code from the email')).toBeFocused();
  return await awaitCode(email, alreadyThere);
}

test.describe('the sign-in page', () => {
  test('[LOGIN-1, LOGIN-2, SHELL-7] shows a welcome, two steps, terms, privacy, and the mobile service', async ({
    page,
  }) => {
    await page.goto('./login');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
    await expect(page.getByRole('list', { name: 'Steps to sign in' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'terms of service' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'privacy policy' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the mobile site' })).toBeVisible();
  });

  test('[LOGIN-2] an unknown or invalid address is not recognized', { tag: identity }, async ({ page }) => {
    await page.goto('./login');
    for (const email of ['not-an-address', 'stranger@example.com']) {
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send code' }).click();
      await expect(page.getByText('Sorry, we don’t recognize this email')).toBeVisible();
      await expect(page.getByLabel('Email address')).toHaveValue(email);
    }
  });

  test('[LOGIN-3, LOGIN-4] shows six boxes and a countdown from 5:00, and rejects a wrong code at the input', {
    tag: identity,
  }, async ({ page }) => {
    const code = await openCodeStep(page, ana);
    await expect(page.getByText(/0?[45]:\d\d/).first()).toBeVisible();
    const input = page.getByLabel('Code from the email');
    await input.fill(code === '111111' ? '222222' : '111111');
    await expect(page.getByText('Invalid code. Please try again.')).toBeVisible();
    await expect(input).toBeFocused();
    await input.fill(`${code.slice(0, 3)}-${code.slice(3)} `);
    await expect(page.getByRole('heading', { level: 1, name: 'Billing and payments' })).toBeVisible();
  });

  test('[LOGIN-3, LOGIN-9] after the countdown, a link sends a new code, and the earlier one stops working', {
    tag: identity,
  }, async ({ page }) => {
    await page.clock.install();
    const earlier = await openCodeStep(page, ana);
    const alreadyThere = (await readInbox(ana)).length;
    await page.clock.runFor(301_000);
    await page.getByRole('button', { name: 'Send a new code' }).click();
    const code = await awaitCode(ana, alreadyThere);
    await expect(page.getByRole('timer')).toHaveText(/0[45]:\d\d/);
    const input = page.getByLabel('Code from the email');
    await expect(input).toBeFocused();
    if (earlier !== code) {
      await input.fill(earlier);
      await expect(page.getByText('Invalid code. Please try again.')).toBeVisible();
    }
    await input.fill(code);
    await expect(page.getByRole('heading', { level: 1, name: 'Billing and payments' })).toBeVisible();
  });

  test('[LOGIN-9, SIGNIN-1] a stranger who requests codes and guesses at the same time does not keep the owner out', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const owner = 'nathan.cole@example.com';
    const stranger = await playwright.request.newContext(baseURL ? { baseURL } : {});
    const code = await openCodeStep(page, owner);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let codes = 0; codes < 3; codes++) {
      const { challenge } = await requestCode(stranger, owner);
      for (let guess = 0; guess < 5; guess++) {
        const data = { email: owner, otp: wrong, challenge };
        await stranger.post('/myaccount/api/login/otp/validate', { data });
      }
    }
    await stranger.dispose();
    await page.getByLabel('Code from the email').fill(code);
    await expect(page.getByRole('heading', { level: 1, name: 'Billing and payments' })).toBeVisible();
  });

  for (const language of languages) {
    test(`[LOGIN-4] says that a code has expired, and offers a new one at once: ${language}`, {
      tag: language === 'en' ? [identity] : [],
    }, async ({ browser, request }) => {
      const text = (key: string) => textIn(language, key);
      const context = await browser.newContext({ locale: `${language}-US` });
      const page = await context.newPage();
      const alreadyThere = (await readInbox(ana)).length;
      await page.goto('./login');
      await page.getByLabel(text('login.email')).fill(ana);
      await page.getByRole('button', { name: text('login.sendCode') }).click();
      const code = await awaitCode(ana, alreadyThere);
      await moveClock(request, 301_000);
      try {
        await page.getByLabel(text('login.code')).fill(code);
        await expect(page.getByText(text('problems.login-expired-code'))).toBeVisible();
      } finally {
        await moveClock(request, 0);
      }
      await page.getByRole('button', { name: text('login.resend.code.action') }).click();
      await expect(page.getByText(text('problems.login-expired-code'))).toBeHidden();
      await expect(page.getByLabel(text('login.code'))).toBeFocused();
      await context.close();
    });
  }

  test('[LOGIN-5] leaving during the code step warns that the code becomes invalid', async ({ page }) => {
    await openCodeStep(page, ana);
    await page.getByLabel('Code from the email').fill('12');
    const warned = page.waitForEvent('dialog');
    void page.reload().catch(() => undefined);
    const dialog = await warned;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(page.getByLabel('Code from the email')).toBeVisible();
    const accepted = page.waitForEvent('dialog').then((second) => second.accept());
    await Promise.all([page.reload(), accepted]);
    await expect(page.getByLabel('Code from the email'), 'who leaves all the same').toBeFocused();
  });

  for (const language of languages) {
    test(`[SHELL-11, LOGIN-1] speaks the browser’s language: ${language}`, async ({ browser }) => {
      const context = await browser.newContext({ locale: `${language}-GB` });
      const page = await context.newPage();
      await page.goto('./login');
      await expect(page.getByRole('button', { name: textIn(language, 'login.sendCode') })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await context.close();
    });
  }
});

test.describe('a session', () => {
  test('[LOGIN-1] every page of an account asks a visitor to sign in', async ({ page }) => {
    for (const path of Object.values(paths).filter((each) => !publicPaths.includes(each))) {
      await page.goto(`.${path.replace(/\$\w+/, 'none')}`);
      await expect(page.getByLabel('Email address'), path).toBeFocused();
    }
  });

  test('[LOGIN-1] a requested page opens after sign-in', async ({ page }) => {
    await signIn(page, ana, './billing');
    await expect(page).toHaveURL(/\/myaccount\/billing$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  });

  test('[SHELL-15] a link to an account of another sign-in leads to that sign-in, and back to the link', async ({
    page,
  }) => {
    await signIn(page, ana);
    await page.goto('./payments?account=none');
    await page.getByRole('button', { name: textIn('en', 'shell.otherSignIn.switch') }).click();
    await expect(page.getByLabel('Email address')).toBeFocused();
    await expect(page).toHaveURL(/login\?returnTo=%2Fpayments%3Faccount%3Dnone$/);
  });

  test('[LOGIN-7] survives a reload, is in session storage, and ends at sign-out', {
    tag: [identity, phone],
  }, async ({ page }) => {
    await signIn(page, ana);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Billing and payments' })).toBeVisible();
    const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('auth-token') ?? '{}'));
    expect(Object.keys(kept)).toEqual(
      expect.arrayContaining(['accessToken', 'idToken', 'expiresIn', 'tokenType']),
    );
    await signOut(page);
    await expect(page.getByLabel('Email address')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('auth-token'))).toBeNull();
    const refused = await page.request.get('/myaccount/api/login/otp/logout', {
      headers: { authorization: `Bearer ${kept.accessToken}` },
    });
    expect(refused.status(), '[LOGIN-10] the token is invalid').toBe(401);
  });

  test('[LOGIN-7] a session that ended elsewhere redirects to sign-in and back to the page', {
    tag: identity,
  }, async ({ page }) => {
    await signIn(page, ana);
    const { accessToken } = await page.evaluate(() =>
      JSON.parse(sessionStorage.getItem('auth-token') ?? '{}'),
    );
    await page.request.get('/myaccount/api/login/otp/logout', {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    await page.goto('./payments');
    await expect(page.getByLabel('Email address')).toBeVisible();
    await signIn(page, ana, './payments');
    await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  });
});

async function signOut(page: import('@playwright/test').Page): Promise<void> {
  const drawer = page.getByRole('button', { name: 'Open menu' });
  if (await drawer.isVisible()) {
    await drawer.click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
  } else {
    await page.getByRole('button', { name: 'Account 100200301' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  }
}
