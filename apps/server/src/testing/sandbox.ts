import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '@myaccount/clock';
import type { ProcessorName } from '@myaccount/contract/processors';
import { startSandbox } from '../../../sandbox/src/sandbox.ts';
import { readSettings } from '../../../sandbox/src/settings.ts';

/** A charge that the sandbox's card processor recorded. Money tests compare against it. */
export interface SandboxCharge {
  readonly id: string;
  readonly processor: ProcessorName;
  /** The portal's reference. */
  readonly reference: string | null;
  /** Amount booked. A test can make it differ from the requested amount. */
  readonly amountCents: number;
  readonly state: 'captured' | 'pending' | 'settled' | 'returned' | 'voided' | 'refunded' | 'declined';
  /** Of a refund: the id of its charge. */
  readonly refundOf: string | null;
  readonly token: string;
  readonly at: string;
}

/** A message in the sandbox's inbox. */
export interface SandboxMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly at: string;
  readonly channel: 'mail' | 'sms';
  /** True if the same message arrived before. */
  readonly isRepeat: boolean;
}

/** A fault that the sandbox applies to every call of one service until changed. */
export interface SandboxFault {
  readonly processor:
    | ProcessorName
    | 'smtp'
    | 'card-frame'
    | 'card-form'
    | 'verify-pass'
    | 'field-service'
    | 'twilio'
    | 'gotransverse'
    | 'auth0';
  readonly mode:
    | 'normal'
    | 'down'
    | 'black-hole'
    | 'lose-answers'
    | 'slow'
    | 'hop'
    | 'no-number'
    | 'swap'
    | 'repeats-orders';
  readonly delayMs?: number;
  /** HTTP status of the proxy's response in mode `hop`. */
  readonly status?: number;
  /** Number of calls to affect; without it, all calls until changed. */
  readonly calls?: number;
  /** Affects, and counts, only calls that charge, void, or refund. */
  readonly onlyMoney?: boolean;
}

/** A sandbox for one test file. It runs in the file's own process and is called over sockets only. */
export interface TestSandbox {
  readonly url: string;
  readonly smtpUrl: string;
  /** Origin of the hosted frames. */
  readonly framesUrl: string;
  /** Portal settings that point to this sandbox. */
  readonly settings: Record<string, string>;
  /** Returns all charges, or those with a reference. */
  charges(reference?: string): Promise<SandboxCharge[]>;
  /** Returns all refunds. */
  refunds(): Promise<SandboxCharge[]>;
  /** Lets a card's charge settle now, by its id. */
  settle(id: string): Promise<void>;
  /** Lets a bank debit come back now, by its id. */
  returnDebit(id: string, code: string): Promise<void>;
  /** Returns the messages to an address, newest first. */
  messages(to: string): Promise<SandboxMessage[]>;
  control(fault: SandboxFault): Promise<void>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const credentials = {
  TRANSAFE_API_KEY_ID: 'test-key-id',
  TRANSAFE_API_KEY: 'test-key',
  ORBITAL_USERNAME: 'TESTUSER',
  ORBITAL_PASSWORD: 'test-password',
  ORBITAL_MERCHANT_ID: '700000000001',
  CHASE_SECURE_ID: 'test-secure-id',
  CHASE_API_KEY: 'test-form-key',
  VERIFYPASS_API_KEY: 'test-eligibility-key',
  VERIFYPASS_WIDGET_KEY: 'test-widget',
  FIELD_SERVICE_TOKEN: 'test-field-service-token',
  FIELD_SERVICE_HOOK_KEY: 'test-field-service-hook-key-00001',
  GTV_API_KEY: 'test-billing-key',
  GTV_HOOK_KEY: 'test-billing-hook-key-0000000001',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'test-text-token',
  TWILIO_FROM: '+12165550199',
  AUTH0_CLIENT_ID: 'test-client',
  AUTH0_CLIENT_SECRET: 'test-client-secret',
};

/** Starts a sandbox on free ports with an empty inbox, no charges, and no delays. */
export async function startTestSandbox(
  environment: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<TestSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  const free = { SANDBOX_PORT: '0', SANDBOX_LATENCY_MS: '0', DATA_DIR: dataDir };
  const sandbox = await startSandbox({ ...readSettings({ ...credentials, ...free, ...environment }), clock });
  const { url, smtpUrl, framesUrl } = sandbox;
  return {
    url,
    smtpUrl,
    framesUrl,
    settings: {
      ...credentials,
      SMTP_URL: smtpUrl,
      TRANSAFE_URL: `${url}/transafe`,
      TRANSAFE_FRAME_URL: framesUrl,
      ORBITAL_URL: `${url}/orbital`,
      CHASE_FORM_URL: framesUrl,
      VERIFYPASS_URL: framesUrl,
      FIELD_SERVICE_URL: `${url}/field-service`,
      GTV_URL: `${url}/gotransverse`,
      TWILIO_URL: url,
      AUTH0_URL: framesUrl,
    },
    ...sandboxCalls(url),
    stop: async () => {
      await sandbox.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a test can ask of a running sandbox. */
export type SandboxCalls = Pick<
  TestSandbox,
  'charges' | 'refunds' | 'settle' | 'returnDebit' | 'messages' | 'control' | 'reset'
>;

/** Returns the calls to a running sandbox. */
export function sandboxCalls(url: string): SandboxCalls {
  const read = async (path: string) => (await fetch(url + path)).json();
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok)
      throw new Error(`The sandbox refused ${path}: ${response.status} ${await response.text()}`);
  };
  return {
    charges: (reference) =>
      read(`/charges.json${reference === undefined ? '' : `?reference=${reference}`}`) as Promise<
        SandboxCharge[]
      >,
    refunds: () => read('/refunds.json') as Promise<SandboxCharge[]>,
    settle: (id) => post(`/charges/${id}/settle`, {}),
    returnDebit: (id, code) => post(`/charges/${id}/return`, { code }),
    messages: (to) => read(`/inbox/messages?to=${encodeURIComponent(to)}`) as Promise<SandboxMessage[]>,
    control: (fault) => post('/control', fault),
    reset: () => post('/control/reset', {}),
  };
}
