import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { openPortal } from '../../platform/open-portal.ts';
import { countSignIn, forgetCounts, hourMs, hoursFrom, readCounts } from '../../testing/counts.ts';
import { forFile } from '../../testing/for-tests.ts';
import { beginLongTransaction } from '../../testing/long-transaction.ts';
import { connectOwner } from '../../testing/owner.ts';
import { startTestPortal, testStart } from '../../testing/portal.ts';
import { countFrameEvent } from './frame-count.service.ts';
import { metricsJobs } from './metrics.job.ts';

const portal = forFile(() => startTestPortal());
const owner = forFile(() => connectOwner(portal));
let servers: { readonly db: Database; rollUp(): Promise<void> }[];
beforeAll(async () => {
  const { config, log, clock, databaseTime } = portal.portal;
  const second = { ...openPortal(config, log).portal, clock, databaseTime };
  servers = [portal.portal, second].map((each) => ({
    db: each.db,
    rollUp: async () => void (await metricsJobs(each)[0]?.run()),
  }));
});
beforeEach(async () => {
  await forgetCounts(owner);
  portal.clock.set(testStart);
});
afterAll(() => servers[1]?.db.destroy());

const openFrame = (trx: Trx) => countFrameEvent(trx, 'iframe.open', portal.portal.databaseTime);
const rollUpEverywhere = () => Promise.all(servers.map(({ rollUp }) => rollUp()));
const counted = async () => {
  const { login, iframe } = await readCounts(portal.portal);
  return [login.success, iframe.open];
};

test('[METRICS-2] two servers that add up while others write count every entry once', async () => {
  let written = 0;
  for (let round = 0; round < 12; round += 1) {
    portal.clock.advance(hourMs);
    const at = portal.clock.now();
    const writes = Array.from({ length: 10 }, async (_, index) => {
      const { db } = servers[index % 2] ?? portal;
      // Some are of an hour that is being added up.
      await countSignIn(db, new Date(at.getTime() - (index % 3) * hourMs));
      await db.transaction().execute(openFrame);
      written += 1;
    });
    await Promise.all([...writes, rollUpEverywhere(), rollUpEverywhere()]);
  }
  portal.clock.advance(3 * hourMs);
  await rollUpEverywhere();
  expect(written).toBe(120);
  expect(await counted()).toEqual([120, 120]);
  const { rows } = await owner.query(
    'select metric, sum(count)::int as count from metric_hour group by 1 order by 1',
  );
  expect(rows, 'all of it by hour').toEqual([
    { metric: 'iframe.open', count: 120 },
    { metric: 'login.success', count: 120 },
  ]);
});

test('[METRICS-2] a server leaves the roll-up to the one that is at it', async () => {
  await countSignIn(portal.db, hoursFrom(0.5));
  portal.clock.advance(3 * hourMs);
  await owner.query('begin; select from metric_rollup for update');
  await servers[0]?.rollUp();
  expect(await portal.db.selectFrom('metric_hour').selectAll().execute()).toEqual([]);
  await owner.query('rollback');
  await servers[0]?.rollUp();
  expect(await portal.db.selectFrom('metric_hour').select('count').execute()).toEqual([{ count: 1 }]);
});

test('[METRICS-2] what a transaction from before the roll-up commits is counted by the next one, once', async () => {
  const commit = await beginLongTransaction(portal.db, async (trx) => {
    await countSignIn(trx, hoursFrom(0.5));
    await openFrame(trx);
  });
  await countSignIn(portal.db, hoursFrom(0.6));
  portal.clock.advance(3 * hourMs);
  await rollUpEverywhere();
  expect(await counted()).toEqual([1, 0]);
  await commit();
  portal.clock.advance(hourMs);
  await rollUpEverywhere();
  expect(await counted()).toEqual([2, 1]);
  portal.clock.advance(hourMs);
  await rollUpEverywhere();
  expect(await counted()).toEqual([2, 1]);
});

test('[METRICS-2] a transaction that commits while its hour is added up is counted once', async () => {
  const commits = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      beginLongTransaction(portal.db, (trx) => countSignIn(trx, hoursFrom(0.1 + index / 10))),
    ),
  );
  portal.clock.advance(3 * hourMs);
  await Promise.all([rollUpEverywhere(), ...commits.map((commit) => commit())]);
  portal.clock.advance(hourMs);
  await rollUpEverywhere();
  expect(await counted()).toEqual([4, 0]);
});

test('[METRICS-2] two days late is not too late', async () => {
  const commit = await beginLongTransaction(portal.db, (trx) => countSignIn(trx, hoursFrom(1.5)));
  portal.clock.advance(48 * hourMs);
  await rollUpEverywhere();
  await commit();
  portal.clock.advance(hourMs);
  await rollUpEverywhere();
  expect(await counted()).toEqual([1, 0]);
});
