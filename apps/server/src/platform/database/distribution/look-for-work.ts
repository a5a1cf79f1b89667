import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { isWorkerAway } from '../failure.ts';
import { readParts } from './workers.ts';

/** Returns the condition that columns' accounts are among those that are looked at. Each table of a statement needs it. */
export type Among = (...columns: string[]) => RawBuilder<boolean>;

const batchSize = 10_000;

/**
 * Yields what a search of all accounts yields. While a worker of a distributed database is away, it looks in the accounts of the
 * others instead, some at a time.
 */
export async function* lookInTurn<Found>(
  db: Database,
  search: (among: Among) => AsyncIterable<Found>,
): AsyncGenerator<Found> {
  try {
    yield* search(() => sql<boolean>`true`);
    return;
  } catch (error) {
    if (!isWorkerAway(error)) throw error;
  }
  const parts = (await readParts(db)).filter(({ isThere }) => isThere).map(({ id }) => id);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows } = await sql<{ key: string; id: string; isThere: boolean }>`
      select key, account_id as id,
        get_shard_id_for_distribution_column('account', account_id) = any(${parts}::bigint[]) as "isThere"
      from account_lookup where kind = 'account' and key > ${after} order by key limit ${batchSize}`.execute(
      db,
    );
    const ids = rows.filter(({ isThere }) => isThere).map(({ id }) => id);
    const isIn = (column: string) => sql`${sql.ref(column)} = any(${ids}::uuid[])`;
    yield* search((...columns) => sql<boolean>`${sql.join(columns.map(isIn), sql` and `)}`);
    after = rows.length === batchSize ? rows.at(-1)?.key : undefined;
  }
}

/** Runs a statement of a job as {@link lookInTurn} does, and returns its rows; not many more than `limit`. */
export async function lookForWork<Row>(
  db: Database,
  search: (among: Among) => { execute(): Promise<Row[]> },
  limit = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const found: Row[] = [];
  const batches = lookInTurn(db, async function* (among) {
    yield await search(among).execute();
  });
  for await (const rows of batches) {
    found.push(...rows);
    if (found.length >= limit) break;
  }
  return found;
}
