import { type Kysely, sql } from 'kysely';

/** The condition of {@link isDistributed}. */
export const functionsAreHere = "exists (select 1 from pg_proc where proname = 'commit_together')";

/** Whether the portal's tables are placed on the nodes of a cluster, and this is its coordinator: functions.sql was run here. */
export async function isDistributed<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const query = sql.raw<{ holds: boolean }>(`select ${functionsAreHere} as holds`);
  return (await query.execute(db)).rows[0]?.holds === true;
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
  const statements = statementsOf(text).flatMap((statement) =>
    /^(?:--.*\s*)*create table\b/i.test(statement) ? [alone('off'), statement, alone('on')] : statement,
  );
  return [schemaSettings, ...statements];
}
