import { apiPath } from '@myaccount/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrollPayer, runAutopayJobs, setDueDate } from '../../apps/server/src/testing/autopay.ts';
import { forFile } from '../../apps/server/src/testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../apps/server/src/testing/paying-portal.ts';
import { runOps } from '../../apps/server/src/testing/run-ops.ts';
import { book, planVisit, timesOf, type WireTime } from '../../apps/server/src/testing/visits.ts';
import { type ClusterNode, listNodes, workerOf } from './nodes.ts';

const soonMs = 3_000;
const portal = forFile(() => startPayingPortal());
let away: ClusterNode;
let theirs: Payer[] = [];
let others: Payer[] = [];
/** Whom autopay charges: a card and a bank account of theirs, and of the others. */
const enrolled: Payer[] = [];
/** Links to visits in an area whose times nobody has read: of theirs, and of the others. */
const links: { readonly isAway: boolean; readonly token: string }[] = [];

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const dashboard = async ({ account, accessToken }: Payer) => {
  const query = { AccountNumber: account.accountNumber, customerID: account.customerNumber };
  const start = performance.now();
  const response = await portal.get('/billing/gtv/billing-account/refresh', query, accessToken);
  return { response, ms: performance.now() - start };
};

beforeAll(async () => {
  const superuserUrl = new URL(portal.ownerUrl);
  superuserUrl.username = new URL(process.env.DISTRIBUTED_URL ?? '').username;
  const nodes = await listNodes(superuserUrl.href);
  away = nodes.at(-1) as ClusterNode;
  const { host } = new URL(away.url);
  const isAway = async (accountId: string) => (await workerOf(superuserUrl.href, accountId)) === host;
  const split = async (payers: readonly Payer[]) => {
    const places = await Promise.all(payers.map(({ account }) => isAway(account.id)));
    return [true, false].map((place) => payers.filter((_, index) => places[index] === place));
  };
  const buildPayers = async (count: number, options = {}) => {
    const payers: Payer[] = [];
    while (payers.length < count) payers.push(await portal.buildPayer(options));
    return await split(payers);
  };
  [theirs = [], others = []] = await buildPayers(40);
  const banks = await buildPayers(12, { kind: 'bank', processor: 'transafe' });
  for (const some of [theirs, others, ...banks]) {
    const payer = some.pop() as Payer;
    await enrollPayer(portal, payer);
    await setDueDate(portal, payer, '2026-11-24');
    enrolled.push(payer);
  }
  while (links.length < 12) {
    const { accountId, token } = await planVisit(portal, portal.sandbox, { area: '43085' });
    links.push({ isAway: await isAway(accountId), token });
  }
  for (const payer of [...theirs, ...others]) await dashboard(payer);
  away.stop();
}, 120_000);
afterAll(() => away.start());

test('its customers are told at once that their account cannot be reached, and when to come again', async () => {
  expect(theirs.length).toBeGreaterThan(3);
  for (const payer of theirs) {
    for (const answer of [(await dashboard(payer)).response, await portal.pay(payer)]) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json().code).toBe('account.unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  }
  expect((await dashboard(theirs[0] as Payer)).ms).toBeLessThan(soonMs);
});

test('everybody else signs in, reads, and pays', async () => {
  expect(others.length).toBeGreaterThan(3);
  const times: number[] = [];
  for (const payer of others) {
    const accessToken = await portal.signIn(payer.emailAddress);
    const { response, ms } = await dashboard({ ...payer, accessToken });
    expect(response.statusCode).toBe(200);
    times.push(ms);
    expect((await portal.pay(payer)).json()).toMatchObject({ status: 'COMPLETED' });
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  }
  expect(median(times)).toBeLessThan(soonMs);
});

test('jobs go on for everybody else, by card and by bank account', async () => {
  await runAutopayJobs(portal);
  const charges = await Promise.all(enrolled.map((payer) => portal.chargesOf(payer).catch(() => [])));
  expect(charges.map(({ length }) => length)).toEqual([0, 1, 0, 1]);
});

/** What is about everybody: a part of the answer would be a wrong one. The next round does it. */
const waiting = [
  'charge-notices.send',
  'metrics.roll-up',
  'payments.compare-processors',
  'payments.record-returns',
  'retention.delete-expired',
];

test('every job goes on for the others, but for those that are about everybody', async () => {
  const failed: string[] = [];
  for (const { name, run } of portal.app.jobs) await run().catch(() => failed.push(name));
  expect(failed.toSorted()).toEqual(waiting);
});

test('everybody else moves a visit, also where no times were read before', async () => {
  const range = { StartDate: '2026-12-01', EndDate: '2026-12-15' };
  for (const { isAway, token } of links.toSorted((a, b) => Number(a.isAway) - Number(b.isAway))) {
    const read = await portal.get('/appointment/schedules', { Token: token, ...range });
    expect(read.statusCode).toBe(isAway ? 503 : 200);
    if (isAway) continue;
    const [time] = await timesOf(portal, token);
    expect((await book(portal, token, time as WireTime)).statusCode).toBe(200);
  }
});

test('an operator is told that a part of the accounts cannot be reached', async () => {
  const { err, code } = await runOps(portal.settings, ['find', 'Nobody Atall']);
  expect(code).toBe(1);
  expect(err).toContain('a part of the accounts cannot be reached');
});

test('readiness and metrics tell which part is away', async () => {
  const ready = await portal.inject({ url: `${apiPath.replace('/api', '')}/health/ready` });
  expect(ready.json()).toMatchObject({ status: 'ok', workers: { away: 1 } });
  expect(ready.json().workers.accountsAway).toBeCloseTo(1 / ready.json().workers.all, 1);
  expect(ready.statusCode).toBe(200);
});

test('when it is back, its customers see and pay what they owe', async () => {
  away.start();
  for (const payer of theirs) {
    await expect.poll(async () => (await dashboard(payer)).response.statusCode).toBe(200);
    expect((await portal.pay(payer)).json()).toMatchObject({ status: 'COMPLETED' });
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  }
  await runAutopayJobs(portal);
  for (const payer of enrolled) expect(await portal.chargesOf(payer)).toHaveLength(1);
  expect(await portal.brokenChecks()).toEqual([]);
});
