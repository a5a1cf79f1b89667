import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const folder = new URL('../../../migrations/indexes/', import.meta.url);
const fills = new URL('../../../migrations/fills/', import.meta.url);
/** Any number that nobody else locks by. */
const lockKey = 7_203_411;
const lockPollMs = 200;

/**
 * Builds the indexes of migrations/indexes that are missing, one after the other and outside a transaction: writes go on
 * meanwhile (decision 29). Then fills in batches what a migration added for the rows that were there: migrations/fills, each
 * file one statement that does nothing the second time. Returns the names of the indexes it built. Needs a session of the
 * tables' owner.
 */
export async function buildIndexes(pool: pg.Pool): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const client = await pool.connect();
  try {
    await lock(client);
    const built: string[] = [];
    for (const file of files) {
      const name = file.replace(/\.sql$/, '');
      if (await isBuilt(client, name)) continue;
      await client.query(await readFile(new URL(file, folder), 'utf8'));
      built.push(name);
    }
    for (const file of (await readdir(fills)).sort())
      await client.query(await readFile(new URL(file, fills), 'utf8'));
    return built;
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release();
  }
}

/** Waits between tries, not in a statement: a build waits for every statement, so the two would wait for each other. */
async function lock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_locked', [lockKey]);
    if (rows[0]?.is_locked) return;
    await sleep(lockPollMs);
  }
}

/** Returns whether an index can be used. Drops what a build that was cut off left behind. */
async function isBuilt(client: pg.PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    name,
  ]);
  if (rows[0]?.indisvalid === false) await client.query(`drop index concurrently ${name}`);
  return rows[0]?.indisvalid === true;
}
