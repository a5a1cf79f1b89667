import { type Language, languages } from '@myaccount/contract/languages';
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../support/portal-test.ts';
import { awaitCode, readInbox } from '../support/sandbox.ts';
import { signIn } from '../support/sign-in.ts';
import { textIn } from '../support/texts.ts';
import { phone, widthOf } from '../support/widths.ts';

test.use({ isWarm: false });

const ana = 'ana.rivera@example.com';
const scripts = '**/*.js';
const brand = 'Larkspur Fiber';

async function visit(browser: Browser, language: Language): Promise<Page> {
  const context = await browser.newContext({ locale: `${language}-US` });
  return await context.newPage();
}

/** Holds all scripts but the early one, which is always there first. Returns a function that lets them through. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    if (!route.request().url().includes('/early-')) await promise;
    await route.continue();
  });
  return resolve;
}

/** Adds up how far anything moved since the page opened. */
async function measureShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const total = window as unknown as { shift: number };
    total.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift);
}

for (const language of languages) {
  test(`[START-4, SHELL-11] sign-in shows before any script runs: ${language}`, {
    tag: widthOf(language),
  }, async ({ browser }) => {
    const page = await visit(browser, language);
    await page.route(scripts, (route) => route.abort());
    for (const path of ['./login', './billing?page=2']) {
      await page.goto(path);
      await expect(page).toHaveTitle(`${textIn(language, 'login.title.email')} · ${brand}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        textIn(language, 'login.welcome', { brand }),
      );
      await expect(page.getByLabel(textIn(language, 'login.email'))).toBeFocused();
      const button = page.getByRole('button', { name: textIn(language, 'login.sendCode') });
      await expect(button).toBeVisible();
      await expect(button).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    }
    await page.context().close();
  });
}

test('[START-4, LOGIN-1] what was typed and sent before the scripts arrived is kept; no style loads that the page has', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') loaded.push(new URL(request.url()).pathname);
  });
  const release = await holdScripts(page);
  const alreadyThere = (await readInbox(ana)).length;
  await page.goto('./billing', { waitUntil: 'commit' });
  const field = page.getByLabel('Email address');
  await expect(field).toBeFocused();
  await page.keyboard.type(ana);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/billing$/);
  release();
  await page.getByLabel('Code from the email').fill(await awaitCode(ana, alreadyThere));
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await expect(page).toHaveURL(/\/billing$/);
  const own = page.locator('link[rel="stylesheet"][disabled]');
  const ownPaths = await own.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(ownPaths).not.toEqual([]);
  expect(loaded.filter((path) => ownPaths.includes(path))).toEqual([]);
});

test('[START-4, SHELL-11] the last language chosen before the scripts arrived is spoken once they are there', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('./login', { waitUntil: 'commit' });
  await page.getByLabel('Email address').fill('ana.rivera@');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Español' }).click();
  release();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('ana.rivera@');
  await expect(page.getByRole('button', { name: 'Español', pressed: true })).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('es');
});

test('[START-4] the scripts take over without moving anything; what was typed stays, and is not sent by itself', {
  tag: phone,
}, async ({ page }) => {
  const shiftOf = await measureShift(page);
  const release = await holdScripts(page);
  await page.goto('./login', { waitUntil: 'commit' });
  await page.getByLabel('Email address').fill('ana.rivera@');
  release();
  await page.waitForLoadState('networkidle');
  await expect(page.getByLabel('Email address')).toHaveValue('ana.rivera@');
  expect(await shiftOf()).toBe(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sorry, we don’t recognize this email')).toBeVisible();
});

test('[START-4, SHELL-11] the language chosen here, not the browser’s, is there from the start', async ({
  page,
}) => {
  await page.goto('./login');
  // The buttons work once the scripts are there, which load after the first paint.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByLabel('Correo electrónico')).toBeVisible();
  await page.route(scripts, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textIn('es', 'login.welcome', { brand }));
});

test('[START-4, LOGIN-7] who is signed in never sees the sign-in page; texts are asked for before the scripts, and once', async ({
  page,
}) => {
  await signIn(page, 'nathan.cole@example.com');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const release = await holdScripts(page);
  const texts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/locales/')) texts.push(request.url());
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.starting')).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeHidden();
  await expect.poll(() => texts.length).toBe(1);
  release();
  await expect(page.getByLabel('Email address')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(texts).toHaveLength(1);
});
