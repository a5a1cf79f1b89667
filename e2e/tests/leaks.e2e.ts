import { expect, type Page } from '@playwright/test';
import { testNumbers, testRoutingNumber } from '../../apps/sandbox/src/hosted/test-numbers.ts';
import { test } from '../support/portal-test.ts';
import { awaitCode, awaitLink, readEveryMessage, readInbox } from '../support/sandbox.ts';
import { dumpDatabase, dumpOutgoing, linkTokensOf, readLogs, withoutIds } from '../support/secrets.ts';
import { requestCode, signIn } from '../support/sign-in.ts';

test.use({ isWarm: false });

/** What is typed into hosted forms: card and account numbers, and the routing number. */
const typedNumbers = [...testNumbers.map(({ number }) => number), testRoutingNumber];
/** Who signs in and enters a new email address, which waits for good. */
const owner = 'wang.xiaoming@example.com';
/** A persona of this test alone: strangers request codes for it until there are only links. */
const linked = 'zoe.obrien+fiber@example.com';

/** Saves a new email address and returns the code that proves it. */
async function proofOfNewAddress(page: Page, accessToken: string): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const [account] = await (await page.request.get('/myaccount/api/accounts', { headers })).json();
  const { accountNumber } = account as { accountNumber: string };
  const [customer] = claimsOf((await tokensOf(page)).idToken);
  const query = `CustomerID=${customer?.customer_id}&AccountNumber=${accountNumber}`;
  const info = await (await page.request.get(`/myaccount/api/customer/info?${query}`, { headers })).json();
  // Another one for each browser: an address that waits already is no change.
  const emailAddress = `proof.${Date.now()}@example.com`;
  const alreadyThere = (await readInbox(emailAddress)).length;
  const data = {
    accountNumber,
    channel: 'MyAccount',
    version: info.version,
    customer: { emailAddress },
  };
  const saved = await page.request.post('/myaccount/api/customer/account/info', { headers, data });
  expect(await saved.json()).toMatchObject({ Status: 'Success' });
  return await awaitCode(emailAddress, alreadyThere);
}

async function tokensOf(page: Page): Promise<{ accessToken: string; idToken: string }> {
  return await page.evaluate(() => JSON.parse(sessionStorage.getItem('auth-token') ?? '{}'));
}

function claimsOf(idToken: string): { account_id: string; customer_id: string }[] {
  const [, claims = ''] = idToken.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')).accounts;
}

/** Requests codes like a stranger until the sign-in is by link, and returns the link's token. */
async function tokenOfLink(page: Page): Promise<string> {
  const alreadyThere = (await readInbox(linked)).length;
  await expect(async () => {
    expect((await requestCode(page.request, linked)).method).toBe('link');
  }).toPass({ intervals: [0] });
  return (await awaitLink(linked, alreadyThere)).split('#')[1] ?? '';
}

test('after a complete run, no code, token, PIN, or card number is in the database, logs, mails, or what other services got', async ({
  page,
}) => {
  await signIn(page, owner);
  const { accessToken, idToken } = await tokensOf(page);
  const proof = await proofOfNewAddress(page, accessToken);
  const token = await tokenOfLink(page);
  const codes = (await readInbox(owner)).flatMap((mail) => /^(\d{6})\b/.exec(mail.subject)?.[1] ?? []);
  expect(codes.length).toBeGreaterThan(0);
  const messages = await readEveryMessage();
  const linkTokens = linkTokensOf(messages);
  expect(linkTokens).toContain(token);
  const database = await dumpDatabase();
  const logs = readLogs('portal');
  const outgoing = dumpOutgoing();
  expect(database.length).toBeGreaterThan(100_000);
  expect(logs.length).toBeGreaterThan(1_000);
  for (const [where, text] of [
    ['database', database],
    ['logs', logs],
    ['outgoing requests', outgoing],
  ] as const) {
    for (const secret of [accessToken, idToken, ...linkTokens])
      expect(text.includes(secret), `a token in the ${where}`).toBe(false);
    for (const code of [...codes, proof])
      expect(new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text), `a code in the ${where}`).toBe(false);
    expect(/\b[3-6]\d{15}\b/.test(text), `a card number in the ${where}`).toBe(false);
    for (const number of typedNumbers)
      expect(new RegExp(`\\b${number}\\b`).test(text), `${number} in the ${where}`).toBe(false);
  }
  for (const { channel, text } of messages) {
    expect(withoutIds(text)).not.toMatch(/\d{12,}/);
    if (channel === 'sms') expect(/\b\d{6}\b/.test(text), 'a code in a text').toBe(false);
  }
});

test('every log line is one JSON event', () => {
  const lines = readLogs('portal')
    .split('\n')
    .filter((line) => line.trim());
  for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
});
