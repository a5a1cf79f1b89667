import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

async function countAccounts(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Number((await client.query('select count(*) as found from account')).rows[0].found);
  } finally {
    await client.end();
  }
}

test('every test file has a migrated, empty database of its own, also for the application role', async () => {
  const [mine, yours] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(mine.url).not.toBe(yours.url);
  expect(await countAccounts(mine.url)).toBe(0);
  await mine.drop();
  await expect(countAccounts(mine.url)).rejects.toThrow('does not exist');
  expect(await countAccounts(yours.url)).toBe(0);
  await yours.drop();
});
