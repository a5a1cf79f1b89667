import { beforeAll, beforeEach, expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { countSignIn, forgetCounts, hourMs, hoursFrom, readCounts } from '../../testing/counts.ts';
import { forFile } from '../../testing/for-tests.ts';
import { connectOwner } from '../../testing/owner.ts';
import { runJobs, startTestPortal, testStart } from '../../testing/portal.ts';
import { countFrameEvent } from './frame-count.service.ts';

const portal = forFile(() => startTestPortal());
const owner = forFile(() => connectOwner(portal));
let accountId: string;
beforeAll(async () => {
  accountId = (await buildLogin(portal.db)).account.id;
});
beforeEach(async () => {
  await forgetCounts(owner);
  portal.clock.set(testStart);
});

const signIn = (at: Date) => countSignIn(portal.db, at);
const openFrame = () =>
  portal.db.transaction().execute((trx) => countFrameEvent(trx, 'iframe.open', portal.portal.databaseTime));
const run = () => runJobs(portal, 'metrics.roll-up');
const rolled = async (): Promise<[string, string, number][]> => {
  const hours = portal.db.selectFrom('metric_hour').selectAll().orderBy('hour').orderBy('metric');
  const rows = await hours.execute();
  return rows.map(({ hour, metric, count }) => [hour.toISOString().slice(0, 13), metric, Number(count)]);
};

test('[METRICS-2] hours that have ended are added up, and all counts stay the same', async () => {
  for (const hours of [0, 0.5, 0.99, 1, 3.5]) await signIn(hoursFrom(hours));
  portal.clock.advance(0.2 * hourMs);
  await openFrame();
  await openFrame();
  portal.clock.advance(3.4 * hourMs);
  await openFrame();
  const counts = { login: { success: 5 }, iframe: { open: 3 } };
  expect(await readCounts(portal.portal)).toMatchObject(counts);
  await run();
  expect(await rolled()).toEqual([
    ['2026-11-24T17', 'iframe.open', 2],
    ['2026-11-24T17', 'login.success', 3],
    ['2026-11-24T18', 'login.success', 1],
  ]);
  expect(await readCounts(portal.portal)).toMatchObject(counts);
  await run();
  expect(await readCounts(portal.portal)).toMatchObject(counts);
});

test('[METRICS-2] hours that were counted too low are counted again once the roll-up is set back', async () => {
  for (const hours of [0.2, 0.4, 200.5]) await signIn(hoursFrom(hours));
  await openFrame();
  portal.clock.advance(200 * hourMs);
  await run();
  await run();
  await owner.query(`update metric_hour set count = 1 where metric = 'login.success'`);
  portal.clock.advance(5 * hourMs);
  await run();
  expect((await readCounts(portal.portal)).login.success).toBe(2);
  await owner.query('update metric_rollup set rolled_until = $1', [hoursFrom(1)]);
  await run();
  expect(await readCounts(portal.portal)).toMatchObject({ login: { success: 3 }, iframe: { open: 1 } });
});

test('[METRICS-2] counters of frames are deleted only when no round counts them again', async () => {
  await openFrame();
  const left = async () => (await portal.db.selectFrom('metric_counter').selectAll().execute()).length;
  portal.clock.advance(3 * hourMs);
  await run();
  expect(await left()).toBe(1);
  portal.clock.advance(100 * hourMs);
  await run();
  portal.clock.advance(2 * hourMs);
  await run();
  expect(await left()).toBe(0);
  expect((await readCounts(portal.portal)).iframe.open).toBe(1);
});

test('[METRICS-1] hours of long ago are kept by day, and all counts stay exact', async () => {
  await owner.query(`insert into metric_hour values
    ('2025-01-10T00:00Z', 'login.success', 1), ('2025-01-10T07:00Z', 'login.success', 2),
    ('2025-01-10T23:00Z', 'login.success', 4), ('2025-01-10T23:00Z', 'iframe.open', 8),
    ('2025-01-11T05:00Z', 'login.success', 16), ('2026-11-01T05:00Z', 'login.success', 32)`);
  portal.clock.advance(2 * hourMs);
  await run();
  expect(await rolled()).toEqual([
    ['2025-01-10T00', 'iframe.open', 8],
    ['2025-01-10T00', 'login.success', 7],
    ['2025-01-11T00', 'login.success', 16],
    ['2026-11-01T05', 'login.success', 32],
  ]);
  expect(await readCounts(portal.portal)).toMatchObject({ login: { success: 55 }, iframe: { open: 8 } });
});

test('[METRICS-2] years of entries are added up in several rounds', async () => {
  await owner.query('update metric_rollup set rolled_until = $1', [hoursFrom(-3_000)]);
  for (const hours of [-3_000, -2_279.5, -100, -2]) await signIn(hoursFrom(hours));
  await run();
  expect((await rolled()).map(([, , count]) => count)).toEqual([1, 1, 1, 1]);
  expect((await readCounts(portal.portal)).login.success).toBe(4);
});

const paid = (
  paymentId: string,
  action: 'payments.made' | 'payments.pending' | 'payments.failed',
  from: string,
) =>
  recordAudit(portal.db, {
    at: portal.clock.now(),
    accountId,
    actor: 'system',
    action,
    detail: { paymentId, from },
  });

test('[METRICS-2] a payment counts once, with its first result', async () => {
  await paid('a', 'payments.made', 'SUBMITTING');
  await paid('b', 'payments.made', 'UNKNOWN');
  await paid('c', 'payments.failed', 'SUBMITTING');
  await paid('d', 'payments.pending', 'SUBMITTING');
  await paid('d', 'payments.made', 'PENDING');
  await paid('e', 'payments.pending', 'UNKNOWN');
  await paid('e', 'payments.failed', 'PENDING');
  expect((await readCounts(portal.portal)).payment).toEqual({ total: 5, success: 4, failure: 1 });
});

test('[METRICS-2] an address that nobody knows is no failed sign-in', async () => {
  const fail = (reason: string) =>
    recordAudit(portal.db, {
      at: hoursFrom(0),
      loginId: null,
      actor: 'unknown',
      action: 'login.failed',
      detail: { reason },
    });
  await fail('unknown-email');
  await fail('invalid-code');
  await fail('expired-code');
  expect((await readCounts(portal.portal)).login).toEqual({ total: 2, success: 0, failure: 2 });
});
