import { expect, type Page } from '@playwright/test';
import { blockStorage } from '../support/block-storage.ts';
import { test } from '../support/portal-test.ts';
import { awaitCode, readInbox } from '../support/sandbox.ts';
import { printVisitLink } from '../support/visit-link.ts';
import { phone } from '../support/widths.ts';

test.use({ isWarm: false });

const ana = 'ana.rivera@example.com';
const iris = '100200312';
const whatToAllow = /allow cookies and site data for this site/;

/** Collects what breaks in a page. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test('[SHELL-10] where site data is blocked, every page that signs in says what to allow, in both languages', {
  tag: phone,
}, async ({ page }) => {
  const errors = watchErrors(page);
  await blockStorage(page);
  for (const path of ['./login', './', './billing?page=2', './login/link#token', './payments']) {
    await page.goto(path);
    await expect(page.locator('#start-problem'), path).toBeVisible();
    await expect(page.getByText(whatToAllow), path).toBeVisible();
    await expect(page.getByText(/permita las cookies y los datos de este sitio/), path).toBeVisible();
    await expect(page.getByLabel('Email address'), path).toBeHidden();
    await expect(page.locator('.starting'), path).toBeHidden();
    await expect(page.getByText('This page could not load'), path).toBeHidden();
  }
  expect(errors).toEqual([]);
});

test('[SHELL-10, SCHEDULE-1] what needs no storage works without: a visit, its language, and its dead end', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await blockStorage(page);
  await page.goto(await printVisitLink(iris));
  await expect(page.getByRole('heading', { level: 1, name: /Iris Novak/ })).toBeVisible();
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('radio').first().click();
  await page.goto('./schedule/success');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of ['stop-charge', 'login/change']) {
    await page.goto(`./${path}/unknown`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('./schedule/unknown');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText(whatToAllow)).toBeVisible();
  expect(errors).toEqual([]);
});

test('[SHELL-10] what is blocked is said before any script but the first', async ({ page }) => {
  await blockStorage(page);
  await page.route(/\.js$/, (route) =>
    route.request().url().includes('/early-') ? route.continue() : route.abort(),
  );
  await page.goto('./login');
  await expect(page.getByText(whatToAllow)).toBeVisible();
});

test('[SHELL-10, LOGIN-7] with a full storage, signing in works until the page is left', async ({ page }) => {
  const errors = watchErrors(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  const alreadyThere = (await readInbox(ana)).length;
  await page.goto('./payments');
  await page.getByLabel('Email address').fill(ana);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the email').fill(await awaitCode(ana, alreadyThere));
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  expect(errors).toEqual([]);
});
