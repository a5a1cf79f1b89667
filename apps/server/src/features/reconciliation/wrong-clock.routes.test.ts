import { afterEach, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../app.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { databaseTime, readMoment } from '../../platform/database/database-time.ts';
import type { Portal } from '../../platform/portal.ts';
import { type Payer, payBody, payingPortalForFile } from '../../testing/paying-portal.ts';
import { recordingLog } from '../../testing/portal.ts';
import { readRow } from '../../testing/rows.ts';

// Two servers over one database. The clock of one is wrong, or the database's own clock is corrected.

const second = 1_000;
const hour = 3_600_000;

const portal = payingPortalForFile({ SESSION_IDLE_SECONDS: '86400' });
afterEach(() => portal.sandbox.reset());

/** Starts another server on the same database. */
async function startServer(change: Partial<Pick<Portal, 'clock' | 'databaseTime'>>): Promise<App> {
  const changed = { ...portal.portal, ...change, log: recordingLog([]) };
  const { databaseTime: time, config } = changed;
  const moment = (trx: Trx) => readMoment(trx, time, config.timeZone);
  return await createApp({ portal: { ...changed, moment }, pool: portal.pool, webRoot: null });
}

function serverAheadBy(milliseconds: number): Promise<App> {
  return startServer({ clock: { now: () => new Date(portal.clock.now().getTime() + milliseconds) } });
}

async function payAt(app: App, payer: Payer) {
  return await app.server.inject({
    method: 'POST',
    url: '/myaccount/api/payments/make-payment',
    headers: { authorization: `Bearer ${payer.accessToken}` },
    payload: payBody(payer),
  });
}

const paymentOf = ({ account }: Payer) => readRow(portal.db, 'payment', { account_id: account.id });

/** Lets time pass in rounds of ten seconds, as the job does, and returns the seconds until the payment has a result. */
async function secondsUntilSettled(payer: Payer): Promise<number> {
  for (let seconds = 0; seconds <= 130; seconds += 10) {
    await portal.reconcile();
    if (!['SUBMITTING', 'UNKNOWN'].includes((await paymentOf(payer)).state)) return seconds;
    await portal.passTime(10 * second);
  }
  return Number.POSITIVE_INFINITY;
}

describe.each([
  ['behind', -hour],
  ['ahead', hour],
])('one server whose clock is an hour %s', (_word, aheadMs) => {
  test('[CHARGE-1] delays no lookup of a charge that it made', async () => {
    const payer = await portal.buildPayer();
    await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers', calls: 1 });
    expect((await payAt(await serverAheadBy(aheadMs), payer)).json().status).toBe('PENDING');
    expect(await secondsUntilSettled(payer)).toBeLessThanOrEqual(10);
    expect((await paymentOf(payer)).state).toBe('COMPLETED');
  });

  test('[CHARGE-1] has its charge written off once it can no longer be on its way, and without delay', async () => {
    const payer = await portal.buildPayer({ token: 'visa-4242-unsent' });
    await payAt(await serverAheadBy(aheadMs), payer);
    const seconds = await secondsUntilSettled(payer);
    expect((await paymentOf(payer)).state).toBe('PROCESSING_ERROR');
    expect(seconds).toBeGreaterThanOrEqual(90);
    expect(seconds).toBeLessThanOrEqual(110);
  });

  test('[CHARGE-1] neither writes off nor delays the charge of another server', async () => {
    const payer = await portal.buildPayer({ token: 'visa-4242-unsent' });
    await portal.pay(payer);
    const wrong = await serverAheadBy(aheadMs);
    await portal.passTime(10 * second);
    for (const job of wrong.jobs) if ('everySeconds' in job) await job.run();
    expect((await paymentOf(payer)).state).toBe('UNKNOWN');
    const seconds = await secondsUntilSettled(payer);
    expect((await paymentOf(payer)).state).toBe('PROCESSING_ERROR');
    expect(seconds).toBeLessThanOrEqual(100);
  });

  test('[CHARGE-1] does not pay a second time what was just paid without a key', async () => {
    const payer = await portal.buildPayer();
    const first = await payAt(await serverAheadBy(aheadMs), payer);
    const second = await portal.pay(payer);
    expect(second.json()).toMatchObject({ id: first.json().id, alreadyMade: true });
    expect(await portal.chargesOf(payer)).toHaveLength(1);
  });
});

describe('when the shared clock, an hour ahead, is set right', () => {
  test('[CHARGE-1] a charge that was made is settled at once', async () => {
    const payer = await portal.buildPayer();
    await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers', calls: 1 });
    await portal.pay(payer);
    await portal.passTime(-hour);
    expect(await secondsUntilSettled(payer)).toBe(0);
    expect((await paymentOf(payer)).state).toBe('COMPLETED');
  });

  test('[CHARGE-1] a charge that was not made is written off within two minutes, not earlier than usual', async () => {
    const payer = await portal.buildPayer({ token: 'visa-4242-unsent' });
    await portal.pay(payer);
    await portal.passTime(-hour);
    const seconds = await secondsUntilSettled(payer);
    expect((await paymentOf(payer)).state).toBe('PROCESSING_ERROR');
    expect(seconds).toBeGreaterThanOrEqual(90);
    expect(seconds).toBeLessThanOrEqual(120);
  });
});

test('[CHARGE-1] a server that was paused for five seconds does not send the charge', async () => {
  const payer = await portal.buildPayer();
  let readsSinceIntent = Number.NaN;
  const clock = {
    now: () => {
      readsSinceIntent += 1;
      return new Date(portal.clock.now().getTime() + (readsSinceIntent > 1 ? 5 * second : 0));
    },
  };
  const time = () => {
    readsSinceIntent = 0;
    return portal.portal.databaseTime();
  };
  const response = await payAt(await startServer({ clock, databaseTime: time }), payer);
  expect(response.statusCode).toBe(503);
  expect(await portal.chargesOf(payer)).toEqual([]);
});

test('[CHARGE-1] the time of a payment is the database’s', async () => {
  const payer = await portal.buildPayer();
  const app = await startServer({ databaseTime, clock: portal.clock });
  expect((await payAt(app, payer)).json().status).toBe('COMPLETED');
  const ageMs = Date.now() - (await paymentOf(payer)).occurred_at.getTime();
  expect(Math.abs(ageMs)).toBeLessThan(30 * second);
});
