import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { describeFailure } from './failure.ts';
import { grantAdvice, isWithheld, listMissingGrants, withheld } from './grants.ts';

let database: TestDatabase;
let owner: pg.Client;
let application: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.ownerUrl);
  application = new pg.Client(database.url);
  await Promise.all([owner.connect(), application.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), application.end()]);
  await database.drop();
});

test('the application may write every column that is not withheld from it', async () => {
  expect(grantAdvice(await listMissingGrants(owner))).toEqual([]);
});

test('what is withheld is a column of a table, and is not granted', async () => {
  const missing = await listMissingGrants(owner);
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const expected = rows.flatMap((column) =>
    (['SELECT', 'INSERT', 'UPDATE'] as const)
      .map((privilege) => ({ ...column, privilege }))
      .filter(isWithheld),
  );
  expect(missing).toHaveLength(expected.length);
  expect(missing).toEqual(expect.arrayContaining(expected));
  expect(new Set(expected.map(({ table }) => table))).toEqual(new Set(Object.keys(withheld)));
  expect(expected).toContainEqual({ table: 'account', column: 'balance_cents', privilege: 'UPDATE' });
});

test('a column that a migration forgot to grant is named, with where to grant it', async () => {
  await owner.query('alter table account add column favorite_color text');
  expect(grantAdvice(await listMissingGrants(owner))).toEqual([
    'myaccount_app has no INSERT of account.favorite_color, no UPDATE of account.favorite_color: ' +
      'grant it in a new migration in apps/server/migrations',
  ]);
  const error = await application
    .query("update account set favorite_color = 'red'")
    .catch((thrown) => thrown);
  expect(await describeFailure(error, application)).toEqual({
    message: 'permission denied for table account',
    details: grantAdvice(await listMissingGrants(owner)),
  });
  await owner.query('alter table account drop column favorite_color');
});

test('a row that a constraint refuses is described with the constraint’s name', async () => {
  const error = await application
    .query("insert into plan values ('P', 'Plan', null, -1, 1, 1)")
    .catch((thrown) => thrown);
  expect(await describeFailure(error, application)).toMatchObject({
    details: ['plan_monthly_price_cents_check'],
  });
});

test('an error without constraint or grant is described by its message alone', async () => {
  const error = await application.query('select 1 / 0').catch((thrown) => thrown);
  expect(await describeFailure(error, application)).toEqual({ message: 'division by zero', details: [] });
});
