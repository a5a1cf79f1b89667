import { expect, type Page } from '@playwright/test';
import { mailTemplates } from '../../apps/server/src/features.ts';
import type { MailTemplate } from '../../apps/server/src/platform/outbox/deliver.ts';
import { mailPayload, mailsWithPage } from '../../apps/server/src/testing/mail-samples.ts';
import { mailPortal } from '../support/mail-portal.ts';
import { test } from '../support/portal-test.ts';
import { sessionOf } from '../support/sessions.ts';
import { openSignedIn, signIn } from '../support/sign-in.ts';
import { slow } from '../support/widths.ts';

const priya = 'priya.nair@example.com';
const [first, second] = ['100200316', '100200317'] as const;
const templates: Readonly<Record<string, MailTemplate>> = mailTemplates;
const portal = mailPortal('http://portal.example');

/** Returns the ids of Priya's accounts by their numbers. */
async function accountIds(page: Page): Promise<Map<string, string>> {
  const { accessToken } = JSON.parse(await sessionOf(priya));
  const headers = { authorization: `Bearer ${accessToken}` };
  const accounts: { id: string; accountNumber: string }[] = await (
    await page.request.get('/myaccount/api/accounts', { headers })
  ).json();
  return new Map(accounts.map(({ accountNumber, id }) => [accountNumber, id]));
}

/** Returns the id that ends the first link of the open page to one thing of a kind. */
async function linkedId(page: Page, kind: string): Promise<string> {
  const href = await page.locator(`a[href*="/${kind}/"]`).first().getAttribute('href');
  return href?.match(/[^/]+$/)?.[0] ?? '';
}

/** Returns where the mails about an account and the QR code of its bills lead to, each path once. */
function linksOf(accountId: string, ids: { invoiceId: string; paymentId: string }): string[] {
  const mailed = mailsWithPage.map((name) => {
    const { text } = templates[name]?.(portal, { ...mailPayload, ...ids } as never, 'en', accountId) ?? {};
    const { pathname, search } = new URL(text?.match(/https?:\/\/\S+/)?.[0] ?? '');
    return pathname + search;
  });
  return [...new Set([...mailed, `/myaccount/payments?make-payment&account=${accountId}`])];
}

async function expectAccount(page: Page, number: string): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: `Account ${number}` })).toBeVisible();
}

/** Returns the ids of the accounts, and every link that leads to the second one. */
async function readLinks(page: Page) {
  const ids = await accountIds(page);
  const opened = `account=${ids.get(second)}`;
  await openSignedIn(page, priya, `./billing?${opened}`);
  const invoiceId = await linkedId(page, 'invoices');
  await page.goto(`./payments?${opened}`);
  const links = linksOf(ids.get(second) ?? '', { invoiceId, paymentId: await linkedId(page, 'receipts') });
  expect(links.length).toBeGreaterThan(4);
  return { ids, links };
}

test('[SHELL-15] every mailed link leads to its account from another one', async ({ page }) => {
  const { ids, links } = await readLinks(page);
  for (const link of links) {
    await page.goto(`./?account=${ids.get(first)}`);
    await expectAccount(page, first);
    await page.goto(link);
    await expectAccount(page, second);
    await expect(page.getByText(`Now viewing account ${second}.`)).toBeVisible();
  }
});

for (const part of ['a', 'every'] as const) {
  test(`[SHELL-15] ${part} mailed link leads to its account from a tab that has to sign in`, {
    tag: part === 'every' ? slow : [],
  }, async ({ page, context }) => {
    test.slow();
    const { ids, links } = await readLinks(page);
    for (const link of part === 'every' ? links : links.slice(0, 1)) {
      await page.goto(`./?account=${ids.get(first)}`);
      const tab = await context.newPage();
      await signIn(tab, priya, link);
      await expectAccount(tab, second);
      expect(new URL(tab.url()).pathname).toBe(link.split('?')[0]);
      await tab.close();
    }
  });
}
