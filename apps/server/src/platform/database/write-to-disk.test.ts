import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { writeToDisk } from './write-to-disk.ts';

let superuser: pg.Client;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  const { username, password } = new URL(inject('testPostgres').superuserUrl);
  superuser = new pg.Client(Object.assign(new URL(portal.ownerUrl), { username, password }).href);
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
});

test('[RELEASE-1] the check writes to the disk of the database', async () => {
  const written = async () => {
    const { rows } = await superuser.query<{ bytes: number }>(
      'select temp_bytes::int as bytes from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.bytes;
  };
  expect(await written()).toBe(0);
  await writeToDisk(portal.db);
  await expect.poll(written).toBeGreaterThan(100_000);
});

test('[RELEASE-1] a server is not ready while the disk is full', async () => {
  const ready = async () => {
    const response = await portal.inject({ url: '/myaccount/health/ready' });
    return [response.statusCode, response.json().database];
  };
  expect(await ready()).toEqual([200, 'ok']);
  // In place of PostgreSQL's own function, one that fails as every write to a full disk.
  await superuser.query(`
    create function generate_series(int, int) returns setof int language plpgsql as $$
    begin raise disk_full; end $$;
    do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$;
    select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  await expect.poll(ready).toEqual([503, 'disk-full']);
});
