import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { onWrite } from '../../../testing/statement-log.ts';
import { connectPool, type Database } from '../connect.ts';
import { isDatabaseAway } from '../failure.ts';
import { longestTimeoutMs } from '../session-settings.ts';
import { connectPipeline, type Reads } from './pipeline.ts';

interface Connections {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly shared: pg.Pool;
  readonly reads: Reads;
}

let database: TestDatabase;
const opened: Database[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.destroy()));
});
afterAll(async () => {
  await database.drop();
});

function open(maximumConnections: number, url = database.url): Connections {
  const pool = connectPool({ url, maximumConnections: 3 });
  const shared = connectPool({ url, maximumConnections, isPipelined: true, onIdleError: () => undefined });
  const { db, reads } = connectPipeline(pool, shared);
  opened.push(db);
  return { db, pool, shared, reads };
}

const one = {
  text: 'select $1::int as value, pg_backend_pid() as pid',
  slow: 'select pg_sleep($1), 0 as value',
};

async function readOf(reads: Reads, value: number) {
  const { rows } = await reads.query<{ value: number; pid: number }>(one.text, [value]);
  return rows[0];
}

const backend = (db: Database) =>
  db.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')).executeTakeFirstOrThrow();
const values = (count: number) => Array.from({ length: count }, (_, value) => value);

test('[POOLER-1] many reads at once share a few connections, and each has its own answer', async () => {
  const { pool, reads } = open(2);
  const found = await Promise.all(values(50).map((value) => readOf(reads, value)));
  expect(found.map((row) => row?.value)).toEqual(values(50));
  const [pid] = found.map((row) => row?.pid);
  expect(found.filter((row) => row?.pid === pid)).toHaveLength(25);
  expect(new Set(found.map((row) => row?.pid)).size).toBe(2);
  expect(pool.totalCount).toBe(0);
});

test('[POOLER-1] reads one after the other share one connection', async () => {
  const { shared, reads } = open(2);
  for (const value of values(3)) await readOf(reads, value);
  expect(shared.totalCount).toBe(1);
});

test('[POOLER-1] reads of one turn of the event loop go out in one write', async () => {
  const { shared, reads } = open(1);
  let writes = 0;
  shared.on('connect', (client) => {
    onWrite(client, () => {
      writes += 1;
    });
  });
  await Promise.all(values(2).map((value) => readOf(reads, value)));
  writes = 0;
  const first = readOf(reads, 1);
  for (const _ of values(3)) await new Promise((resolve) => process.nextTick(resolve));
  await Promise.all([first, readOf(reads, 2)]);
  expect(writes).toBe(1);
});

test('[POOLER-1] more than a connection has room for go to the pool', async () => {
  const { pool, reads } = open(1);
  const found = await Promise.all(values(40).map((value) => readOf(reads, value)));
  expect(found.map((row) => row?.value)).toEqual(values(40));
  expect(pool.totalCount).toBeGreaterThan(0);
});

test('[POOLER-1] a read that fails does not touch its neighbors', async () => {
  const { reads } = open(1);
  await readOf(reads, 0);
  const [before, failed, after] = await Promise.allSettled([
    readOf(reads, 1),
    reads.query('select 1 / $1::int as value', [0]),
    readOf(reads, 2),
  ]);
  expect(before).toMatchObject({ status: 'fulfilled', value: { value: 1 } });
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(after).toMatchObject({ status: 'fulfilled', value: { value: 2 } });
});

test('[POOLER-1] new reads avoid a connection on which one is slow, and come back to it afterward', async () => {
  const { pool, reads } = open(1);
  const pid = (await readOf(reads, 0))?.pid;
  const slow = reads.query(one.slow, [0.9]);
  await sleep(350);
  const found = await Promise.all(values(5).map((value) => readOf(reads, value)));
  expect(found.map((row) => row?.value)).toEqual(values(5));
  expect(found.every((row) => row?.pid !== pid)).toBe(true);
  expect(pool.totalCount).toBeGreaterThan(0);
  expect((await slow).rows).toMatchObject([{ value: 0 }]);
  expect(await readOf(reads, 7)).toEqual({ value: 7, pid });
});

test('[POOLER-1] a connection is slow by its first read, not by how long it has been busy', async () => {
  const { pool, reads } = open(1);
  await readOf(reads, 0);
  const start = performance.now();
  const now = vi.spyOn(performance, 'now').mockReturnValue(start);
  const [first, second] = [reads.query(one.slow, [0.1]), reads.query(one.slow, [0.2])];
  now.mockReturnValue(start + 200);
  await first;
  now.mockReturnValue(start + 400);
  const third = readOf(reads, 3);
  now.mockRestore();
  await Promise.all([second, third]);
  expect(pool.totalCount).toBe(0);
});

