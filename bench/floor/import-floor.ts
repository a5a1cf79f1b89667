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

/** The tables in their order, each with its columns but those that the database computes. */
const storedColumns = `
  select t.name, string_agg(quote_ident(attname), ', ' order by attnum)
  from unnest($1::text[]) with ordinality t (name, position)
  join pg_attribute on attrelid = t.name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  group by t.name, t.position order by t.position`;

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
    const { rows: stored } = await client.query<[string, string]>({
      text: storedColumns,
      values: [tables],
      rowMode: 'array',
    });
    await client.query('begin');
    for (const table of tables) await client.query(`create temporary table again_${table} as table ${table}`);
    await client.query(`truncate ${tables.join(', ')} cascade`);
    const [startedAt, cpuBefore] = [performance.now(), readCpuSeconds(pid)];
    for (const [table, columns] of stored)
      await client.query(`insert into ${table} (${columns}) select ${columns} from again_${table}`);
    const inserted = {
      seconds: (performance.now() - startedAt) / 1_000,
      cpuSeconds: readCpuSeconds(pid) - cpuBefore,
    };
    await client.query('rollback');
    return inserted;
  });
}
