import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { onWrite } from '../../../testing/statement-log.ts';
import { streamOf } from '../client-stream.ts';
import type { Database, Trx } from '../connect.ts';
import { type OpenDatabase, openDatabase } from '../open-database.ts';
import { execute } from './ordered-connection.ts';

let database: TestDatabase;
let opened: OpenDatabase;
let db: Database;
let writes = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const { url } = database;
  opened = openDatabase({
    ...{ url, maximumConnections: 1, sharedConnections: 1, isPipelined: true },
    onIdleError: () => undefined,
  });
  opened.pool.on('connect', (client) => {
    onWrite(client, () => {
      writes += 1;
    });
  });
  db = opened.db;
});
afterEach(async () => {
  await db.deleteFrom('outbox').execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const insertion = (on: Database, eventKey: string) =>
  on.insertInto('outbox').values({
    event_key: eventKey,
    account_id: null,
    channel: 'mail',
    recipient: 'ana@example.com',
    template: 'note',
    language: 'en',
    payload: '{}',
    payload_sealed: null,
    payload_key_id: null,
    created_at: new Date(0),
    next_attempt_at: new Date(0),
    useless_after: null,
    sent_at: null,
    last_error: null,
    correlation_id: null,
  });

/** Stores a message without waiting for what is called before it. */
const insert = (on: Database, eventKey: string) => execute(on, insertion(on, eventKey).compile());

const keys = async (on: Database) => {
  const rows = await on.selectFrom('outbox').select('event_key').orderBy('event_key').execute();
  return rows.map((row) => row.event_key);
};

const inTransaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work);

/** A value at which a statement fails in this process. */
const unsendable = {
  toPostgres: () => {
    throw new Error('no such value');
  },
};

test('work that fails after a write takes it back, and the connection goes on', async () => {
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a');
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  await inTransaction(async (trx) => await insert(trx, 'b'));
  expect(await keys(db)).toEqual(['b']);
  expect(opened.pool.totalCount).toBe(1);
});

test('a transaction whose work swallows the failure of a statement stores nothing', async () => {
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a');
    await insert(trx, 'a').catch(() => undefined);
    await insertion(trx, 'b')
      .execute()
      .catch(() => undefined);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await keys(db)).toEqual([]);
});

test('nor one whose swallowed statement never reached the database, which would commit the others', async () => {
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a');
    const update = trx.updateTable('outbox').set({ recipient: unsendable as unknown as string });
    await execute(trx, update.compile()).catch(() => undefined);
  });
  await expect(failing).rejects.toThrow('no such value');
  expect(await keys(db)).toEqual([]);
});

test('a write that fails behind work that is done ends the commit, and nothing is stored', async () => {
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a');
    return { outcomes: Promise.allSettled([insert(trx, 'a')]) };
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await keys(db)).toEqual([]);
});

test('a write waits for the begin: without one it would be stored by itself', async () => {
  await inTransaction(async (trx) => void (await insertion(trx, 'a').execute()));
  writes = 0;
  await inTransaction(async (trx) => void (await insertion(trx, 'b').execute()));
  expect(writes).toBe(3);
});

/** Has the pool's connection send something else when a statement comes next. */
function replaceNext(statement: string, replacement: string): void {
  const [client] = Reflect.get(opened.pool, '_clients') as pg.PoolClient[];
  const query = client?.query.bind(client) as (...input: unknown[]) => unknown;
  if (!client) throw new Error('The pool has a connection by now');
  client.query = ((text: unknown, ...rest: unknown[]) => {
    if (text !== statement) return query(text, ...rest);
    Reflect.deleteProperty(client, 'query');
    return query(replacement, ...rest);
  }) as typeof client.query;
}

/** Makes the next begin fail in the database, which keeps the connection. */
const breakBegin = () => replaceNext('begin', 'begin nothing');