test('[POOLER-1] one that follows a slow read does not make its connection look fast', async () => {
  const { pool, reads } = open(1);
  await readOf(reads, 0);
  const start = performance.now();
  const now = vi.spyOn(performance, 'now').mockReturnValue(start);
  const slow = reads.query(one.slow, [0.2]);
  now.mockReturnValue(start + 200);
  const second = readOf(reads, 2);
  now.mockReturnValue(start + 300);
  const third = readOf(reads, 3);
  now.mockRestore();
  await Promise.all([slow, second, third]);
  expect(pool.totalCount).toBe(1);
});

test('[POOLER-1] a read behind a slow one waits for it, and is sent once', async () => {
  const { pool, reads } = open(1);
  await readOf(reads, 0);
  const done: string[] = [];
  const slow = reads.query(one.slow, [0.6]).then(() => done.push('slow'));
  const behind = readOf(reads, 1).then(() => done.push('behind'));
  await Promise.all([slow, behind]);
  expect(done).toEqual(['slow', 'behind']);
  expect(pool.totalCount).toBe(0);
});

test('[POOLER-1] a connection that answers nothing for longer than any statement may take is closed', async () => {
  const { reads } = open(1);
  const pid = (await readOf(reads, 0))?.pid;
  const silent = reads.query(one.slow, [30]).catch((error) => error);
  const later = performance.now() + longestTimeoutMs;
  const now = vi.spyOn(performance, 'now').mockReturnValue(later - 1_000);
  expect(await readOf(reads, 1)).toMatchObject({ value: 1 });
  now.mockReturnValue(later + 1_000);
  expect(await readOf(reads, 2)).toMatchObject({ value: 2 });
  now.mockRestore();
  expect(isDatabaseAway(await silent)).toBe(true);
  expect((await readOf(reads, 3))?.pid).not.toBe(pid);
});

test('[POOLER-1] a lost connection fails what is on it as the pool would, and the next read opens another', async () => {
  const { pool, reads } = open(1);
  const pid = (await readOf(reads, 0))?.pid;
  const waiting = Promise.allSettled([reads.query(one.slow, [5]), readOf(reads, 1)]);
  await pool.query('select pg_terminate_backend($1)', [pid]);
  for (const outcome of await waiting) {
    expect(outcome.status).toBe('rejected');
    expect(outcome.status === 'rejected' && isDatabaseAway(outcome.reason)).toBe(true);
  }
  const next = await readOf(reads, 2);
  expect(next).toMatchObject({ value: 2 });
  expect(next?.pid).not.toBe(pid);
});

test('[POOLER-1] a database that is not there is away for every reader, and found again', async () => {
  const { reads } = open(2, 'postgres://a:p@localhost:1/x');
  const outcomes = await Promise.allSettled(values(4).map((value) => readOf(reads, value)));
  const reasons = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason);
  expect(reasons.map(isDatabaseAway)).toEqual([true, true, true, true]);
  expect(isDatabaseAway(await readOf(reads, 5).catch((error) => error))).toBe(true);
});

test('[POOLER-1] a connection that could not be opened is opened by the next read', async () => {
  const { pool, shared, reads } = open(1);
  vi.spyOn(shared, 'connect').mockImplementationOnce(() => Promise.reject(new Error('away')));
  await expect(readOf(reads, 1)).rejects.toThrow('away');
  expect(await readOf(reads, 2)).toMatchObject({ value: 2 });
  expect(pool.totalCount).toBe(0);
});

test('[POOLER-1] reads share connections; transactions, locks, and writes do not', async () => {
  const { db, pool } = open(1);
  const { pid } = await backend(db);
  expect((await backend(db)).pid).toBe(pid);
  expect(pool.totalCount).toBe(0);
  expect((await db.transaction().execute(backend)).pid).not.toBe(pid);
  const raw = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  expect(raw.rows[0]?.pid).not.toBe(pid);
  const locked = await db
    .selectFrom(sql<{ one: number }>`generate_series(1, 1)`.as('series'))
    .select(sql<number>`pg_backend_pid()`.as('pid'))
    .forUpdate()
    .executeTakeFirstOrThrow();
  expect(locked.pid).not.toBe(pid);
  // A statement in a WITH may write.
  const withOther = await db
    .with('other', () => sql<{ pid: number }>`(select pg_backend_pid() as pid)`)
    .selectFrom('other')
    .select('pid')
    .executeTakeFirstOrThrow();
  expect(withOther.pid).not.toBe(pid);
  expect(pool.totalCount).toBe(1);
});

test('[POOLER-1] closing answers what is under way', async () => {
  const { db, shared, reads } = open(1);
  await backend(db);
  const slow = reads.query(one.slow, [0.3]);
  opened.pop();
  await db.destroy();
  expect((await slow).rows).toMatchObject([{ value: 0 }]);
  expect(shared.totalCount).toBe(0);
});
