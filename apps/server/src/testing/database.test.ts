import pg from 'pg';
import { expect, test } from 'vitest';
import { borrowTestDatabase, createTestDatabase } from './database.ts';

/** Rows of every table. */
async function countRows(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      counts[name] = Number((await client.query(`select count(*) as found from ${name}`)).rows[0].found);
    }
    return counts;
  } finally {
    await client.end();
  }
}

test('a database that was given back is as empty as a new one, and the next test of the file gets it', async () => {
  const fresh = await createTestDatabase();
  const first = await borrowTestDatabase();
  const other = await borrowTestDatabase();
  expect(other.url).not.toBe(first.url);
  const client = new pg.Client({ connectionString: first.ownerUrl });
  await client.connect();
  await client.query(`
    insert into plan (id, name, monthly_price_cents, download_mbps, upload_mbps) values ('P', 'Plan', 1, 1, 1);
    insert into customer (customer_number, first_name, last_name, language) values ('C', 'Ana', 'Rivera', 'en')`);
  await client.end();
  await first.giveBack();
  const again = await borrowTestDatabase();
  expect(again.url).toBe(first.url);
  expect(await countRows(again.ownerUrl)).toEqual(await countRows(fresh.ownerUrl));
  await fresh.drop();
});