test('a begin that fails ends the read that goes out with it, and nothing is stored', async () => {
  await inTransaction(async (trx) => void (await insertion(trx, 'a').execute()));
  breakBegin();
  let found: string[] | undefined;
  const finding = inTransaction(async (trx) => {
    found = await keys(trx);
  });
  await expect(finding).rejects.toThrow('syntax error');
  expect(found).toBeUndefined();
  breakBegin();
  const writing = inTransaction(async (trx) => void (await insertion(trx, 'b').execute()));
  await expect(writing).rejects.toThrow('syntax error');
  breakBegin();
  const reading = inTransaction((trx) =>
    trx
      .with('c', (on) => insertion(on as Database, 'c').returning('id'))
      .selectFrom('c')
      .select('id')
      .execute(),
  );
  await expect(reading).rejects.toThrow('syntax error');
  expect(await keys(db)).toEqual(['a']);
});

test('what still waits for its turn when the work fails is not sent', async () => {
  let late: Promise<PromiseSettledResult<unknown>[]> | undefined;
  const failing = inTransaction(async (trx) => {
    await insertion(trx, 'a').execute();
    const slow = trx.selectFrom('outbox').select(sql`pg_sleep(0.1)`.as('slept')).execute();
    late = Promise.allSettled([slow, insert(trx, 'b'), insertion(trx, 'c').execute()]);
    await sleep(20);
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  const outcomes = (await late)?.map(({ status }) => status);
  expect(outcomes).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await keys(db)).toEqual([]);
});

test('nor is what waits for its turn when the transaction commits', async () => {
  await inTransaction(keys);
  replaceNext('commit', 'select pg_sleep(0.1); commit');
  const late = await inTransaction(async (trx) => {
    await insertion(trx, 'a').execute();
    const slow = trx.selectFrom('outbox').select(sql`pg_sleep(0.1)`.as('slept')).execute();
    return { outcomes: Promise.allSettled([slow, insertion(trx, 'b').execute()]) };
  });
  expect((await late.outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await keys(db)).toEqual(['a']);
});

test('the connection is free once a statement is sent, before its answer is here', async () => {
  const order: string[] = [];
  await inTransaction(async (trx) => {
    const slow = execute(trx, sql`select pg_sleep(0.2)`.compile(trx)).then(() => order.push('answered'));
    await trx.getExecutor().provideConnection(async () => order.push('free'));
    await slow;
  });
  expect(order).toEqual(['free', 'answered']);
});

test('statements keep the order of their calls, also where one waits for the begin', async () => {
  const seen = await inTransaction(async (trx) => {
    const read = execute(trx, trx.selectFrom('outbox').select('event_key').compile());
    await insert(trx, 'a');
    const [before, , after] = await Promise.all([
      read,
      insert(trx, 'b'),
      execute(trx, trx.selectFrom('outbox').select('event_key').compile()),
    ]);
    return [before, after];
  });
  expect(seen.map((rows) => rows?.length)).toEqual([0, 2]);
});

test('a connection lost in the middle fails the transaction, and the next one opens another', async () => {
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a');
    await keys(trx);
    const [client] = Reflect.get(opened.pool, '_clients') as pg.PoolClient[];
    if (client) streamOf(client).destroy();
    await insert(trx, 'b');
  });
  await expect(failing).rejects.toThrow();
  await inTransaction(async (trx) => await insert(trx, 'c'));
  expect(await keys(db)).toEqual(['c']);
});

test('statements that do not wait for each other go out together, and each gets its own rows', async () => {
  const count = (trx: Trx, eventKey: string) =>
    execute(
      trx,
      trx
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll<number>().as('found'))
        .where('event_key', '=', eventKey)
        .compile(),
    );
  const countBoth = () =>
    inTransaction(async (trx) => {
      const [, ...counts] = await Promise.all([insert(trx, 'a'), count(trx, 'a'), count(trx, 'b')]);
      return counts;
    });
  await countBoth();
  await db.deleteFrom('outbox').execute();
  writes = 0;
  expect(await countBoth()).toEqual([[{ found: 1 }], [{ found: 0 }]]);
  // The begin before an insertion, everything else, and the commit.
  expect(writes).toBe(3);
});

