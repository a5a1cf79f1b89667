import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { isWorkerAway } from '../failure.ts';
import { readParts } from './workers.ts';

/** Returns the condition that a column's account is one of those that are looked at. Each table of a statement needs it. */
export type Among = (column: string) => RawBuilder<boolean>;

/** Every account. */
export const everybody: Among = () => sql<boolean>`true`;
const batchSize = 10_000;

/**
 * Runs a statement of a job about all accounts, and returns its rows. While a worker of a distributed database is away, it looks in
 * the accounts of the others instead, some at a time, until it has found `limit`.
 */
export async function lookForWork<Row>(
  db: Database,
  search: (among: Among) => { execute(): Promise<Row[]> },
  limit = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  try {
    return await search(everybody).execute();
  } catch (error) {
    if (!isWorkerAway(error)) throw error;
  }
  const found: Row[] = [];
  for await (const among of accountsWithinReach(db)) {
    found.push(...(await search(among).execute()));
    if (found.length >= limit) break;
  }
  return found;
}

/** Yields the accounts whose worker answers, some at a time. */
export async function* accountsWithinReach(db: Database): AsyncGenerator<Among> {
  const parts = (await readParts(db)).filter(({ isThere }) => isThere).map(({ id }) => id);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows } = await sql<{ key: string; id: string; isThere: boolean }>`
      select key, account_id as id,
        get_shard_id_for_distribution_column('account', account_id) = any(${parts}::bigint[]) as "isThere"
      from account_lookup where kind = 'account' and key > ${after} order by key limit ${batchSize}`.execute(
      db,
    );
    const ids = rows.filter(({ isThere }) => isThere).map(({ id }) => id);
    yield (column) => sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
    after = rows.length === batchSize ? rows.at(-1)?.key : undefined;
  }
}
