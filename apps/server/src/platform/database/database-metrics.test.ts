import { sql } from 'kysely';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { connectPool, type Database } from './connect.ts';
import { addDatabaseMetrics, addPoolMetrics, type FigureSource } from './database-metrics.ts';
import { connectDatabase } from './pipeline/pipeline.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;
let registry: Registry;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = connectPool({ url: database.url, maximumConnections: 2 });
  db = connectDatabase(pool);
});
beforeEach(() => {
  registry = new Registry();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

let reads = 0;
let sleepSeconds = 0;
let isBroken = false;
const source: FigureSource = {
  gauges: { test_plain: { help: 'Plain' }, test_labeled: { help: 'Labeled', labels: ['state'] } },
  read: async (trx) => {
    reads += 1;
    if (isBroken) await sql`select 1 / 0`.execute(trx);
    await sql`select pg_sleep(${sleepSeconds})`.execute(trx);
    return [
      { gauge: 'test_plain', value: reads },
      { gauge: 'test_labeled', labels: { state: 'A' }, value: 7 },
    ];
  },
};

/** Returns the samples of a scrape, without comments. */
async function scrape(): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));
}

test('[OBSERVE-1] shows what the database knows, and reads it once for a storm of scrapes', async () => {
  reads = 0;
  addDatabaseMetrics(registry, { db, sources: [source], cacheMs: 1_000 });
  const scrapes = await Promise.all(Array.from({ length: 50 }, scrape));
  expect(reads).toBe(1);
  const shown = ['myaccount_database_up 1', 'test_plain 1', 'test_labeled{state="A"} 7'];
  for (const lines of scrapes) expect(lines).toEqual(shown);
  await scrape();
  expect(reads, 'from the cache').toBe(1);
  await expect.poll(scrape).toContain('test_plain 2');
});

test('[OBSERVE-1] a slow statement is canceled; the scrape does not wait for it and shows no old figures', async () => {
  addDatabaseMetrics(registry, { db, sources: [source], cacheMs: 0, timeoutMs: 300 });
  // A busy machine may take longer once.
  await expect.poll(scrape).toContain('myaccount_database_up 1');
  sleepSeconds = 30;
  const start = performance.now();
  expect(await scrape()).toEqual(['myaccount_database_up 0']);
  expect(performance.now() - start).toBeLessThan(10_000);
  const running = () =>
    pool.query(
      "select 1 from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()",
    );
  await expect.poll(async () => (await running()).rowCount).toBe(0);
  sleepSeconds = 0;
  await expect.poll(scrape).toContain('myaccount_database_up 1');
});

test('[OBSERVE-1] figures that could not be read are missing, not old', async () => {
  addDatabaseMetrics(registry, { db, sources: [source], cacheMs: 0 });
  expect(await scrape()).toContain('myaccount_database_up 1');
  isBroken = true;
  expect(await scrape()).toEqual(['myaccount_database_up 0']);
  isBroken = false;
  expect(await scrape()).toContain('myaccount_database_up 1');
});

test('[OBSERVE-1] a database that is away does not break the scrape', async () => {
  const away = connectPool({ url: 'postgres://nobody@127.0.0.1:9/none' });
  const awayDb = connectDatabase(away);
  addDatabaseMetrics(registry, { db: awayDb, sources: [source] });
  addPoolMetrics(registry, away);
  const lines = await scrape();
  expect(lines).toContain('myaccount_database_up 0');
  expect(lines.filter((line) => line.startsWith('test_'))).toEqual([]);
  await awayDb.destroy();
});

test('[OBSERVE-1] shows the pool: its size, idle connections, and requests that wait for one', async () => {
  addPoolMetrics(registry, pool);
  const first = await pool.connect();
  const second = await pool.connect();
  const third = pool.connect();
  expect(await scrape()).toEqual([
    'myaccount_database_connections 2',
    'myaccount_database_connections_idle 0',
    'myaccount_database_connections_waiting 1',
    'myaccount_database_connections_maximum 2',
  ]);
  first.release();
  second.release();
  (await third).release();
  expect(await scrape()).toContain('myaccount_database_connections_waiting 0');
});