test('if one of them fails, its error is thrown and nothing is committed', async () => {
  const failing = inTransaction(async (trx) => {
    await insert(trx, 'a');
    const read = execute(trx, trx.selectFrom('outbox').select('id').compile());
    const broken = execute(trx, sql`select 1 / ${0}::int`.compile(trx));
    const late = execute(trx, trx.selectFrom('outbox').select('id').compile());
    await Promise.all([read, broken, late]);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await keys(db)).toEqual([]);
  // The connection is as good as new.
  await inTransaction((trx) => insert(trx, 'b'));
  expect(await keys(db)).toEqual(['b']);
});

test('outside a transaction a statement keeps its connection until it is answered', async () => {
  const slow = execute(db, sql`select pg_sleep(0.3)`.compile(db));
  await sleep(100);
  expect(opened.pool.idleCount).toBe(0);
  await slow;
  expect(opened.pool.idleCount).toBe(1);
});

test('outside a transaction they are statements like others', async () => {
  const write = insertion(db, 'a').returning('event_key').compile();
  expect(await execute(db, write)).toEqual([{ event_key: 'a' }]);
  expect(await execute(db, db.selectFrom('outbox').select('event_key').compile())).toEqual([
    { event_key: 'a' },
  ]);
});

/** Opens a database without pipelining. Returns it with its writes, and what was sent before the statement before was answered. */
function openWaiting() {
  const waiting = openDatabase({
    ...{ url: database.url, maximumConnections: 1, sharedConnections: 1, isPipelined: false },
    onIdleError: () => undefined,
  });
  const sent = { writes: 0, early: 0 };
  waiting.pool.on('connect', (client) => {
    onWrite(client, () => {
      sent.writes += 1;
    });
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((...input: unknown[]) => {
      if (!Reflect.get(client, 'readyForQuery')) sent.early += 1;
      return query(...input);
    }) as typeof client.query;
  });
  return { ...waiting, sent };
}

test('without pipelining every statement waits for the one before, and means the same', async () => {
  const waiting = openWaiting();
  expect((await waiting.reads.query('select $1::int as value', [7])).rows).toEqual([{ value: 7 }]);
  const insertAndRead = (key: string) =>
    waiting.db.transaction().execute(async (trx) => {
      const read = () => execute(trx, trx.selectFrom('outbox').select('event_key').compile());
      const [, ...rows] = await Promise.all([insert(trx, key), read(), read()]);
      return rows;
    });
  await insertAndRead('a');
  Object.assign(waiting.sent, { writes: 0, early: 0 });
  const both = [{ event_key: 'a' }, { event_key: 'b' }];
  expect(await insertAndRead('b')).toEqual([both, both]);
  expect(waiting.sent).toEqual({ writes: 5, early: 0 });
  await waiting.db.transaction().execute(keys);
  expect(waiting.sent.early).toBe(0);
  await expect(insertAndRead('b')).rejects.toMatchObject({ code: '23505' });
  expect(await keys(waiting.db)).toEqual(['a', 'b']);
  expect(waiting.pool.totalCount).toBe(1);
  await waiting.db.destroy();
});

test('without pipelining, too, what still waits for its turn when the work fails is not stored', async () => {
  const waiting = openWaiting();
  await insert(waiting.db, 'a');
  let late: Promise<PromiseSettledResult<unknown>[]> | undefined;
  const failing = waiting.db.transaction().execute(async (trx) => {
    const all = ['a', 'b', 'c', 'd'].map((key) => insert(trx, key));
    const plain = insertion(trx, 'e').execute();
    late = Promise.allSettled([...all, plain]);
    await Promise.all([...all, plain]);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect((await late)?.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(await keys(waiting.db)).toEqual(['a']);
  await waiting.db.destroy();
});
