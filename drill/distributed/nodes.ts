import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { nodesOf } from '../../apps/server/src/testing/given-cluster.ts';

const control = process.env.DISTRIBUTED_CONTROL ?? '';

/** A node of the cluster, by its address. */
export interface ClusterNode {
  /** The superuser's address of the database there. */
  readonly url: string;
  stop(): void;
  start(): void;
  /** Cuts the node’s network: nobody is told that it is away. */
  pause(): void;
  resume(): void;
}

/** Returns the nodes that have a database, the coordinator first. */
export async function listNodes(superuserUrl: string): Promise<ClusterNode[]> {
  return (await nodesOf(superuserUrl)).map((url) => {
    const { host } = new URL(url);
    const call = (act: keyof Omit<ClusterNode, 'url'>) => () => {
      execFileSync(control, [act, host], { stdio: 'ignore' });
    };
    return { url, stop: call('stop'), start: call('start'), pause: call('pause'), resume: call('resume') };
  });
}

/** Opens a connection that sees the parts of tables, too. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('set citus.override_table_visibility = off');
  return client;
}

/** Runs a statement on a node and returns its rows. */
export async function readOn<T extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = await connectTo(url);
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the address, HOST:PORT, of the worker that has an account. */
export async function workerOf(superuserUrl: string, accountId: string): Promise<string> {
  const [row] = await readOn<{ node: string }>(
    superuserUrl,
    `select nodename || ':' || nodeport as node from pg_dist_shard_placement
     where shardid = get_shard_id_for_distribution_column('account', $1::uuid)`,
    [accountId],
  );
  if (!row) throw new Error(`No worker has the account ${accountId}`);
  return row.node;
}
