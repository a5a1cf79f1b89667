import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import {
  log,
  makeDataDir,
  postmasterPid,
  query,
  readRecord,
  startEmbedded,
} from './testing/embedded-data.ts';

const isRoot = process.getuid?.() === 0;

test('a second start on the same data folder fails and names the first', async () => {
  const dataDir = makeDataDir();
  await startEmbedded(dataDir);
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    `is in use by "npm start" (process ${process.pid}`,
  );
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
  const { ownerUrl } = await startEmbedded(dataDir);
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
  const first = await startEmbedded(dataDir);
  await query(first.ownerUrl, 'create table kept as select 1 as one');
  await first.stop();
  const sleeper = spawn('sleep', ['60']);
  onTestFinished(() => void sleeper.kill());
  const folder = join(dataDir, 'postgres');
  writeFileSync(
    join(folder, 'cluster', 'postmaster.pid'),
    `${sleeper.pid}\n${folder}/cluster\n0\n5432\n\n\n0 0\n`,
  );
  writeFileSync(join(folder, 'socket', '.s.PGSQL.5432.lock'), `${sleeper.pid}\n${folder}/cluster\n`);
  const { ownerUrl } = await startEmbedded(dataDir);
  expect(await query(ownerUrl, 'select one from kept')).toEqual([{ one: 1 }]);
  expect(sleeper.exitCode).toBe(null);
});

test.runIf(isRoot)('as root in a private folder, the cluster is where PostgreSQL can reach it', async () => {
  const dataDir = makeDataDir(0o700);
  const { ownerUrl, stop } = await startEmbedded(dataDir);
  await query(ownerUrl, 'create table kept as select 1 as one');
  const outside = String(readRecord(dataDir)?.outsideFolder);
  expect(statSync(outside).mode & 0o777).toBe(0o700);
  await stop();
  const moved = `${dataDir} moved`;
  renameSync(dataDir, moved);
  onTestFinished(() => rmSync(moved, { recursive: true, force: true }));
  const again = await startEmbedded(moved);
  expect(await query(again.ownerUrl, 'select one from kept')).toEqual([{ one: 1 }]);
  rmSync(outside, { recursive: true, force: true });
});
