import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePorts } from './free-ports.ts';

const program = resolve(import.meta.dirname, '..', 'start.ts');
const slowly = { timeout: 100_000, interval: 100 };
// A first start takes long on a slow, busy machine.
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
let environment: Record<string, string>;
let portal: string;

beforeAll(async () => {
  const [portalPort, sandboxPort, smtpPort, framePort] = await findFreePorts();
  dataDir = mkdtempSync(join(tmpdir(), 'npm start '));
  chmodSync(dataDir, 0o755);
  environment = {
    PATH: String(process.env.PATH),
    PORT: String(portalPort),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_FRAME_PORT: String(framePort),
    DATA_DIR: dataDir,
  };
  portal = `http://127.0.0.1:${portalPort}/myaccount`;
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Start {
  process: ChildProcess;
  output(): string;
  exitCode: Promise<number | null>;
}

function start(changes: Record<string, string> = {}): Start {
  const child = spawn(process.execPath, [program], { env: { ...environment, ...changes }, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return { process: child, output: () => output, exitCode: once(child, 'close').then(([code]) => code) };
}

async function startUntilReady(): Promise<Start> {
  const started = start();
  await vi.waitFor(() => expect(started.output()).toContain('Ctrl-C stops it.'), slowly);
  return started;
}

async function stop(started: Start, signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> {
  started.process.kill(signal);
  return await started.exitCode;
}

async function countCustomers(): Promise<number> {
  const { DATABASE_OWNER_URL } = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'));
  const client = new pg.Client({ connectionString: DATABASE_OWNER_URL });
  await client.connect();
  try {
    return Number((await client.query('select count(*) as found from customer')).rows[0].found);
  } finally {
    await client.end();
  }
}

function runningPrograms(): number[] {
  const processes: { pid: number }[] = JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8'));
  return processes.map(({ pid }) => pid);
}

test('the first start prints the addresses, the demo sign-ins, and where the code arrives; Ctrl-C stops it in order', async () => {
  const started = await startUntilReady();
  expect(started.output()).toContain(`http://localhost:${environment.PORT}/myaccount`);
  expect(started.output()).toContain(`http://localhost:${environment.SANDBOX_PORT}/inbox`);
  expect(started.output()).toMatch(/Sign in as\n +\S+@\S+ +\S+/);
  expect((await fetch(`${portal}/health/ready`)).status).toBe(200);
  expect(await countCustomers()).toBeGreaterThanOrEqual(14);
  expect(await stop(started, 'SIGINT')).toBe(0);
  expect(started.output()).toMatch(/Stopped\.\s*$/);
  await expect(fetch(`${portal}/health/ready`)).rejects.toThrow();
});

test('after the start itself is killed its programs end, and the next start has lost nothing', async () => {
  const killed = await startUntilReady();
  const customers = await countCustomers();
  killed.process.kill('SIGKILL');
  const next = await startUntilReady();
  expect(next.output()).not.toContain('Importing');
  expect(await countCustomers()).toBe(customers);
  expect(await stop(next, 'SIGTERM')).toBe(0);
});

test('a killed portal and a killed sandbox are restarted', async () => {
  const started = await startUntilReady();
  for (const pid of runningPrograms()) process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => {
    expect(started.output()).toContain('The portal is running again.');
    expect(started.output()).toContain('The sandbox is running again.');
  }, slowly);
  expect((await fetch(`${portal}/health/ready`)).status).toBe(200);
  expect(await stop(started, 'SIGINT')).toBe(0);
});

test('a port in use stops the start; the message names the port and its setting', async () => {
  const other = createServer().listen(Number(environment.PORT), '127.0.0.1');
  await once(other, 'listening');
  const started = start();
  expect(await started.exitCode).toBe(1);
  expect(started.output()).toContain(`Port ${environment.PORT} for the portal is taken by another program.`);
  other.close();
});

test('[CONFIG-4] a wrong setting stops the start with its name and what it needs', async () => {
  const started = start({ BUSINESS_TIME_ZONE: 'Mars/Olympus' });
  expect(await started.exitCode).toBe(1);
  expect(started.output()).toContain('BUSINESS_TIME_ZONE: a time zone such as America/New_York');
});
