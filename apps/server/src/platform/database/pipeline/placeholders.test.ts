import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { buildAccount } from '../../../testing/builders/account.ts';
import { forFile } from '../../../testing/for-tests.ts';
import { startTestPortal } from '../../../testing/portal.ts';
import { readRows } from '../../../testing/rows.ts';
import { isOneOf, keptPlans } from '../is-one-of.ts';
import { compileOnce, type Placeholders } from './pipeline.ts';

let accounts: { readonly id: string; readonly accountNumber: string }[];
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  accounts = [];
  for (let index = 0; index < keptPlans + 3; index += 1) accounts.push(await buildAccount(portal.db));
});

interface AccountQuery {
  readonly ids: readonly string[];
  readonly status: string;
}

let builds = 0;
const selectNumbers = compileOnce((db, { ids, status }: Placeholders<AccountQuery>) => {
  builds += 1;
  return db
    .selectFrom('account')
    .select(['account_number as accountNumber', sql.val(7).$castTo<number>().as('seven')])
    .where(isOneOf('id', ids))
    .where(sql<boolean>`status = ${status}`)
    .orderBy('account_number')
    .compile();
});

const first = (count: number) => accounts.slice(0, count);
const numbersOf = async (asked: readonly { readonly id: string }[], status = 'ACTIVE') =>
  (await selectNumbers(portal.db, { ids: asked.map(({ id }) => id), status })).map(
    ({ accountNumber }) => accountNumber,
  );
const sorted = (some: typeof accounts) => some.map(({ accountNumber }) => accountNumber).toSorted();

test('a statement answers for the values of each call, also of calls at the same time', async () => {
  const [one = [], other = [], none = []] = await Promise.all([
    numbersOf(accounts.slice(0, 2)),
    numbersOf(accounts.slice(2, 4)),
    numbersOf(accounts.slice(0, 2), 'INACTIVE'),
  ]);
  expect([one, other, none]).toEqual([sorted(accounts.slice(0, 2)), sorted(accounts.slice(2, 4)), []]);
  const [row] = await selectNumbers(portal.db, { ids: [accounts[0]?.id ?? ''], status: 'ACTIVE' });
  expect(Number(row?.seven)).toBe(7);
});

test('ids of any number are found, and the text is made once for each small number and once for all long lists', async () => {
  builds = 0;
  for (const count of [0, 3, 3, keptPlans, keptPlans + 1, keptPlans + 2, keptPlans + 3, keptPlans + 1])
    expect(await numbersOf(first(count))).toEqual(sorted(first(count)));
  expect(builds).toBe(4);
});

test('it runs in a transaction, on that transaction’s connection', async () => {
  const id = accounts[0]?.id ?? '';
  const seen = await portal.db.transaction().execute(async (trx) => {
    await trx.updateTable('account').set({ status: 'INACTIVE' }).where('id', '=', id).execute();
    const inside = await selectNumbers(trx, { ids: [id], status: 'INACTIVE' });
    const outside = await selectNumbers(portal.db, { ids: [id], status: 'INACTIVE' });
    return [inside.length, outside.length];
  });
  expect(seen).toEqual([1, 0]);
});

interface NewEntry {
  readonly at: Date;
  readonly actor: string;
  readonly action: 'login.succeeded';
  readonly detail: string;
  readonly login_id: string | null;
  readonly client_address: string | null;
  readonly correlation_id: string | null;
}

let insertions = 0;
const insertEntries = compileOnce((db, { rows }: Placeholders<{ readonly rows: readonly NewEntry[] }>) => {
  insertions += 1;
  return db.insertInto('login_audit_entry').values(rows).compile();
});

test('rows of any number are inserted with their own values, nulls among them, by one text for each number', async () => {
  const [one, two] = [accounts[0]?.id ?? '', accounts[1]?.id ?? ''];
  const entry = (actor: string, loginId: string | null): NewEntry => ({
    at: new Date(0),
    actor,
    action: 'login.succeeded',
    detail: '{}',
    login_id: loginId,
    client_address: null,
    correlation_id: actor,
  });
  await portal.db.transaction().execute(async (trx) => {
    await insertEntries(trx, { rows: [entry('rows:1', one)] });
    await insertEntries(trx, { rows: [entry('rows:2', null), entry('rows:3', two)] });
    await insertEntries(trx, { rows: [entry('rows:4', two)] });
  });
  const stored = await portal.db
    .selectFrom('login_audit_entry')
    .select(['actor', 'login_id', 'correlation_id'])
    .where('actor', 'like', 'rows:%')
    .orderBy('actor')
    .execute();
  expect(stored.map((row) => [row.actor, row.login_id, row.correlation_id])).toEqual([
    ['rows:1', one, 'rows:1'],
    ['rows:2', null, 'rows:2'],
    ['rows:3', two, 'rows:3'],
    ['rows:4', two, 'rows:4'],
  ]);
  expect(insertions).toBe(2);
  for (const count of [12, 13]) {
    const rows = Array.from({ length: count }, () => entry(`many:${count}`, two));
    await insertEntries(portal.db, { rows });
    expect(await readRows(portal.db, 'login_audit_entry', { actor: `many:${count}` })).toHaveLength(count);
  }
});

const selectPairs = compileOnce(
  (
    db,
    {
      days,
      numbers,
    }: Placeholders<{ readonly days: readonly (string | null)[]; readonly numbers: readonly number[] }>,
  ) =>
    sql<{ day: string | null; number: number }>`
      select day, number from unnest(${days}::date[], ${numbers}::int[]) given (day, number)`.compile(db),
);

test('lists of dates and numbers are one parameter each, also when they begin with null', async () => {
  for (const days of [[null, '2026-01-31'], ['2026-01-31', null], ['2026-02-28']]) {
    const rows = await selectPairs(portal.db, { days, numbers: days.map((_, index) => index) });
    expect(rows).toEqual(days.map((day, number) => ({ day, number })));
  }
});

interface PlaceholderValues {
  readonly name: string | null;
  readonly cents: number;
  readonly ids: readonly string[];
  readonly rows: readonly { readonly at: Date }[];
}

test('a placeholder can be put into a statement, and neither compared nor computed with', () => {
  const tries = ({ name, cents, ids, rows }: Placeholders<PlaceholderValues>) => [
    // @ts-expect-error One text serves every name.
    () => name === 'ana',
    // @ts-expect-error
    () => name?.length,
    // @ts-expect-error
    () => name.toUpperCase(),
    // @ts-expect-error
    () => cents > 0,
    // @ts-expect-error
    () => cents + 1,
    // @ts-expect-error
    () => Math.abs(cents),
    // @ts-expect-error
    () => ids.includes('1'),
    // @ts-expect-error
    () => ids[0] === '1',
    // @ts-expect-error
    () => rows[0]?.at.getTime(),
    // @ts-expect-error
    () => rows.map(({ at }) => at < new Date()),
  ];
  expect(tries).toBeInstanceOf(Function);
});

test('text or a number made of a placeholder is an error, not part of the statement', async () => {
  interface Search {
    readonly name: string;
    readonly cents: number;
  }
  const selectPattern = compileOnce((db, { name }: Placeholders<Search>) =>
    sql`select ${`%${name}%`}::text as pattern`.compile(db),
  );
  const selectNegative = compileOnce((db, { cents }: Placeholders<Search>) =>
    sql`select ${-cents}::int as negative`.compile(db),
  );
  for (const select of [selectPattern, selectNegative])
    await expect(select(portal.db, { name: 'a', cents: 1 })).rejects.toThrow(
      'A placeholder has no value yet.',
    );
});
