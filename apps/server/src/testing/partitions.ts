import pg from 'pg';
import { distributionColumns } from '../platform/database/distribution/placement.ts';

/** Whether every test database of this run is partitioned: `npm run drill -- partitions`. */
export const isPartitioned = process.env.PARTITIONED === 'true';

const partitions = 4;

/** Of the release before: no trigger of a distributed table writes elsewhere. */
const leftOut = /_adds_lookup$|^import_record_names_account$/;

/**
 * Partitions the distributed tables of a migrated, empty database by the hash of their column: each partition is what a node would
 * have. A key that is unique everywhere becomes unique in an account, where the column ends it. `url` is a superuser's. From the
 * next connection on, each statement tells its executed plan in a notice (auto_explain).
 */
export async function partitionDatabase(url: string): Promise<void> {
  await withSuperuser(url, async (client) => {
    await client.query(`begin;
      create temporary table kept_view as
        select relname as name, pg_get_viewdef(oid) as definition, pg_get_userbyid(relowner) as owner from pg_class
        where relkind = 'v' and relnamespace = 'public'::regnamespace;
      create temporary table foreign_key as
        select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`);
    for (const [table, column] of distributionColumns) await partition(client, table, column);
    await client.query(`
      do $$ declare each record; begin
        for each in select * from foreign_key f where not exists (
            select from pg_constraint c where c.conrelid = f.name::regclass and c.conname = f.conname) loop
          execute format('alter table %s add constraint %I %s', each.name, each.conname, each.definition);
        end loop;
        for each in select * from kept_view loop
          execute format('create view %I as %s', each.name, each.definition);
          execute format('alter view %I owner to %I', each.name, each.owner);
          execute format('grant select on %I to myaccount_app', each.name);
        end loop;
      end $$;
      commit`);
  });
  await explainEveryStatement(url);
}

async function withSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Makes the statements of later connections to a database tell their executed plans. */
export async function explainEveryStatement(url: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  await withSuperuser(url, async (client) => {
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter database ${client.database} set ${name} = '${value}'`);
  });
}

/** Replaces a table by one that is partitioned: columns, checks, keys, indexes, triggers, rights, and owner are the same. */
async function partition(client: pg.Client, table: string, column: string): Promise<void> {
  const { rows: indexes } = await client.query<{ definition: string; isUnique: boolean; isMain: boolean }>(
    `select pg_get_indexdef(i.indexrelid) as definition, i.indisunique as "isUnique", i.indisprimary as "isMain"
     from pg_index i where i.indrelid = $1::regclass`,
    [table],
  );
  const { rows: triggers } = await client.query<{ name: string; definition: string }>(
    `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal`,
    [table],
  );
  const { rows: rights } = await client.query<{ definition: string }>(
    `select format('grant %s on %I to myaccount_app', privilege_type, table_name) as definition
     from information_schema.table_privileges where table_name = $1 and grantee = 'myaccount_app'
     union all
     select format('grant %s (%I) on %I to myaccount_app', privilege_type, column_name, table_name)
     from information_schema.column_privileges where table_name = $1 and grantee = 'myaccount_app'`,
    [table],
  );
  const { rows: owners } = await client.query(
    'select pg_get_userbyid(relowner) as owner from pg_class where oid = $1::regclass',
    [table],
  );
  const parts = Array.from(
    { length: partitions },
    (_, index) =>
      `create table ${table}_p${index} partition of ${table} for values with (modulus ${partitions}, remainder ${index})`,
  );
  const statements = [
    `alter table ${table} rename to ${table}_whole`,
    `create table ${table} (like ${table}_whole including all excluding indexes) partition by hash (${column})`,
    `drop table ${table}_whole cascade`,
    `alter table ${table} owner to ${owners[0].owner}`,
    ...indexes.map((index) => indexOf(index, table, column)),
    ...parts,
    ...triggers.filter(({ name }) => !leftOut.test(name)).map(({ definition }) => definition),
    ...rights.map(({ definition }) => definition),
  ];
  for (const statement of statements) await client.query(statement);
}

function indexOf(
  { definition, isUnique, isMain }: { definition: string; isUnique: boolean; isMain: boolean },
  table: string,
  column: string,
): string {
  if (!isUnique) return definition;
  const [, columns = '', rest = ''] = /USING btree \(([^()]*)\)(.*)$/.exec(definition) ?? [];
  const isOfAccount = columns.split(', ').includes(column);
  const key = isOfAccount ? columns : `${columns}, ${column}`;
  if (isMain) return `alter table ${table} add primary key (${key})`;
  return `${definition.slice(0, definition.indexOf('USING'))} (${key})${rest}`;
}
