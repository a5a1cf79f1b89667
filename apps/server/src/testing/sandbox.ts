import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A charge that a card processor of the sandbox booked: the referee of every test of money. */
export interface SandboxCharge {
  id: string;
  processor: 'transafe' | 'orbital';
  /** The portal's own number of it. */
  reference: string | null;
  /** What was really booked, which a test can make differ from what was asked for. */
  amountCents: number;
  state: 'captured' | 'pending' | 'settled' | 'returned' | 'voided' | 'refunded' | 'declined';
  token: string;
  at: string;
}

/** A message in the sandbox's inbox. */
export interface SandboxMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  at: string;
  channel: 'mail' | 'sms';
  /** The same message had arrived before. */
  isRepeat: boolean;
}

/** What the sandbox does to every call of one service until it is told otherwise. */
export interface SandboxFault {
  processor: 'transafe' | 'orbital' | 'smtp';
  mode: 'normal' | 'down' | 'black-hole' | 'lose-answers' | 'slow';
  delayMs?: number;
  /** For how many calls; without it until it is changed. */
  calls?: number;
}

/** A sandbox process of one test file's own. */
export interface TestSandbox {
  url: string;
  smtpUrl: string;
  /** The portal's settings that lead to this sandbox. */
  settings: Record<string, string>;
  charges(): Promise<SandboxCharge[]>;
  /** Newest first. */
  messages(to: string): Promise<SandboxMessage[]>;
  control(fault: SandboxFault): Promise<void>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'sandbox', 'src', 'main.ts');
const CREDENTIALS = {
  TRANSAFE_API_KEY_ID: 'test-key-id',
  TRANSAFE_API_KEY: 'test-key',
  ORBITAL_USERNAME: 'TESTUSER',
  ORBITAL_PASSWORD: 'test-password',
  ORBITAL_MERCHANT_ID: '700000000001',
};

/** Starts a sandbox on free ports, with an empty inbox and no charges, that answers without delay. */
export async function startTestSandbox(environment: Record<string, string> = {}): Promise<TestSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      ...CREDENTIALS,
      SANDBOX_PORT: '0',
      SANDBOX_LATENCY_MS: '0',
      DATA_DIR: dataDir,
      LAUNCHER_IPC: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { url, smtpUrl } = await becomesReady(child);
  return {
    url,
    smtpUrl,
    settings: {
      ...CREDENTIALS,
      SMTP_URL: smtpUrl,
      TRANSAFE_URL: `${url}/transafe`,
      ORBITAL_URL: `${url}/orbital`,
    },
    ...callsTo(url),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function callsTo(url: string): Pick<TestSandbox, 'charges' | 'messages' | 'control' | 'reset'> {
  const read = async (path: string) => (await fetch(url + path)).json();
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok)
      throw new Error(`The sandbox refused ${path}: ${response.status} ${await response.text()}`);
  };
  return {
    charges: () => read('/charges.json') as Promise<SandboxCharge[]>,
    messages: (to) => read(`/inbox/messages?to=${encodeURIComponent(to)}`) as Promise<SandboxMessage[]>,
    control: (fault) => post('/control', fault),
    reset: () => post('/control/reset', {}),
  };
}

/** The sandbox says in one line of JSON where it listens. */
async function becomesReady(child: ChildProcess): Promise<{ url: string; smtpUrl: string }> {
  if (!child.stdout) throw new Error('The sandbox was started without an output to read.');
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"ready":true')) continue;
    child.stdout.resume();
    return JSON.parse(line);
  }
  throw new Error(`The sandbox ended (${child.exitCode ?? child.signalCode}) before it was ready.`);
}
