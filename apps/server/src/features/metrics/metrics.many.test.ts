import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { openPortal } from '../../platform/open-portal.ts';
import { readCounts } from '../../testing/counts.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { countFrameEvent } from './frame-count.service.ts';
import { metricsJobs } from './metrics.job.ts';

const hourMs = 3_600_000;
const start = new Date('2026-11-24T17:00:00Z');
const hoursFrom = (hours: number) => new Date(start.getTime() + hours * hourMs);

const portal = forFile(() => startTestPortal());
let owner: pg.Client;
let servers: { readonly db: Database; rollUp(): Promise<void> }[];
beforeAll(async () => {
  owner = new pg.Client(portal.ownerUrl);
  await owner.connect();
  const { config, log, clock, databaseTime } = portal.portal;
  const second = { ...openPortal(config, log).portal, clock, databaseTime };
  servers = [portal.portal, second].map((each) => ({
    db: each.db,
    rollUp: async () => void (await metricsJobs(each)[0]?.run()),
  }));
});
beforeEach(async () => {
  await owner.query(
    'delete from audit_entry; delete from login_audit_entry; delete from metric_counter; delete from metric_hour',
  );
  await owner.query('update metric_rollup set rolled_until = $1', [hoursFrom(0)]);
  portal.clock.set(start);
});
afterAll(async () => {
  await owner.end();
  await servers[1]?.db.destroy();
});

const signIn = (db: Database | Trx, at: Date) =>
  recordAudit(db, { at, loginId: null, actor: 'login:1', action: 'login.succeeded' });
const openFrame = (trx: Trx) => countFrameEvent(trx, 'iframe.open', portal.portal.databaseTime);
const rollUpEverywhere = () => Promise.all(servers.map(({ rollUp }) => rollUp()));
const counted = async () => {
  const { login, iframe } = await readCounts(portal.portal);
  return [login.success, iframe.open];
};

/** Begins a transaction, writes in it, and returns what commits it. */
async function beginLongTransaction(write: (trx: Trx) => Promise<unknown>): Promise<() => Promise<void>> {
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const done = portal.db.transaction().execute(async (trx) => {
    await write(trx);
    written.resolve();
    await commit.promise;
  });
  await Promise.race([written.promise, done]);
  return async () => {
    commit.resolve();
    await done;
  };
}

test('[METRICS-2] two servers that add up while others write count every entry once', async () => {
  let written = 0;
  for (let round = 0; round < 12; round += 1) {
    portal.clock.advance(hourMs);
    const at = portal.clock.now();
    const writes = Array.from({ length: 10 }, async (_, index) => {
      const { db } = servers[index % 2] ?? portal;
      // Some are of an hour that is being added up.
      await signIn(db, new Date(at.getTime() - (index % 3) * hourMs));
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
  await signIn(portal.db, hoursFrom(0.5));
  portal.clock.advance(3 * hourMs);
  await owner.query('begin; select from metric_rollup for update');
  await servers[0]?.rollUp();
  expect(await portal.db.selectFrom('metric_hour').selectAll().execute()).toEqual([]);
  await owner.query('rollback');
  await servers[0]?.rollUp();
  expect(await portal.db.selectFrom('metric_hour').select('count').execute()).toEqual([{ count: 1 }]);
});

test('[METRICS-2] what a transaction from before the roll-up commits is counted by the next one, once', async () => {
  const commit = await beginLongTransaction(async (trx) => {
    await signIn(trx, hoursFrom(0.5));
    await openFrame(trx);
  });
  await signIn(portal.db, hoursFrom(0.6));
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
      beginLongTransaction((trx) => signIn(trx, hoursFrom(0.1 + index / 10))),
    ),
  );
  portal.clock.advance(3 * hourMs);
  await Promise.all([rollUpEverywhere(), ...commits.map((commit) => commit())]);
  portal.clock.advance(hourMs);
  await rollUpEverywhere();
  expect(await counted()).toEqual([4, 0]);
});

test('[METRICS-2] two days late is not too late', async () => {
  const commit = await beginLongTransaction((trx) => signIn(trx, hoursFrom(1.5)));
  portal.clock.advance(48 * hourMs);
  await rollUpEverywhere();
  await commit();
  portal.clock.advance(hourMs);
  await rollUpEverywhere();
  expect(await counted()).toEqual([1, 0]);
});
