import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { lockDataDir } from '../data-dir-lock.ts';
import { identifyThisProcess, type ProcessIdentity, readStartTicks } from '../process-identity.ts';
import { makeTemporaryDataDir } from './temporary-data-dir.ts';

const hourMs = 3_600_000;
const prefix = `isolation-${process.pid}-`;
const ended: ProcessIdentity = { ...identifyThisProcess(), startedAtTicks: '1' };
const cleanUps: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function makeDataDir(): Promise<string> {
  const dataDir = await makeTemporaryDataDir(prefix);
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A folder as another checkout's run left it. */
function leaveDataDir(owner: object | undefined, ageMs: number): string {
  const dataDir = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(dataDir, 0o711);
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  if (owner) writeFileSync(join(dataDir, 'owner.json'), JSON.stringify({ ...owner, checkout: '/elsewhere' }));
  makeOlder(dataDir, ageMs);
  return dataDir;
}

function makeOlder(dataDir: string, ageMs: number): void {
  const at = new Date(Date.now() - ageMs);
  utimesSync(dataDir, at, at);
}

test.each([
  ['its process lives, although it holds no lock', identifyThisProcess(), 48 * hourMs, true],
  ['its process has ended', ended, hourMs, false],
  ['its process has ended a moment ago', ended, 0, true],
  ['its process is in another container', { ...ended, pidNamespace: 'pid:[1]' }, 48 * hourMs, true],
  ['nobody knows its process, and it is young', undefined, hourMs, true],
  ['nobody knows its process, and it is old', undefined, 25 * hourMs, false],
])('a folder of another run: %s', async (_, owner, ageMs, isKept) => {
  const dataDir = leaveDataDir(owner, ageMs);
  await makeDataDir();
  expect(existsSync(dataDir)).toBe(isKept);
});

const starterProgram = `
  import { startEmbeddedPostgres } from '../embedded-postgres.ts';
  const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: console, settings: { fsync: 'off' } });
  console.log(url);
  setInterval(() => {}, 1000);
`;

test('what a killed run left is stopped and removed, but not while a client is connected to its database', async () => {
  const dataDir = leaveDataDir(ended, 0);
  const starter = spawn(process.execPath, ['--input-type=module', '-e', starterProgram, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(starter.stdout, 'data');
  const client = new pg.Client({ connectionString: String(url).trim() });
  await client.connect();
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  makeOlder(dataDir, hourMs);
  await makeDataDir();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  makeOlder(dataDir, hourMs);
  await vi.waitFor(async () => {
    await makeDataDir();
    expect(existsSync(dataDir)).toBe(false);
  }, 60_000);
});

test('a folder whose recorded holder lives is in use, although the kernel knows of no lock', async () => {
  const dataDir = await makeDataDir();
  const other = spawn('sleep', ['60']);
  cleanUps.push(() => void other.kill());
  await once(other, 'spawn');
  const startedAtTicks = readStartTicks(Number(other.pid));
  const holder = { ...identifyThisProcess(), pid: other.pid, startedAtTicks, holder: 'tests', since: 'now' };
  writeFileSync(join(dataDir, 'running.json'), JSON.stringify({ ...holder, isStopping: false }));
  await expect(lockDataDir(dataDir, 'npm start')).rejects.toThrow(`in use by "tests" (process ${other.pid}`);
  other.kill();
  await once(other, 'exit');
  (await lockDataDir(dataDir, 'npm start')).release();
});
