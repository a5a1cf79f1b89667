import { type Kysely, sql } from 'kysely';

/** Whether this database is the coordinator of a cluster on which the portal's tables are placed. */
export async function isDistributed<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const ask = async (condition: string) =>
    (await sql.raw<{ holds: boolean }>(`select ${condition} as holds`).execute(db)).rows[0]?.holds === true;
  return (
    (await ask("to_regclass('pg_catalog.pg_dist_partition') is not null")) &&
    (await ask("exists (select 1 from pg_dist_partition where logicalrelid = to_regclass('public.account'))"))
  );
}

/**
 * Of a transaction that changes the schema of a distributed database. Triggers run where their row is. Of several shards at once, one
 * foreign key would wait for another.
 */
export const schemaSettings = `
  set local client_min_messages = warning;
  set local citus.enable_unsafe_triggers = on;
  set local citus.multi_shard_modify_mode = 'sequential'`;

/** Splits a file into its statements. Citus passes on the whole text that a statement came with, so each goes alone. */
export function statementsOf(text: string): string[] {
  const statements = text.match(/(?:--.*|'[^']*'|\$\$[\s\S]*?\$\$|[^;])+;/g) ?? [];
  if (statements.join('').trim() !== text.trim()) throw new Error('The last statement does not end');
  return statements.map((statement) => statement.trim());
}

/**
 * Returns the statements of a migration for a distributed database. A new table begins on the coordinator, with foreign keys to tables
 * that are elsewhere, until it is placed itself.
 */
export function distributedMigration(text: string): string[] {
  const alone = (value: string) => `set local citus.enable_ddl_propagation = ${value}`;
  return statementsOf(text).flatMap((statement) =>
    /^(?:--.*\s*)*create table\b/i.test(statement) ? [alone('off'), statement, alone('on')] : [statement],
  );
}
