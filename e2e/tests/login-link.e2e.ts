import { type BrowserContext, expect, type Page } from '@playwright/test';
import { scenes } from '../scenes/scenes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/portal-test.ts';
import { awaitLink, readInbox } from '../support/sandbox.ts';
import { requestCode } from '../support/sign-in.ts';
import { startOf, textIn } from '../support/texts.ts';

test.use({ isWarm: false });

/** No other test signs in as her: a stranger requests codes for her until no more guesses are left, and she gets links instead. */
const owner = 'nora.lindqvist@example.com';
const text = (key: string) => textIn('en', key);

test('no scene signs in with an address that gets links', () => {
  const addresses = scenes.flatMap(({ email }) => email ?? []);
  expect(addresses).not.toHaveLength(0);
  expect(addresses).not.toContain(owner);
});

test.describe('a sign-in link', () => {
  let context: BrowserContext;
  let page: Page;
  let link: string;

  test.beforeEach(async ({ browser, playwright, baseURL }) => {
    const stranger = await playwright.request.newContext(baseURL ? { baseURL } : {});
    await expect(async () => {
      expect((await requestCode(stranger, owner)).method).toBe('link');
    }).toPass({ intervals: [0] });
    await stranger.dispose();
    context = await browser.newContext({ locale: 'en-US' });
    page = await context.newPage();
    await page.goto('./billing');
    await page.getByLabel(text('login.email')).fill(owner);
    const alreadyThere = (await readInbox(owner)).length;
    await page.getByRole('button', { name: text('login.sendCode') }).click();
    await expect(page.getByText(text('login.link.title'))).toBeVisible();
    link = await awaitLink(owner, alreadyThere);
  });

  test.afterEach(async () => {
    await context.close();
  });

  test('[SIGNIN-3, LOGIN-1] opens in another tab of the browser that requested it, once, and leads to the requested page', async () => {
    await expect(page.getByText(text('login.link.why'))).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/0[45]:\d\d/);
    await expectAccessible(page);
    const requested: string[] = [];
    const tab = await context.newPage();
    tab.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await tab.goto(link);
    await expect(tab).toHaveURL(/\/myaccount\/billing$/);
    const token = link.split('#')[1] ?? '';
    const leaked = requested.filter((line) => line.includes(token));
    // The browser names the fragment of the page itself, and never sends it.
    expect(leaked.every((line) => line.startsWith(`${link} `))).toBe(true);
    await expect(page.getByText(text('login.link.openedTitle'))).toBeVisible();
    await expectAccessible(page);

    const secondTab = await context.newPage();
    await secondTab.goto(link);
    await expect(secondTab.getByRole('heading', { level: 1 })).toHaveText(
      text('login.opening.elsewhereTitle'),
    );
  });

  test('[SIGNIN-3] does not work in another browser, says where it does, and still works there', async ({
    browser,
  }) => {
    const other = await browser.newContext({ locale: 'en-US' });
    const otherPage = await other.newPage();
    await otherPage.goto(link);
    await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText(
      text('login.opening.elsewhereTitle'),
    );
    await expect(otherPage).toHaveURL(/\/login\/link$/);
    await expectAccessible(otherPage);
    await otherPage.getByRole('button', { name: text('login.opening.askAgain') }).click();
    await expect(otherPage.getByLabel(text('login.email'))).toBeVisible();

    // With its own challenge, the other browser gets its own link, and this one stays refused.
    await otherPage.getByLabel(text('login.email')).fill(owner);
    await otherPage.getByRole('button', { name: text('login.sendCode') }).click();
    await expect(otherPage.getByText(text('login.link.title'))).toBeVisible();
    await otherPage.goto(link);
    await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText(text('login.opening.refusedTitle'));
    await expect(otherPage.getByText(startOf('en', 'problems.login-invalid-link'))).toBeVisible();
    await expectAccessible(otherPage);
    await other.close();

    const tab = await context.newPage();
    await tab.goto(link);
    await expect(tab).toHaveURL(/\/myaccount\/billing$/);
  });

  test('[SIGNIN-3] a new link replaces the one before', async () => {
    const alreadyThere = (await readInbox(owner)).length;
    await page.getByRole('button', { name: text('login.anotherEmail') }).click();
    await page.getByRole('button', { name: text('login.sendCode') }).click();
    await expect(page.getByText(text('login.link.title'))).toBeVisible();
    const newer = await awaitLink(owner, alreadyThere);
    const tab = await context.newPage();
    await tab.goto(link);
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(text('login.opening.refusedTitle'));
    await tab.goto(newer);
    await expect(tab).toHaveURL(/\/myaccount\/billing$/);
  });
});
