import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildLogin } from '../apps/server/src/testing/builders/login.ts';
import { type PayingTestPortal, startPayingPortal } from '../apps/server/src/testing/paying-portal.ts';
import { type LoggedStatement, logStatements } from '../apps/server/src/testing/statement-log.ts';

interface CallStatements {
  readonly roundTrips: number;
  readonly statements: readonly string[];
}

/** What a call may send. */
const accepted: Readonly<Record<'code' | 'sign-in' | 'payment', CallStatements>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'round-trips.snapshot.json'), 'utf8'),
);

let portal: PayingTestPortal;
let log: LoggedStatement[];
beforeAll(async () => {
  portal = await startPayingPortal();
  log = logStatements(portal.pool);
});
afterAll(async () => await portal.close());

/** Makes the same call twice, because the first one opens connections. Returns what the second one sent until its last commit. */
async function sentBy(call: () => Promise<{ readonly statusCode: number }>) {
  expect((await call()).statusCode).toBe(200);
  // A mail that was queued goes out by itself.
  await expect.poll(() => portal.pool.idleCount).toBe(portal.pool.totalCount);
  log.length = 0;
  expect((await call()).statusCode).toBe(200);
  const sent = log.slice(0, log.findLastIndex(({ summary }) => summary === 'COMMIT') + 1);
  return {
    statements: sent.map(({ summary }) => summary),
    roundTrips: new Set(sent.map(({ write }) => write)).size,
  };
}

test('a payment sends what the snapshot lists, in as many round trips', async () => {
  const payers = [
    await portal.buildPayer({ processor: 'transafe' }),
    await portal.buildPayer({ processor: 'transafe' }),
  ];
  const pay = async () => {
    const payer = payers.pop();
    if (!payer) throw new Error('Two payments are made');
    return await portal.pay(payer, {}, 'key');
  };
  expect(await sentBy(pay)).toEqual(accepted.payment);
});

test('so do sending a code, and signing in with it', async () => {
  const logins = [await buildLogin(portal.db), await buildLogin(portal.db)];
  const send = async ({ emailAddress: email }: { readonly emailAddress: string }) =>
    await portal.post('/login/otp/send', { email });
  const sent: { email: string; challenge: string }[] = [];
  const request = async () => {
    const login = logins.pop();
    if (!login) throw new Error('Two codes are sent');
    const response = await send(login);
    sent.push({ email: login.emailAddress, challenge: response.json().challenge });
    return response;
  };
  expect(await sentBy(request)).toEqual(accepted.code);
  const signIn = async () => {
    const { email = '', challenge } = sent.pop() ?? {};
    await expect.poll(async () => (await portal.sandbox.messages(email)).length).toBe(1);
    const [mail] = await portal.sandbox.messages(email);
    const [otp] = /\d{6}/.exec(mail?.subject ?? '') ?? [];
    log.length = 0;
    return await portal.post('/login/otp/validate', { email, otp, challenge });
  };
  expect(await sentBy(signIn)).toEqual(accepted['sign-in']);
});

test('the dashboard, which only reads, takes no dedicated connection', async () => {
  const { account, accessToken } = await portal.buildPayer();
  await expect.poll(() => portal.pool.idleCount).toBe(portal.pool.totalCount);
  log.length = 0;
  const query = { AccountNumber: account.accountNumber, customerID: account.customerNumber };
  const response = await portal.get('/billing/gtv/billing-account/refresh', query, accessToken);
  expect(response.json()).toMatchObject({ balance: expect.any(Number) });
  expect(log).toEqual([]);
});

test('without pipelining a payment sends the same, one statement after the other', async () => {
  const waiting = await startPayingPortal({ DATABASE_PIPELINING: 'false' });
  const sent = logStatements(waiting.pool);
  const response = await waiting.pay(await waiting.buildPayer({ processor: 'transafe' }), {}, 'key');
  expect(response.statusCode).toBe(200);
  const writes = sent.map(({ write }) => write);
  expect(new Set(writes).size).toBe(writes.length);
  const { statements } = accepted.payment;
  expect(sent.map(({ summary }) => summary)).toEqual(expect.arrayContaining([...statements]));
  await waiting.close();
});
