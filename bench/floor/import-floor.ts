import { withClient } from '../../environment/database.ts';
import { readCpuSeconds } from '../../environment/program.ts';
import type { DatabaseAddresses } from '../../scripts/start/local-settings.ts';

/** What an import fills most, parents before children. */
const tables = [
  'account_lookup',
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

/** What PostgreSQL alone took. */
export interface InsertRun {
  readonly seconds: number;
  /** Of the session's process. */
  readonly cpuSeconds: number;
}

/**
 * Inserts the rows of an import again, in one session: every index, check, foreign key, and trigger, but no line that is parsed,
 * compared, or staged. Leaves the database as it was.
 */
export async function insertRowsAgain({ ownerUrl }: DatabaseAddresses): Promise<InsertRun> {
  return await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? Number.NaN;
    await client.query('begin');
    for (const table of tables) await client.query(`create temporary table again_${table} as table ${table}`);
    await client.query(`truncate ${tables.join(', ')} cascade`);
    const [startedAt, cpuBefore] = [performance.now(), readCpuSeconds(pid)];
    for (const table of tables) await client.query(`insert into ${table} table again_${table}`);
    const inserted = {
      seconds: (performance.now() - startedAt) / 1_000,
      cpuSeconds: readCpuSeconds(pid) - cpuBefore,
    };
    await client.query('rollback');
    return inserted;
  });
}
