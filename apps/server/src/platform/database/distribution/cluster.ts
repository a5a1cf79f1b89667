import type pg from 'pg';
import { OperatorError } from '../../operator-error.ts';
import { applicationRole } from '../session-settings.ts';
import { placement } from './placement.ts';

const oldestCitus = 14;

/** Throws an {@link OperatorError} that says what to do unless this is a coordinator with workers. */
export async function requireCluster(client: pg.ClientBase): Promise<void> {
  const one = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows[0];
  const citus = await one(
    "select split_part(extversion, '.', 1)::int as version from pg_extension where extname = 'citus'",
  );
  if (!citus)
    throw new OperatorError(
      'This PostgreSQL is no Citus cluster: install Citus, run "create extension citus", and add workers with citus_add_node.',
    );
  if (citus.version < oldestCitus)
    throw new OperatorError(`Citus ${citus.version} is too old: upgrade every node to Citus ${oldestCitus}.`);
  if (!(await one('select citus_is_coordinator() as "isHere"')).isHere)
    throw new OperatorError(
      'This node is a worker: set DATABASE_OWNER_URL to the address of the coordinator.',
    );
  const { workers } = await one('select count(*)::int as workers from citus_get_active_worker_nodes()');
  if (workers === 0) throw new OperatorError('The coordinator has no workers: add them with citus_add_node.');
  const away = await one(
    `select from_nodename || ':' || from_nodeport as node, to_nodename || ':' || to_nodeport as other
     from citus_check_cluster_node_health() where result is distinct from true`,
  );
  if (away)
    throw new OperatorError(`The node ${away.node} cannot reach ${away.other}: start it, or let it in.`);
  const stranger = await one(
    `select nodename || ':' || nodeport as node from run_command_on_workers($1) where result is distinct from 't'`,
    [`select rolcanlogin from pg_roles where rolname = '${applicationRole}'`],
  );
  if (stranger)
    throw new OperatorError(
      `The role ${applicationRole} cannot log in on ${stranger.node}: run "alter role ${applicationRole} login" there.`,
    );
}

/** Throws an {@link OperatorError} with a number that does not lead to its account. */
export async function requireLookups(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ kind: string; key: string }>(
    `with n as materialized (select * from numbered_row)
     select n.kind, n.key from n left join account_lookup l on l.kind = n.kind and l.key = n.key
     where l.account_id is distinct from n.account_id limit 1`,
  );
  const [number] = rows;
  if (number)
    throw new OperatorError(
      `The ${number.kind} number ${number.key} does not lead to its account: "npm run ops -- check" lists all such numbers.`,
    );
}

/** Returns the tables that are not placed yet. Throws for a table that is unknown, missing, or placed otherwise. */
export async function tablesToPlace(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; place: string }>(
    `select c.relname as name, case p.partmethod when 'n' then 'everywhere' when 'h'
       then column_to_column_name(p.logicalrelid, p.partkey) else 'together' end as place
     from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  );
  const places = new Map<string, string>(Object.entries(placement));
  const unknown = rows.filter(({ name }) => !places.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new OperatorError(
      `Nobody knows where ${unknown.join(', ')} should be: move what is not the portal’s to another schema.`,
    );
  const waiting = rows.filter(({ name, place }) => place !== places.get(name));
  const wrong = waiting.find(({ place }) => place !== 'together');
  if (wrong)
    throw new OperatorError(
      `The table ${wrong.name} is already distributed otherwise: run "select undistribute_table('${wrong.name}')" first.`,
    );
  return waiting.map(({ name }) => name);
}

/** A foreign key with the columns that it checks. */
export interface ForeignKey {
  readonly table: string;
  readonly target: string;
  readonly name: string;
  readonly columns: string;
  readonly definition: string;
}

/** Returns the foreign keys of the portal's tables. */
export async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as target, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition,
       (select string_agg(attname, ', ') from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  return rows;
}

/** A key that is unique without the account, and what makes it unique in an account. */
interface NarrowKey {
  readonly columns: string;
  readonly statements: string;
}

/** Returns the keys of a table that are unique without a column. What replaces each begins as it does: it is looked up by that. */
export async function listNarrowKeys(
  client: pg.ClientBase,
  table: string,
  column: string,
): Promise<NarrowKey[]> {
  const { rows } = await client.query<{ name: string; index: string; constraint: string | null }>(
    `select quote_ident(x.relname) as name, pg_get_indexdef(x.oid) as index, pg_get_constraintdef(c.oid) as constraint
     from pg_index i join pg_class x on x.oid = i.indexrelid
     left join pg_constraint c on c.conindid = x.oid and c.contype in ('p', 'u')
     where i.indrelid = $1::regclass and i.indisunique and not exists (
       select 1 from pg_attribute where attrelid = i.indrelid and attname = $2 and attnum = any (i.indkey::int[]))`,
    [table, column],
  );
  return rows.map(({ name, index, constraint }) => {
    const [, columns = ''] = /\(([^()]*)\)/.exec(index) ?? [];
    const wide = (definition: string) => definition.replace(`(${columns})`, `(${columns}, ${column})`);
    const statements = constraint
      ? `alter table ${table} drop constraint ${name}, add constraint ${name} ${wide(constraint)}`
      : `drop index ${name}; ${wide(index)}`;
    return { columns, statements };
  });
}
