import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** More rows than fit into the memory below, so that they go to a file beside the tables. */
const rows = 10_000;

/**
 * Has the database write 140 KB to a new file of its disk, which it deletes at once. Throws disk_full without room. Tables
 * stay as they are: a row could go where an old one was.
 */
export async function writeToDisk(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    await sql`select count(*) from generate_series(1, ${rows}::int)`.execute(trx);
  });
}
