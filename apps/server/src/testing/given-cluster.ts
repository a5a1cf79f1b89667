import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseSettings, distributeDatabase } from '../platform/database/distribution/distribute.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { withDatabase } from './database-url.ts';

/** The superuser's address of a Citus coordinator whose workers are added: `npm run drill -- distributed`. */
export const givenCluster = process.env.DISTRIBUTED_URL;

const owner = 'myaccount_owner';
const application = 'myaccount_app';
const mostTries = 50;
const betweenTriesMs = 100;

/** Addresses of one database of the cluster. */
export interface ClusterUrls {
  readonly url: string;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the superuser's address of every node, the coordinator first. */
export async function nodesOf(superuserUrl: string): Promise<string[]> {
  const { rows } = await withClient(superuserUrl, (client) =>
    client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node order by groupid',
    ),
  );
  return rows.map(({ host, port }) => {
    const url = new URL(superuserUrl);
    Object.assign(url, { hostname: host, port: String(port) });
    return url.href;
  });
}

const addressed = (url: string, user: string, password: string) => {
  const changed = new URL(url);
  Object.assign(changed, { username: user, password });
  return changed.href;
};

/** Makes roles and an empty, migrated, distributed database on every node of the cluster. */
export async function makeDistributedDatabase(superuserUrl: string, name: string): Promise<ClusterUrls> {
  const urls = await makeClusterDatabase(superuserUrl, name);
  await distributeDatabase(urls.ownerUrl);
  return urls;
}

/** Makes roles and an empty, migrated database on every node of the cluster, whose tables are all on the coordinator. */
export async function makeClusterDatabase(superuserUrl: string, name: string): Promise<ClusterUrls> {
  const nodes = await nodesOf(superuserUrl);
  const password = randomBytes(12).toString('hex');
  for (const node of nodes)
    await withClient(node, async (client) => {
      await client.query('set citus.enable_ddl_propagation = off');
      for (const role of [owner, application]) {
        await client.query(
          `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if; end $$`,
        );
        await client.query(`alter role ${role} login password '${password}'`);
      }
      await client.query(`create database ${name} owner ${owner}`);
    });
  const own = nodes.map((node) => withDatabase(node, name));
  for (const node of own) await withClient(node, (client) => client.query('create extension citus'));
  await withClient(own[0] as string, async (client) => {
    const [first, ...workers] = own.map((node) => new URL(node));
    await client.query('select citus_set_coordinator_host($1, $2)', [first?.hostname, first?.port]);
    for (const { hostname, port } of workers)
      await client.query('select citus_add_node($1, $2)', [hostname, port]);
  });
  const urls = {
    superuserUrl: own[0] as string,
    url: addressed(own[0] as string, application, password),
    ownerUrl: addressed(own[0] as string, owner, password),
  };
  await migrateDatabase(urls.ownerUrl);
  return urls;
}

/** Runs a statement about a database once its own maintenance, and what is prepared there, lets it. */
async function runOnceFree(client: pg.Client, statement: string, database: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
      );
      await client.query(statement);
      return;
    } catch (error) {
      if (tries === mostTries) throw error;
      await sleep(betweenTriesMs);
    }
  }
}

/** Copies a database on every node. Nobody may be connected to it but its own maintenance. */
export async function copyDistributedDatabase(
  nodes: readonly string[],
  template: string,
  name: string,
): Promise<void> {
  await onEvery(nodes, async (client) => {
    await runOnceFree(
      client,
      `create database ${name} owner ${owner} template ${template} strategy file_copy`,
      template,
    );
  });
  // A copy has no settings of its template.
  const copies = nodes.map((node) => withDatabase(node, name));
  await onEvery(copies, async (client) => void (await client.query(databaseSettings)));
}

/** Drops a database on every node, connected clients or not. */
export async function dropDistributedDatabase(nodes: readonly string[], name: string): Promise<void> {
  await onEvery(nodes, (client) => runOnceFree(client, `drop database if exists ${name} with (force)`, name));
}

async function onEvery(nodes: readonly string[], work: (client: pg.Client) => Promise<void>): Promise<void> {
  await Promise.all(
    nodes.map((node) =>
      withClient(node, async (client) => {
        await client.query('set citus.enable_ddl_propagation = off');
        await work(client);
      }),
    ),
  );
}
