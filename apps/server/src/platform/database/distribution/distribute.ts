import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { OperatorError } from '../../operator-error.ts';
import { checkSchema } from '../check-database.ts';
import { connectPool } from '../connect.ts';
import { connectDatabase } from '../pipeline/pipeline.ts';
import { clusterObstacles, requireNone, tableObstacles, tablesToPlace } from './cluster.ts';
import { placement, togetherTables } from './placement.ts';
import { isDistributed, schemaSettings, statementsOf } from './statements.ts';

/**
 * Places every table of a migrated database on the nodes of its Citus cluster by the table of placement, as the owner of the tables.
 * One transaction: one that was cut off changed nothing. What is placed already stays. With `isBegun` only what a
 * distributed database lacks. Returns the tables that were placed. Throws an {@link OperatorError} that says what is missing.
 */
export async function distributeDatabase(ownerUrl: string, { isBegun = false } = {}): Promise<string[]> {
  const pool = connectPool({ url: ownerUrl, maximumConnections: 2, worker: 'owner' });
  const client = await pool.connect().catch(async (error) => {
    await pool.end();
    throw error;
  });
  try {
    if (isBegun && !(await isDistributed(connectDatabase(pool)))) return [];
    await requireNone(client, clusterObstacles);
    const problem = await checkSchema(connectDatabase(pool));
    if (problem) throw new OperatorError(problem.sentence);
    await requireNone(client, tableObstacles);
    await client.query('begin');
    await client.query(schemaSettings);
    await client.query("select pg_advisory_xact_lock(hashtext('distribute'))");
    const tables = await tablesToPlace(client);
    await placeAll(client, tables);
    await client.query(databaseSettings);
    await runFile(client, 'functions.sql');
    for (const table of togetherTables)
      await client.query(
        `create or replace trigger ${table}_commits_together after insert or update or delete on ${table}
         for each statement execute function commit_together()`,
      );
    await client.query('commit');
    return tables;
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
  execute format('alter database %I set citus.node_connection_timeout = %L', current_database(), '500ms');
end $$`;

async function runFile(client: pg.ClientBase, name: string): Promise<void> {
  const text = await readFile(new URL(name, import.meta.url), 'utf8');
  for (const statement of statementsOf(text)) await client.query(statement);
}

/** Returns the foreign keys of tables, and those that lead to them. */
export async function listForeignKeys(client: pg.ClientBase, tables: readonly string[]) {
  const { rows } = await client.query<Record<'table' | 'target' | 'name' | 'definition', string>>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as target, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and array[conrelid, confrelid] && $1::text[]::regclass[]::oid[]`,
    [tables],
  );
  return rows;
}

/** Places tables. Their foreign keys come back, but for those that would cross between accounts and what stays together. */
async function placeAll(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  const keys = await listForeignKeys(client, tables);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  if (tables.includes('account')) await runFile(client, 'keys.sql');
  for (const table of tables) {
    const place = placement[table as keyof typeof placement];
    const beside = table === 'account' ? 'none' : 'account';
    if (place === 'everywhere') await client.query('select create_reference_table($1)', [table]);
    else
      await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
        table,
        place,
        beside,
      ]);
  }
  for (const { table, target, name, definition } of keys)
    if (!togetherTables.includes(table) && !togetherTables.includes(target))
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}
