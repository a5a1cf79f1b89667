import pg from 'pg';

/** What a schema has, a line each: name, and definition. The order of columns does not matter. */
const listing = `
  with relation as (
    select c.oid, c.relname, c.relkind, c.relacl from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S')
  )
  select 'column ' || relname || '.' || attname as name,
    concat_ws(' ', format_type(atttypid, atttypmod), nullif(attidentity, ''), pg_get_expr(adbin, adrelid)) as definition
  from relation join pg_attribute a on attrelid = relation.oid and attnum > 0 and not attisdropped
  left join pg_attrdef d on adrelid = attrelid and adnum = attnum where relkind = 'r'
  union all
  select 'constraint ' || relname || '.' || conname, pg_get_constraintdef(o.oid)
  from relation join pg_constraint o on conrelid = relation.oid where contype <> 't'
  union all
  select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from relation join pg_index on indrelid = relation.oid
  union all
  select 'trigger ' || relname || '.' || tgname, pg_get_triggerdef(t.oid)
  from relation join pg_trigger t on tgrelid = relation.oid where not tgisinternal
  union all
  select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
  from pg_proc p where pronamespace = 'public'::regnamespace
  union all
  select 'right ' || what, string_agg(distinct who || ' ' || privilege_type, ', ' order by who || ' ' || privilege_type)
  from (
    select relname as what, (aclexplode(relacl)).* from relation
    union all
    select relname || '.' || attname, (aclexplode(attacl)).* from relation join pg_attribute on attrelid = relation.oid
    union all
    select p.oid::regprocedure::text, (aclexplode(proacl)).* from pg_proc p where pronamespace = 'public'::regnamespace
    union all
    select 'schema', (aclexplode(nspacl)).* from pg_namespace where nspname = 'public'
  ) granted cross join lateral (select case grantee when 0 then 'public' else grantee::regrole::text end as who)
  where grantee <> grantor group by what
  order by 1`;

/** Returns the tables, constraints, indexes, triggers, functions, and rights of a database, a line each. */
export async function listCatalog(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(listing);
    return rows.map(({ name, definition }) => `${name}: ${definition}`);
  } finally {
    await client.end();
  }
}
