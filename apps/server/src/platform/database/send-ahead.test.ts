import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { onWrite } from '../../testing/statement-log.ts';
import { streamOf } from './client-stream.ts';
import type { Database, Trx } from './connect.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { sendAhead, sendAlongside } from './send-ahead.ts';

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

const keys = async (on: Database) => {
  const rows = await on.selectFrom('outbox').select('event_key').orderBy('event_key').execute();
  return rows.map((row) => row.event_key);
};

const inTransaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work);

test('begin goes out with the first read, and what is sent ahead with the commit', async () => {
  const insertTwo = (first: string, second: string) =>
    inTransaction(async (trx) => {
      await trx.selectFrom('outbox').select('id').forUpdate().execute();
      await sendAhead(trx, insertion(trx, first));
      await sendAhead(trx, insertion(trx, second));
    });
  await insertTwo('a', 'b');
  writes = 0;
  await insertTwo('c', 'd');
  expect(writes).toBe(2);
  expect(await keys(db)).toEqual(['a', 'b', 'c', 'd']);
});

test('the next statement sees what was sent ahead', async () => {
  const seen = await inTransaction(async (trx) => {
    await sendAhead(trx, insertion(trx, 'a'));
    return await keys(trx);
  });
  expect(seen).toEqual(['a']);
});

test('a statement sent ahead that fails ends the next one, with its own error, and nothing is stored', async () => {
  const failing = inTransaction(async (trx) => {
    await sendAhead(trx, insertion(trx, 'a'));
    await sendAhead(trx, insertion(trx, 'a'));
    await sendAhead(trx, insertion(trx, 'b'));
    await keys(trx);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await keys(db)).toEqual([]);
});

test('one that fails last ends the commit, with its own error, and nothing is stored', async () => {
  const failing = inTransaction(async (trx) => {
    await insertion(trx, 'a').execute();
    await sendAhead(trx, insertion(trx, 'a'));
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await keys(db)).toEqual([]);
});

test('one that never reaches the database ends the commit, too', async () => {
  const unsendable = {
    toPostgres: () => {
      throw new Error('no such value');
    },
  };
  const failing = inTransaction(async (trx) => {
    await insertion(trx, 'a').execute();
    const update = trx.updateTable('outbox').set({ recipient: unsendable as unknown as string });
    await sendAhead(trx, update);
    await sendAhead(trx, insertion(trx, 'b'));
  });
  await expect(failing).rejects.toThrow('no such value');
  expect(await keys(db)).toEqual([]);
});

test('work that fails after a statement was sent ahead takes it back, and the connection goes on', async () => {
  const failing = inTransaction(async (trx) => {
    await sendAhead(trx, insertion(trx, 'a'));
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  await inTransaction(async (trx) => await sendAhead(trx, insertion(trx, 'b')));
  expect(await keys(db)).toEqual(['b']);
  expect(opened.pool.totalCount).toBe(1);
});

test('a transaction whose work swallows the failure of a statement stores nothing', async () => {
  const failing = inTransaction(async (trx) => {
    await sendAhead(trx, insertion(trx, 'a'));
    await sendAhead(trx, insertion(trx, 'a'));
    await keys(trx).catch(() => undefined);
    await insertion(trx, 'b')
      .execute()
      .catch(() => undefined);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await keys(db)).toEqual([]);
});

test('outside a transaction it is waited for', async () => {
  await sendAhead(db, insertion(db, 'a'));
  await expect(sendAhead(db, insertion(db, 'a'))).rejects.toMatchObject({ code: '23505' });
});

test('a write waits for the begin: without one it would be stored by itself', async () => {
  await inTransaction(async (trx) => void (await insertion(trx, 'a').execute()));
  writes = 0;
  await inTransaction(async (trx) => void (await insertion(trx, 'b').execute()));
  expect(writes).toBe(3);
});

test('a connection lost in the middle fails the transaction, and the next one opens another', async () => {
  const failing = inTransaction(async (trx) => {
    await sendAhead(trx, insertion(trx, 'a'));
    await keys(trx);
    const [client] = Reflect.get(opened.pool, '_clients') as pg.PoolClient[];
    if (client) streamOf(client).destroy();
    await sendAhead(trx, insertion(trx, 'b'));
  });
  await expect(failing).rejects.toThrow();
  await inTransaction(async (trx) => await sendAhead(trx, insertion(trx, 'c')));
  expect(await keys(db)).toEqual(['c']);
});

test('statements that do not wait for each other go out together, and each gets its own rows', async () => {
  const count = (trx: Trx, eventKey: string) =>
    sendAlongside(
      trx,
      trx
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll<number>().as('found'))
        .where('event_key', '=', eventKey)
        .compile(),
    );
  const countBoth = () =>
    inTransaction(async (trx) => {
      await sendAhead(trx, insertion(trx, 'a'));
      return await Promise.all([count(trx, 'a'), count(trx, 'b')]);
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
    await sendAhead(trx, insertion(trx, 'a'));
    const read = sendAlongside(trx, trx.selectFrom('outbox').select('id').compile());
    const broken = sendAlongside(trx, sql`select 1 / ${0}::int`.compile(trx));
    const late = sendAlongside(trx, trx.selectFrom('outbox').select('id').compile());
    await Promise.all([read, broken, late]);
  });
  await expect(failing).rejects.toThrow('division by zero');
  expect(await keys(db)).toEqual([]);
  // The connection is as good as new.
  await inTransaction((trx) => sendAhead(trx, insertion(trx, 'b')));
  expect(await keys(db)).toEqual(['b']);
});

test('what was sent ahead and failed is thrown by the first of them', async () => {
  const failing = inTransaction(async (trx) => {
    await sendAhead(trx, insertion(trx, 'a'));
    await sendAhead(trx, insertion(trx, 'a'));
    const read = () => sendAlongside(trx, trx.selectFrom('outbox').select('id').compile());
    await Promise.all([read(), read()]);
  });
  await expect(failing).rejects.toThrow('duplicate key');
});

test('outside a transaction they are statements like others', async () => {
  const write = insertion(db, 'a').returning('event_key').compile();
  expect(await sendAlongside(db, write)).toEqual([{ event_key: 'a' }]);
  expect(await sendAlongside(db, db.selectFrom('outbox').select('event_key').compile())).toEqual([
    { event_key: 'a' },
  ]);
});
