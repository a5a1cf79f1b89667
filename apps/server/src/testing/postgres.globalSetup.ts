import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '@myaccount/local-postgres/embedded-postgres';
import { makeTemporaryDataDir } from '@myaccount/local-postgres/testing/temporary-data-dir';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { prepareLogin } from '../platform/database/prepare-login.ts';
import type {} from './database.ts';
import { withDatabase } from './database-url.ts';
import { dropDistributedDatabase, givenCluster, makeDistributedDatabase, nodesOf } from './given-cluster.ts';
import { isPartitioned, partitionDatabase } from './partitions.ts';
import { stopWhenEnded } from './stop-when-ended.ts';

const log = { info: () => undefined, warn: console.warn };
/** Fast settings without durability: tests lose nothing if the machine crashes. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  // Passwords of a run's own roles: hashing them once is enough, and twice as fast to connect with.
  scram_iterations: '1',
};

/** Starts one PostgreSQL for the whole run, with a migrated database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (givenCluster) return await setUpCluster(project, givenCluster);
  const dataDir = await makeTemporaryDataDir('myaccount-test-');
  const starting = startEmbeddedPostgres({ dataDir, log, holder: 'tests', settings: fastSettings });
  const stop = async () => {
    await (await starting).stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  stopWhenEnded(stop);
  const postgres = await starting;
  await migrateDatabase(postgres.ownerUrl);
  if (isPartitioned) await partitionDatabase(withDatabase(postgres.superuserUrl, 'myaccount'));
  await prepareLogin(postgres.url);
  await startTimeless(postgres.ownerUrl);
  const { url, ownerUrl, superuserUrl } = postgres;
  project.provide('testPostgres', { url, ownerUrl, superuserUrl });
  return stop;
}

async function setUpCluster(project: TestProject, cluster: string): Promise<() => Promise<void>> {
  const nodes = await nodesOf(cluster);
  await dropDistributedDatabase(nodes, 'myaccount');
  const urls = await makeDistributedDatabase(cluster, 'myaccount');
  await prepareLogin(urls.url);
  await startTimeless(urls.ownerUrl);
  project.provide('testPostgres', { ...urls, superuserUrl: cluster });
  return async () => undefined;
}

/**
 * Migrations take what happened before they ran as counted, and their day as that of the last heartbeat. Tests have
 * their own clock, and mostly no jobs.
 */
async function startTimeless(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  await client.query("update metric_rollup set rolled_until = '2026-01-01T00:00:00Z'");
  await client.query("update heartbeat set beat_at = 'infinity'");
  await client.end();
}
