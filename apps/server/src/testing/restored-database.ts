import pg from 'pg';

/** A copy of every table at one moment, as a dump has them. */
export interface TableCopy {
  /** Puts the copy in place of the tables, as a dump that is restored into a new cluster. */
  restore(): Promise<void>;
}

const migrated = `'kysely_migration', 'kysely_migration_lock'`;

/** Copies every table of a test's database. */
export async function copyTables(ownerUrl: string, superuserUrl: string): Promise<TableCopy> {
  const run = async (sql: string) => {
    const client = new pg.Client(sameDatabase(superuserUrl, ownerUrl));
    await client.connect();
    try {
      return await client.query<{ name: string }>(sql);
    } finally {
      await client.end();
    }
  };
  const { rows } = await run(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in (${migrated})`,
  );
  const tables = rows.map(({ name }) => name);
  await run(
    `begin isolation level repeatable read; create schema dump;
     ${tables.map((name) => `create table dump.${name} as table public.${name};`).join('')} commit`,
  );
  return {
    restore: async () => {
      const fill = tables.map((name) => `insert into ${name} overriding system value table dump.${name};`);
      await run(
        `begin; set local session_replication_role = replica; truncate ${tables.join(', ')}; ${fill.join('')}
         update heartbeat set system_identifier = '1'; drop schema dump cascade; commit`,
      );
    },
  };
}

function sameDatabase(url: string, other: string): string {
  const changed = new URL(url);
  changed.pathname = new URL(other).pathname;
  return changed.href;
}
