import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { backUp, placeBackup } from './backup.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const log = { info: vi.fn(), warn: vi.fn() };
const cleanUps: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
  chmodSync(folder, 0o755);
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  cleanUps.push(() => postgres.stop());
  return postgres;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanUps.push(() => client.end());
  return client;
}

test('[OPS-1] a backup while rows are written has every row committed before it, and the keys', async () => {
  const folder = makeFolder();
  const [original, backup, restored] = ['original', 'backup', 'restored'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const owner = await connect((await start(original)).ownerUrl);
  writeFileSync(join(original, 'keys.json'), '{"KEY":1}');
  await owner.query('create table kept (id int primary key, filler text)');
  const insert = (from: number) =>
    owner.query("insert into kept select $1::int + g, repeat('x', 500) from generate_series(1, 2000) g", [
      from,
    ]);
  await insert(0);
  const copying = backUp(original, backup);
  const during = (async () => {
    for (let round = 1; round <= 5; round += 1) await insert(round * 2_000);
  })();
  await Promise.all([copying, during]);
  await owner.query('insert into kept values (-1, null)');
  expect(statSync(backup).mode & 0o777).toBe(0o700);
  expect(statSync(join(backup, 'keys.json')).mode & 0o777).toBe(0o600);

  await expect(backUp(original, backup)).rejects.toThrow('Choose a new folder');
  await expect(placeBackup(backup, original)).rejects.toThrow('has a database');
  await placeBackup(backup, restored);
  const copy = await connect((await start(restored)).ownerUrl);
  const { rows } = await copy.query(
    `select count(*) filter (where id between 1 and 2000)::int as before, count(*) filter (where id = -1)::int as after
    from kept`,
  );
  expect(rows).toEqual([{ before: 2000, after: 0 }]);
  expect(existsSync(join(restored, 'keys.json'))).toBe(true);
  await owner.query('insert into kept values (-2, null)');
  expect((await copy.query('select from kept where id = -2')).rowCount).toBe(0);
  const slots = await owner.query('select from pg_replication_slots');
  expect(slots.rowCount).toBe(0);
});

test('[OPS-1] refuses a folder without a built-in database, and what is no backup', async () => {
  const folder = makeFolder();
  await expect(backUp(folder, join(folder, 'backup'))).rejects.toThrow('has no built-in database');
  await expect(placeBackup(folder, join(folder, 'restored'))).rejects.toThrow('is no finished backup');
});
