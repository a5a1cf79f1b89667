import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { findFreePorts } from './free-ports.ts';

const program = resolve(import.meta.dirname, '..', 'start.ts');

/** A run of `npm start` in its own process. */
export interface StartProcess {
  readonly process: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  readonly exitCode: Promise<number | null>;
}

/** `npm start` with its own data folder and ports, for one test file. */
export interface TestStart {
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The portal's address. */
  readonly portal: string;
  start(changes?: Record<string, string>): StartProcess;
  startUntilReady(): Promise<StartProcess>;
  countCustomers(): Promise<number>;
  /** The address of the database for the owner of its tables. */
  databaseOwnerUrl(): string;
  remove(): void;
}

export async function makeTestStart(): Promise<TestStart> {
  const [portalPort, sandboxPort, smtpPort, framePort] = await findFreePorts();
  const dataDir = mkdtempSync(join(tmpdir(), 'npm start '));
  chmodSync(dataDir, 0o755);
  const environment = {
    PATH: String(process.env.PATH),
    PORT: String(portalPort),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_FRAME_PORT: String(framePort),
    DATA_DIR: dataDir,
  };
  const start = (changes: Record<string, string> = {}) => startProcess({ ...environment, ...changes });
  return {
    dataDir,
    environment,
    portal: `http://127.0.0.1:${portalPort}/myaccount`,
    start,
    startUntilReady: async () => {
      const started = start();
      await expect.poll(() => started.output(), slowly).toContain('Ctrl-C stops it.');
      return started;
    },
    countCustomers: () => countCustomers(dataDir),
    databaseOwnerUrl: () => databaseOwnerUrl(dataDir),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** A first start takes long on a slow, busy machine. */
export const slowly = { timeout: 300_000, interval: 100 };

export async function stop(started: StartProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> {
  started.process.kill(signal);
  return await started.exitCode;
}

function startProcess(environment: Record<string, string>): StartProcess {
  const child = spawn(process.execPath, [program], { env: environment, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return { process: child, output: () => output, exitCode: once(child, 'close').then(([code]) => code) };
}

function databaseOwnerUrl(dataDir: string): string {
  return JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')).DATABASE_OWNER_URL;
}

async function countCustomers(dataDir: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseOwnerUrl(dataDir) });
  await client.connect();
  try {
    return Number((await client.query('select count(*) as found from customer')).rows[0].found);
  } finally {
    await client.end();
  }
}
