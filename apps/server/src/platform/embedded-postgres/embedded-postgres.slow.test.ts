import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const log = { info: vi.fn(), warn: vi.fn() };
const settings = { fsync: 'off' };
const isRoot = process.getuid?.() === 0;
const cleanUps: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function makeDataDir(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded postgres, '));
  chmodSync(folder, mode);
  cleanUps.push(() => {
    const outside = readRecord(folder)?.outsideFolder;
    for (const path of [folder, outside]) if (path) rmSync(path, { recursive: true, force: true });
  });
  return folder;
}

function readRecord(dataDir: string): { outsideFolder?: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
  cleanUps.push(() => postgres.stop());
  return postgres;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function postmasterPid(dataDir: string): number {
  const folder = readRecord(dataDir)?.outsideFolder ?? join(dataDir, 'postgres');
  return Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

test('a first start creates the database and its two roles, and data survives a restart', async () => {
  const dataDir = makeDataDir();
  const first = await start(dataDir);
  expect(await query(first.url, 'select current_user as role')).toEqual([{ role: 'myaccount_app' }]);
  await query(first.ownerUrl, "create table kept as select 'Zoë' as name");
  await first.stop();
  const second = await start(dataDir);
  expect(await query(second.ownerUrl, 'select name from kept')).toEqual([{ name: 'Zoë' }]);
});

test('the passwords are in a file that only its owner can read', async () => {
  const dataDir = makeDataDir();
  await start(dataDir);
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
});

test('the cluster sorts by code point, has checksums, and listens on no port', async () => {
  const { superuserUrl } = await start(makeDataDir());
  const [row] = await query(
    superuserUrl,
    `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
            datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = 'myaccount'`,
  );
  expect(row).toEqual({ checksums: 'on', addresses: '', provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' });
});

test('a second start on the same data folder fails and names the first', async () => {
  const dataDir = makeDataDir();
  await start(dataDir);
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    `is in use by "npm start" (process ${process.pid}`,
  );
});

test('a killed database restarts automatically', async () => {
  const dataDir = makeDataDir();
  const { ownerUrl } = await start(dataDir);
  await query(ownerUrl, 'create table kept as select 1 as one');
  const before = postmasterPid(dataDir);
  process.kill(before, 'SIGKILL');
  await vi.waitFor(
    async () => expect(await query(ownerUrl, 'select one from kept')).toEqual([{ one: 1 }]),
    60_000,
  );
  expect(postmasterPid(dataDir)).not.toBe(before);
});

test('stops the database of a killed process without losing data', async () => {
  const dataDir = makeDataDir();
  const starter = spawn(process.execPath, ['--input-type=module', '-e', starterScript, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(starter.stdout, 'data');
  await query(String(line).trim(), 'create table kept as select 1 as one');
  const orphan = postmasterPid(dataDir);
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  expect(process.kill(orphan, 0)).toBe(true);
  const { ownerUrl } = await start(dataDir);
  expect(await query(ownerUrl, 'select one from kept')).toEqual([{ one: 1 }]);
  expect(postmasterPid(dataDir)).not.toBe(orphan);
});

const starterScript = `
  import { startEmbeddedPostgres } from './embedded-postgres.ts';
  const { ownerUrl } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: console, settings: { fsync: 'off' } });
  console.log(ownerUrl);
  setInterval(() => {}, 1000);
`;

test('a lock file with the process number of another program does not block the start', async () => {
  const dataDir = makeDataDir();
  const first = await start(dataDir);
  await query(first.ownerUrl, 'create table kept as select 1 as one');
  await first.stop();
  const sleeper = spawn('sleep', ['60']);
  cleanUps.push(() => void sleeper.kill());
  const folder = join(dataDir, 'postgres');
  writeFileSync(
    join(folder, 'cluster', 'postmaster.pid'),
    `${sleeper.pid}\n${folder}/cluster\n0\n5432\n\n\n0 0\n`,
  );
  writeFileSync(join(folder, 'socket', '.s.PGSQL.5432.lock'), `${sleeper.pid}\n${folder}/cluster\n`);
  const { ownerUrl } = await start(dataDir);
  expect(await query(ownerUrl, 'select one from kept')).toEqual([{ one: 1 }]);
  expect(sleeper.exitCode).toBe(null);
});

test.runIf(isRoot)('as root in a private folder, the cluster is where PostgreSQL can reach it', async () => {
  const dataDir = makeDataDir(0o700);
  const { ownerUrl, stop } = await start(dataDir);
  await query(ownerUrl, 'create table kept as select 1 as one');
  const outside = String(readRecord(dataDir)?.outsideFolder);
  expect(statSync(outside).mode & 0o777).toBe(0o700);
  await stop();
  const moved = `${dataDir} moved`;
  renameSync(dataDir, moved);
  cleanUps.push(() => rmSync(moved, { recursive: true, force: true }));
  const again = await start(moved);
  expect(await query(again.ownerUrl, 'select one from kept')).toEqual([{ one: 1 }]);
  rmSync(outside, { recursive: true, force: true });
});
