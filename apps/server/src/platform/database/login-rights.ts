import type pg from 'pg';

/** Something that the application's own role may not do. */
export interface ExtraRight {
  /** The login itself, or a role that it is a member of. */
  readonly role: string;
  /** Such as `owns tables`. */
  readonly right: string;
}

/**
 * Every role that the login is or can become. A superuser passes for a member of every role, so only it is looked at.
 */
const roles = `
  select r.* from pg_roles r
  where case when (select rolsuper from pg_roles where rolname = session_user) then r.rolname = session_user
    else pg_has_role(session_user, r.oid, 'MEMBER') end`;

const tables = `
  select c.oid, c.relowner, format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p')`;

/** Whether role r may write to table t, or to a column of it, where the application's role may not. */
const writesMore = `
  (has_table_privilege(r.oid, t.oid, 'delete') and not has_table_privilege($1, t.oid, 'delete'))
  or (has_table_privilege(r.oid, t.oid, 'truncate') and not has_table_privilege($1, t.oid, 'truncate'))
  or exists (
    select 1 from pg_attribute a, (values ('insert'), ('update')) p (privilege)
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege(r.oid, t.oid, a.attnum, p.privilege)
      and not has_column_privilege($1, t.oid, a.attnum, p.privilege))`;

const extraRights = `
  with r as (${roles}), t as (${tables})
  select rolname as role, 'is a superuser' as right from r where rolsuper
  union all select rolname, 'may create databases' from r where rolcreatedb
  union all select rolname, 'may create roles' from r where rolcreaterole
  union all select rolname, 'bypasses row security' from r where rolbypassrls
  union all select rolname, 'may replicate' from r where rolreplication
  union all select rolname, 'reads or writes files of the server' from r
    where rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
  union all select rolname, 'owns the database' from r
    where exists (select 1 from pg_database where datname = current_database() and datdba = r.oid)
  union all select rolname, 'owns tables' from r where exists (select 1 from t where t.relowner = r.oid)
  union all select rolname, 'may create tables' from r
    where has_schema_privilege(r.oid, 'public', 'create')
  union all select rolname, 'may write ' || min(t.name) from r, t where ${writesMore} group by rolname`;

/** Returns what the login of these connections may do beyond `applicationRole`, the most dangerous first. */
export async function listExtraRights(pool: pg.Pool, applicationRole: string): Promise<ExtraRight[]> {
  const { rows } = await pool.query<ExtraRight>(extraRights, [applicationRole]);
  return rows;
}
