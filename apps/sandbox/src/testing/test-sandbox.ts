import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MovableClock, movableClock } from '@myaccount/clock';
import { afterAll, beforeAll } from 'vitest';
import type { Delays } from '../control/response-faults.ts';
import { readCredentials } from '../credentials.ts';
import { startSandbox } from '../sandbox.ts';
import type { SandboxSettings } from '../settings.ts';

/** The response to a call. Status 0: no response came. */
export interface TestResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read JSON of every shape
  readonly body: any;
}

export interface TestSandbox {
  readonly url: string;
  readonly smtpUrl: string;
  readonly framesUrl: string;
  readonly clock: MovableClock;
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** Calls the origin of the hosted forms. */
  callFrames(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** Folder of the sandbox's database. */
  readonly folder: string;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  read(path: string): Promise<any>;
  stop(): Promise<void>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** How long the caller waits. */
  readonly timeoutMs?: number;
}

const noDelays: Delays = { latencyMs: { from: 0, to: 0 }, slowMs: 50, lateMs: 60_000 };
export const testCredentials = readCredentials({});

/** Returns a sandbox that runs during the tests of a file. It is empty until then. */
export function sandboxForFile(settings: Partial<SandboxSettings> = {}): TestSandbox {
  const sandbox = {} as TestSandbox;
  beforeAll(async () => void Object.assign(sandbox, await startTestSandbox(settings)));
  afterAll(() => sandbox.stop());
  return sandbox;
}

/** Starts a sandbox in this process, on free ports, with a movable clock and no charges. */
async function startTestSandbox(given: Partial<SandboxSettings>): Promise<TestSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const clock = movableClock('2026-03-10T15:00:00Z');
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    framePort: 0,
    folder,
    portalUrl: 'http://localhost:3000/myaccount',
    clock,
    delays: noDelays,
    bankSettlesAfterDays: 3,
    codesPerHour: 50,
    credentials: testCredentials,
    midnight: 'utc',
    billingCallsPerSecond: 0,
    ...given,
  });
  const call = (method: string, path: string, options: CallOptions = {}) =>
    callOnce(sandbox.url + path, method, options);
  return {
    ...sandbox,
    clock,
    folder,
    call,
    callFrames: (method, path, options = {}) => callOnce(sandbox.framesUrl + path, method, options),
    read: async (path) => (await call('GET', path)).body,
    stop: async () => {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function callOnce(url: string, method: string, options: CallOptions): Promise<TestResponse> {
  const { body, headers = {}, timeoutMs = 10_000 } = options;
  try {
    const response = await fetch(url, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined || typeof body === 'string' ? (body as string) : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: readBody(await response.text()) };
  } catch {
    return { status: 0, body: undefined };
  }
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
