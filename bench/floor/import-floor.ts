import { type BenchDatabase, withClient } from '../environment/database.ts';

/** What an import fills most, parents before children. */
const tables = [
  'customer',
  'account',
  'address',
  'payment_method',
  'invoice',
  'invoice_item',
  'invoice_charge',
  'payment',
  'payment_allocation',
  'ledger_posting',
  'import_record',
];

/**
 * Seconds that PostgreSQL alone takes to insert the rows of an import again, in one session: every index, check, foreign key,
 * and trigger, but no line that is parsed, compared, or staged. Leaves the database as it was.
 */
export async function insertRowsAgain({ ownerUrl }: BenchDatabase): Promise<number> {
  return await withClient(ownerUrl, async (client) => {
    await client.query('begin');
    for (const table of tables) await client.query(`create temporary table again_${table} as table ${table}`);
    await client.query(`truncate ${tables.join(', ')} cascade`);
    const startedAt = performance.now();
    for (const table of tables) await client.query(`insert into ${table} table again_${table}`);
    const seconds = (performance.now() - startedAt) / 1_000;
    await client.query('rollback');
    return seconds;
  });
}
