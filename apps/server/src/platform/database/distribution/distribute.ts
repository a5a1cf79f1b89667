import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { OperatorError } from '../../operator-error.ts';
import { checkSchema } from '../check-database.ts';
import { connectPool } from '../connect.ts';
import { connectDatabase } from '../pipeline/pipeline.ts';
import {
  type ForeignKey,
  listForeignKeys,
  listNarrowKeys,
  requireCluster,
  requireLookups,
  tablesToPlace,
} from './cluster.ts';
import { distributionColumns, isReference, togetherTables } from './placement.ts';
import { schemaSettings, statementsOf } from './statements.ts';

/** What {@link distributeDatabase} did. */
export interface Distribution {
  /** Tables that were placed; none if all were placed before. */
  readonly placed: readonly string[];
  /** Keys that were unique everywhere and now are in an account, such as `invoice (invoice_number)`. */
  readonly narrowed: readonly string[];
  /** Foreign keys between tables that are no longer in one place, such as `account (plan_id)`. */
  readonly dropped: readonly string[];
}

const functions = new URL('./functions.sql', import.meta.url);

/** For the release before: these triggers write elsewhere. */
const releaseTriggers = '_adds_lookup$|^import_record_names_account$';

/**
 * Places every table of a migrated database on the nodes of its Citus cluster by the table of placement, as the owner of the tables.
 * One transaction: one that was cut off changed nothing. What is placed already stays. Throws an {@link OperatorError} that says
 * what is missing.
 */
export async function distributeDatabase(ownerUrl: string): Promise<Distribution> {
  const pool = connectPool({ url: ownerUrl, maximumConnections: 2, worker: 'owner' });
  const client = await pool.connect().catch(async (error) => {
    await pool.end();
    throw error;
  });
  try {
    await requireCluster(client);
    const problem = await checkSchema(connectDatabase(pool));
    if (problem) throw new OperatorError(problem.sentence);
    await requireLookups(client);
    await client.query('begin');
    await client.query(schemaSettings);
    await client.query("select pg_advisory_xact_lock(hashtext('distribute'))");
    const tables = await tablesToPlace(client);
    const distribution = tables.length === 0 ? nothing : await placeAll(client, tables);
    await client.query(databaseSettings);
    for (const statement of statementsOf(await readFile(functions, 'utf8'))) await client.query(statement);
    for (const table of togetherTables)
      await client.query(
        `create or replace trigger ${table}_commits_together after insert or update or delete on ${table}
         for each statement execute function commit_together()`,
      );
    await client.query('commit');
    return distribution;
  } finally {
    client.release(true);
    await pool.end();
  }
}

/**
 * A relation of customer data names its accounts, so its rows are few: they go to the tables of the coordinator. A worker that says
 * nothing is soon taken to be away.
 */
export const databaseSettings = `do $$ begin
  execute format('alter database %I set citus.local_table_join_policy = %L', current_database(), 'prefer-distributed');
  execute format('alter database %I set citus.node_connection_timeout = %L', current_database(), '1s');
end $$`;

const nothing: Distribution = { placed: [], narrowed: [], dropped: [] };

async function placeAll(client: pg.ClientBase, tables: readonly string[]): Promise<Distribution> {
  const waiting = new Set(tables);
  const keys = (await listForeignKeys(client)).filter(
    ({ table, target }) => waiting.has(table) || waiting.has(target),
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  const narrowed: string[] = [];
  for (const table of tables) narrowed.push(...(await place(client, table)));
  for (const { table, name, definition } of keys.filter(isInOnePlace))
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  const dropped = keys
    .filter((key) => !isInOnePlace(key))
    .map(({ table, columns }) => `${table} (${columns})`);
  return { placed: tables, narrowed, dropped };
}

const isInOnePlace = ({ table, target }: ForeignKey) =>
  isReference(target) || (distributionColumns.has(table) && distributionColumns.has(target));

/** Places a table, and returns the keys that are unique in an account from then on. */
async function place(client: pg.ClientBase, table: string): Promise<string[]> {
  const column = distributionColumns.get(table);
  if (column === undefined) {
    await client.query('select create_reference_table($1)', [table]);
    return [];
  }
  const keys = await listNarrowKeys(client, table, column);
  for (const { statements } of keys) await client.query(statements);
  const triggers = await client.query<{ name: string }>(
    `select quote_ident(tgname) as name from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal and tgname ~ $2`,
    [table, releaseTriggers],
  );
  for (const { name } of triggers.rows) await client.query(`drop trigger ${name} on ${table}`);
  const beside = table === 'account' ? 'none' : 'account';
  await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [table, column, beside]);
  return keys.map(({ columns }) => `${table} (${columns})`);
}
