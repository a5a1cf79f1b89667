import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testCredentials } from './testing/test-sandbox.ts';

const sandboxProgram = join(import.meta.dirname, 'main.ts');
const { TRANSAFE_API_KEY_ID: apiKeyId, TRANSAFE_API_KEY: apiKey } = testCredentials;

interface Process {
  readonly child: ChildProcess;
  readonly url: string;
  readonly smtpUrl: string;
}

let dataDir: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) await end(child, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

function spawnSandbox(environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [sandboxProgram], {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_LATENCY_MS: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

async function startSandbox(environment: Record<string, string> = {}): Promise<Process> {
  const child = spawnSandbox(environment);
  for await (const line of createInterface({ input: child.stdout! })) {
    const { url, smtpUrl } = JSON.parse(line) as { url: string; smtpUrl: string };
    return { child, url, smtpUrl };
  }
  throw new Error('The sandbox ended before it was ready.');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  await once(child, 'exit');
  return child.exitCode;
}

async function purchase(url: string, ordernum: number, amount = '42.00'): Promise<Response> {
  return fetch(`${url}/transafe/api/v2/transaction/purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key-id': apiKeyId, 'x-api-key': apiKey },
    body: JSON.stringify({ token: 'visa-4242', amount, ordernum: String(ordernum) }),
  });
}

async function readReferences(url: string): Promise<string[]> {
  const charges = (await (await fetch(`${url}/charges.json`)).json()) as { reference: string }[];
  return charges.map(({ reference }) => reference);
}

describe('starting and stopping the sandbox', () => {
  it('loses no confirmed charge and no mail when it is killed under load', async () => {
    const first = await startSandbox();
    const { hostname, port } = new URL(first.smtpUrl);
    await createTransport({ host: hostname, port: Number(port) }).sendMail({
      from: 'a@b.example',
      to: 'c@d.example',
      text: 'Hi',
    });
    const confirmed: string[] = [];
    const payers = Array.from({ length: 8 }, async (_, payer) => {
      for (let number = payer * 1_000; ; number += 1) {
        const response = await purchase(first.url, number).catch(() => undefined);
        if (response?.status !== 200) return;
        confirmed.push(String(number));
        if (confirmed.length === 100) first.child.kill('SIGKILL');
      }
    });
    await Promise.all(payers);
    const second = await startSandbox();
    const booked = new Set(await readReferences(second.url));
    expect(confirmed.length).toBeGreaterThanOrEqual(100);
    expect(confirmed.filter((reference) => !booked.has(reference))).toEqual([]);
    expect((await purchase(second.url, Number(confirmed[0]))).status).toBe(402);
    const messages = (await (await fetch(`${second.url}/inbox/messages?to=c@d.example`)).json()) as unknown[];
    expect(messages).toHaveLength(1);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops cleanly on %s, even while a caller waits for a response',
    async (signal) => {
      const { child, url } = await startSandbox();
      const waiting = purchase(url, 1, '1.15').catch(() => 'cut');
      await expect.poll(() => readReferences(url)).toEqual(['1']);
      expect(await end(child, signal)).toBe(0);
      expect(await waiting).toBe('cut');
    },
  );

  it('follows the clock file; a second one names the port that is taken and its setting', async () => {
    const clockFile = join(dataDir, 'clock');
    writeFileSync(clockFile, String(5 * 86_400_000));
    const { url } = await startSandbox({ CLOCK_FILE: clockFile });
    await purchase(url, 1);
    const [charge] = (await (await fetch(`${url}/charges.json`)).json()) as { at: string }[];
    expect(Date.parse(charge!.at)).toBeGreaterThan(Date.now() + 4 * 86_400_000);
    const { port } = new URL(url);
    const second = spawnSandbox({ SANDBOX_PORT: port, SANDBOX_SMTP_PORT: '0', SANDBOX_FRAME_PORT: '0' });
    const [output] = await Promise.all([readAll(second), once(second, 'exit')]);
    expect(second.exitCode).toBe(1);
    expect(output).toContain(`Port ${port} is taken. SANDBOX_PORT`);
  });
});

async function readAll(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr!) text += chunk;
  return text;
}
