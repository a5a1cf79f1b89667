import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';

const file = new URL('../../../migrations/take-over/unreleased.sql', import.meta.url);
/** The first and the last migration from before the first release. */
const [first, last] = ['0001_customers', '0040_charging_pause'];
/** The last of the migrations that make the same of an empty database. */
const lastEqual = '0010_operation';

/**
 * Takes over a database from before the first release, whose migrations were others: it loses nothing, and has the same schema
 * as a new one. Does nothing to any other database. Throws, and changes nothing, if it does not have all of those migrations.
 */
export async function takeOver(database: Kysely<unknown>, migrations: readonly string[]): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const { rows: tables } = await sql`select 1 from pg_tables where schemaname = 'public'
      and tablename = 'kysely_migration'`.execute(trx);
    if (tables.length === 0) return;
    // One server at a time.
    await sql`lock table kysely_migration in exclusive mode`.execute(trx);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(trx);
    const applied = rows.map(({ name }) => name);
    if (!applied.includes(first)) return;
    if (!applied.includes(last))
      throw new OperatorError(
        `This database is from before the first release and lacks its last migration, ${last}: import its data into a new ` +
          'database, or migrate it first with the commit that has this migration.',
      );
    await sql.raw(await readFile(file, 'utf8')).execute(trx);
    await sql`delete from kysely_migration`.execute(trx);
    await sql`insert into kysely_migration (name, timestamp)
      select name, ${new Date().toISOString()} from unnest(${migrations.filter((name) => name <= lastEqual)}::text[]) name`.execute(
      trx,
    );
  });
}
