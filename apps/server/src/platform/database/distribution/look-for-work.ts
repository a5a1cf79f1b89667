import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../connect.ts';
import { isWorkerAway } from '../failure.ts';

/** Returns the condition that a column's account is one of those that are looked at. */
export type Among = (column: string) => RawBuilder<boolean>;

const everybody: Among = () => sql<boolean>`true`;
/** Of one part of the tables, so that a statement is one worker's. */
const batchSize = 1_000;

/**
 * Runs a statement of a job about all accounts, and returns its rows. While a worker of a distributed database is away, it runs for
 * the accounts of the others instead, some at a time: a limit counts for each.
 */
export async function lookForWork<Row>(
  db: Database,
  list: (among: Among) => Promise<readonly Row[]>,
): Promise<Row[]> {
  try {
    return [...(await list(everybody))];
  } catch (error) {
    if (!isWorkerAway(error)) throw error;
  }
  const found: Row[] = [];
  for await (const accountIds of accountsByPart(db)) {
    const rows = await list((column) => sql<boolean>`${sql.ref(column)} = any(${accountIds}::uuid[])`).catch(
      (error: unknown) => {
        if (isWorkerAway(error)) return [];
        throw error;
      },
    );
    found.push(...rows);
  }
  return found;
}

/** Yields all accounts, those of one part of the tables after the other. */
async function* accountsByPart(db: Database): AsyncGenerator<string[]> {
  let after = { part: 0, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { rows } = await sql<typeof after>`
      select part, id from (
        select account_id as id, get_shard_id_for_distribution_column('account', account_id) as part
        from account_lookup where kind = 'account') placed
      where (part, id) > (${after.part}, ${after.id}) order by part, id limit ${batchSize}`.execute(db);
    for (const part of Map.groupBy(rows, (row) => row.part).values()) yield part.map(({ id }) => id);
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last;
  }
}
