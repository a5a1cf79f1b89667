import type pg from 'pg';
import { OperatorError } from '../../operator-error.ts';
import { applicationRole } from '../session-settings.ts';
import { placement } from './placement.ts';
import { functionsAreHere } from './statements.ts';

/** What keeps a database from being a coordinator with workers. Each statement returns the sentence that says what to do. */
export const clusterObstacles = [
  `select 'This PostgreSQL is no Citus cluster: install Citus, run "create extension citus", and add workers with citus_add_node.'
     as sentence where not exists (select 1 from pg_extension where extname = 'citus')`,
  `select format('Citus %s is too old: upgrade every node to Citus 14.', extversion) as sentence
   from pg_extension where extname = 'citus' and split_part(extversion, '.', 1)::int < 14`,
  `select 'This node is a worker: set DATABASE_OWNER_URL to the address of the coordinator.' as sentence
   where not citus_is_coordinator()`,
  `select 'The coordinator has no workers: add them with citus_add_node.' as sentence
   where not exists (select 1 from citus_get_active_worker_nodes())`,
  `select format('The node %s:%s cannot reach %s:%s: start it, or let it in.',
     from_nodename, from_nodeport, to_nodename, to_nodeport) as sentence
   from citus_check_cluster_node_health() where result is distinct from true`,
  `select format('The role %1$s cannot log in on %2$s:%3$s: run "alter role %1$s login" there.',
     '${applicationRole}', nodename, nodeport) as sentence
   from run_command_on_workers($$select rolcanlogin from pg_roles where rolname = '${applicationRole}'$$)
   where result is distinct from 't'`,
];

const foundTables = `(
  select c.relname as name, wanted.place, case p.partmethod when 'n' then 'everywhere' when 'h'
    then column_to_column_name(p.logicalrelid, p.partkey) else 'together' end as found
  from pg_class c
  left join jsonb_each_text('${JSON.stringify(placement)}') wanted (name, place) on wanted.name = c.relname
  left join pg_dist_partition p on p.logicalrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')) t`;

/** What keeps the tables of a cluster's database from being placed, as {@link clusterObstacles}. */
export const tableObstacles = [
  `with n as materialized (select * from numbered_row)
   select format('The %s number %s does not lead to its account: "npm run ops -- check" lists all such numbers.', n.kind, n.key)
     as sentence
   from n left join account_lookup l on l.kind = n.kind and l.key = n.key where l.account_id is distinct from n.account_id`,
  `select format('Nobody knows where %s should be: move what is not the portal’s to another schema.', name) as sentence
   from ${foundTables} where place is null`,
  `select format('The table %1$s is already distributed otherwise: run "select undistribute_table(''%1$s'')" first.', name)
     as sentence
   from ${foundTables} where found <> 'together'
     and (found <> place or not ${functionsAreHere})`,
];

/** Throws an {@link OperatorError} with the sentence of the first obstacle there is. */
export async function requireNone(client: pg.ClientBase, obstacles: readonly string[]): Promise<void> {
  for (const obstacle of obstacles) {
    const { rows } = await client.query<{ sentence: string }>(`${obstacle} limit 1`);
    if (rows[0]) throw new OperatorError(rows[0].sentence);
  }
}

/** Returns the tables that are not where the table of placement wants them. */
export async function tablesToPlace(client: pg.ClientBase): Promise<string[]> {
  const select = `select name from ${foundTables} where found <> place order by name`;
  return (await client.query<{ name: string }>(select)).rows.map(({ name }) => name);
}
