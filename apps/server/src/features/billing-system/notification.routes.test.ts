import { basePath } from '@myaccount/contract/endpoint';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoFile } from '../../../../sandbox/src/personas/personas.ts';
import { type BillingTestPortal, startBillingPortal } from '../../testing/billing-portal.ts';
import { readRow, readRows } from '../../testing/rows.ts';
import { claimDueReading, claimOldReading } from './reading.repository.ts';

let portal: BillingTestPortal;
const lines = demoFile('2026-11-24');
const [login] = lines.flatMap((line) => (line.type === 'login' && line.accounts.length > 0 ? [line] : []));
const account = login?.accounts[0]?.accountNumber ?? '';
const customer =
  lines.flatMap((line) =>
    line.type === 'account' && line.accountNumber === account ? [line.customerId] : [],
  )[0] ?? '';
const key = { 'x-billing-key': 'test-billing-hook-key-0000000001' };

beforeAll(async () => {
  portal = await startBillingPortal();
  await portal.importLines(lines);
  await portal.loadLines(lines);
}, 60_000);
afterAll(() => portal.close());
beforeEach(() => portal.pool.query('delete from billing_reading'));

const notify = (body: object, headers: Record<string, string> = key) =>
  portal.inject({ method: 'POST', url: `${basePath}/hooks/billing`, headers, payload: body });
const due = () => readRows(portal.db, 'billing_reading', {});

test('[LIVE-1] a notification asks for one reading, however many come; one without its key is 401', async () => {
  expect((await notify({ account_num: account }, {})).statusCode).toBe(401);
  expect((await notify({ account_num: account }, { 'x-billing-key': 'wrong' })).statusCode).toBe(401);
  expect(await due()).toEqual([]);
  for (let times = 0; times < 5; times += 1)
    expect((await notify({ account_num: account })).statusCode).toBe(202);
  expect((await due()).length).toBe(1);
});

test('[LIVE-1] a notification about an account that does not exist is 202 without effect; one without an account 400', async () => {
  expect((await notify({ account_num: '999999' })).statusCode).toBe(202);
  expect((await notify({ account: account })).statusCode).toBe(400);
  expect(await due()).toEqual([]);
});

test('[LIVE-1] a notification during a reading asks for another', async () => {
  await notify({ account_num: account });
  const reading = await claimDueReading(portal.db, portal.clock.now());
  await portal.passTime(1_000);
  await notify({ account_num: account });
  const [row] = await due();
  expect(row?.due_at).toEqual(portal.clock.now());
  expect(reading?.accountNumber).toBe(account);
  expect(await claimDueReading(portal.db, portal.clock.now())).toBeUndefined();
});

test('[LIVE-1] two servers never read one account at once, and each takes another', async () => {
  const [one, two] = lines.flatMap((line) => (line.type === 'account' ? [line.accountNumber] : []));
  await notify({ account_num: one });
  await notify({ account_num: two });
  const claimed = await Promise.all([1, 2, 3].map(() => claimDueReading(portal.db, portal.clock.now())));
  const numbers = claimed.flatMap((reading) => reading?.accountNumber ?? []);
  expect(numbers.toSorted()).toEqual([one, two].toSorted());
  expect(await claimOldReading(portal.db, portal.clock.now(), new Date(0))).toBeUndefined();
});

const open = async () => {
  const token = await portal.signIn(login?.emailAddress ?? '');
  const query = { AccountNumber: account, customerID: customer };
  const { asOf, isReading } = (await portal.get('/billing/gtv/billing-account/refresh', query, token)).json();
  return { asOf, isReading };
};

test('[LIVE-3] a customer who looks at old data gets it at once with its time, and one reading is asked for', async () => {
  expect(await open()).toEqual({ asOf: null, isReading: true });
  expect(await open()).toEqual({ asOf: null, isReading: true });
  expect((await due()).length).toBe(1);
  const readAt = portal.clock.now().toISOString();
  await portal.follow();
  expect(await open()).toEqual({ asOf: readAt, isReading: false });
  await portal.passTime(59_000);
  expect(await open()).toEqual({ asOf: readAt, isReading: false });
  await portal.passTime(2_000);
  expect(await open()).toEqual({ asOf: readAt, isReading: true });
  const account_id = (await readRow(portal.db, 'account', { account_number: account })).id;
  expect((await readRow(portal.db, 'billing_reading', { account_id })).due_at).toEqual(portal.clock.now());
}, 30_000);

test('[LIVE-3] while the billing system is away its data stays, and it is asked again later', async () => {
  await portal.follow();
  await portal.sandbox.control({ processor: 'gotransverse', mode: 'down' });
  await portal.passTime(61_000);
  const before = await open();
  await portal.follow();
  expect((await open()).asOf).toBe(before.asOf);
  const pace = await readRow(portal.db, 'billing_pace', {});
  expect(pace.away_since).not.toBeNull();
  await portal.sandbox.reset();
  await portal.pool.query(
    'update billing_pace set next_at = now(); update billing_reading set claimed_until = null',
  );
  await portal.follow();
  expect((await open()).isReading).toBe(false);
  expect((await readRow(portal.db, 'billing_pace', {})).away_since).toBeNull();
}, 30_000);
