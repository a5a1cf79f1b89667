import pg from 'pg';
import { givenCluster } from './given-cluster.ts';

/** A copy of every table at one moment, as a dump has them. */
export interface TableCopy {
  /** Puts the copy in place of the tables, as a dump that is restored into a new cluster. */
  restore(): Promise<void>;
}

const migrated = `'kysely_migration', 'kysely_migration_lock'`;

/** Copies every table of a test's database. */
export async function copyTables(ownerUrl: string, superuserUrl: string): Promise<TableCopy> {
  const run = async (...statements: string[]) => {
    const client = new pg.Client(sameDatabase(superuserUrl, ownerUrl));
    await client.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(
    `begin isolation level repeatable read; create schema dump;
     ${forFilled('public', 'create table dump.%1$I as table public.%1$I')} commit`,
  );
  return {
    restore: async () => {
      await run(
        ...(givenCluster
          ? ["set citus.propagate_set_commands = 'local'", "set citus.multi_shard_modify_mode = 'sequential'"]
          : []),
        'begin',
        'set local session_replication_role = replica',
        forFilled('public', 'delete from public.%1$I'),
        forFilled(
          'dump',
          'insert into public.%1$I (%2$s) overriding system value select %2$s from dump.%1$I',
        ),
        "update heartbeat set system_identifier = '1'",
        'commit',
        'drop schema dump cascade',
      );
    },
  };
}

/** Does the same for every table with rows. Truncating and copying a hundred empty ones takes longer than the test. */
function forFilled(schema: string, statement: string): string {
  return `do $$
    declare
      name text;
      columns text;
      has_rows boolean;
    begin
      for name in select relname from pg_class where relnamespace = '${schema}'::regnamespace
        and relkind in ('r', 'p') and not relispartition and relname not in (${migrated})
      loop
        execute format('select exists (select 1 from ${schema}.%I)', name) into has_rows;
        select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
        where attrelid = format('public.%I', name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
        if has_rows then execute format('${statement}', name, columns); end if;
      end loop;
    end $$;`;
}

function sameDatabase(url: string, other: string): string {
  const changed = new URL(url);
  changed.pathname = new URL(other).pathname;
  return changed.href;
}
