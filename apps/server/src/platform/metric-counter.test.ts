import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { connectDatabase, connectPool, type Database } from './database/connect.ts';
import { MetricCounter } from './metric-counter.ts';

const noon = new Date('2026-11-24T17:00:30Z');
const minuteMs = 60_000;
const silent = pino({ level: 'silent' });

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(connectPool({ url: database.url }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function countsOf(metric: string): Promise<[string, number][]> {
  const rows = await db
    .selectFrom('metric_counter')
    .select((eb) => ['minute', eb.fn.sum<number>('count').as('count')])
    .where('metric', '=', metric)
    .groupBy('minute')
    .orderBy('minute')
    .execute();
  return rows.map(({ minute, count }) => [minute.toISOString(), Number(count)]);
}

test('[METRICS-2] events are counted in their minute, and counts of several servers add up', async () => {
  const servers = [new MetricCounter(db, silent), new MetricCounter(db, silent)];
  for (const server of servers) {
    server.count('payment.success', noon);
    server.count('payment.success', new Date(noon.getTime() + minuteMs));
    server.count('payment.success', noon);
    server.count('login.success', noon);
    await server.write();
    await server.write();
  }
  expect(await countsOf('payment.success')).toEqual([
    ['2026-11-24T17:00:00.000Z', 4],
    ['2026-11-24T17:01:00.000Z', 2],
  ]);
  expect(await countsOf('login.success')).toEqual([['2026-11-24T17:00:00.000Z', 2]]);
});

test('[METRICS-2] counts are written automatically after a second', async () => {
  new MetricCounter(db, silent).count('iframe.open', noon);
  expect(await countsOf('iframe.open')).toEqual([]);
  await expect.poll(() => countsOf('iframe.open')).toHaveLength(1);
});

test('[METRICS-2] counts that cannot be written are kept, with those that follow', async () => {
  const lines: string[] = [];
  const counter = new MetricCounter(db, pino({ level: 'warn' }, { write: (line) => lines.push(line) }));
  await asOwner('revoke insert on metric_counter from myaccount_app');
  counter.count('iframe.error', noon);
  await counter.write();
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['metric counts not written']);
  counter.count('iframe.error', noon);
  await asOwner('grant insert on metric_counter to myaccount_app');
  await counter.write();
  expect(await countsOf('iframe.error')).toEqual([['2026-11-24T17:00:00.000Z', 2]]);
});
