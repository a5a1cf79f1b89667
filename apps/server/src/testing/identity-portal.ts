import type { Logger } from 'pino';
import { expect } from 'vitest';
import { startTestPortal, type TestPortal } from './portal.ts';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';

/** A code that the sandbox's identity service mailed. */
export interface ServiceCode {
  readonly email: string;
  readonly client: string;
  readonly language: string;
  readonly tries: number;
  readonly usedAt: string | null;
}

/** A portal whose codes the sandbox's identity service mails. */
export interface IdentityPortal extends TestPortal {
  readonly sandbox: TestSandbox;
  /** Returns what the service mailed to an address, newest first. */
  codesTo(email: string): Promise<ServiceCode[]>;
  /** Waits until an address has so many codes, and returns the newest one. */
  mailedCode(email: string, count?: number): Promise<string>;
  /** Moves the service's clock ahead of the portal's, which is this machine's; 0 sets it right again. */
  moveService(aheadMs: number): void;
  rotateKeys(): Promise<void>;
}

/** Wide limits, which tests of limits narrow. */
const wide = {
  TRUST_PROXY: '127.0.0.1',
  LOGIN_SECONDS_BETWEEN_CODES: '0',
  LOGIN_CODES_PER_ADDRESS: '1000',
  LOGIN_CODES_PER_CLIENT: '1000',
  LOGIN_TRIES_PER_CLIENT: '10000',
};

/** Starts a sandbox and a portal with `FLAG_CUSTOM_LOGIN_FLOW=false`. */
export async function startIdentityPortal(
  settings: Record<string, string> = {},
  recorder?: Logger,
): Promise<IdentityPortal> {
  let serviceAheadMs = 0;
  const sandbox = await startTestSandbox(
    { SANDBOX_CODES_PER_HOUR: '10000' },
    { now: () => new Date(Date.now() + serviceAheadMs) },
  );
  const flags = { FLAG_CUSTOM_LOGIN_FLOW: 'false' };
  const portal = await startTestPortal({ ...sandbox.settings, ...wide, ...flags, ...settings }, recorder);
  portal.clock.set(new Date());
  const messages = (email: string) => sandbox.messages(email);
  return {
    ...portal,
    sandbox,
    codesTo: async (email) => {
      const all = (await (await fetch(`${sandbox.url}/codes.json`)).json()) as ServiceCode[];
      return all.filter((code) => code.email === email);
    },
    mailedCode: async (email, count = 1) => {
      await expect.poll(async () => (await messages(email)).length, { timeout: 10_000 }).toBe(count);
      return /\d{6}/.exec((await messages(email))[0]?.subject ?? '')?.[0] ?? '';
    },
    moveService: (aheadMs) => {
      serviceAheadMs = aheadMs;
    },
    rotateKeys: async () => {
      await fetch(`${sandbox.url}/codes/rotate-keys`, { method: 'POST', redirect: 'manual' });
    },
    close: async () => {
      await portal.close();
      await sandbox.stop();
    },
  };
}
