import { join } from 'node:path';
import { type Clock, clockFromFile, systemClock } from '@myaccount/clock';
import { type Credentials, readCredentials } from './credentials.ts';

/** How long the outside world takes; latency is drawn anew for every call. */
export interface Delays {
  latencyMs: { from: number; to: number };
  slowMs: number;
  lateMs: number;
}

export interface SandboxSettings {
  port: number;
  smtpPort: number;
  /** Folder of the sandbox's own database. */
  folder: string;
  portalUrl: string;
  clock: Clock;
  delays: Delays;
  bankSettlesAfterDays: number;
  credentials: Credentials;
}

const DEFAULT_PORT = 4000;
const DEFAULT_LATENCY_MS = '20-80';
const DEFAULT_SLOW_MS = 8_000;
const DEFAULT_LATE_MS = 40_000;
const DEFAULT_BANK_SETTLES_AFTER_DAYS = 3;
const MAX_PORT = 65_535;
const MAX_DELAY_MS = 600_000;

/** Thrown when a setting cannot be used; the message names it and says what it needs. */
export class SettingError extends Error {}

/** The sandbox's settings. Port 0 lets the system choose both ports, as tests do. Throws a SettingError. */
export function readSettings(environment: NodeJS.ProcessEnv): SandboxSettings {
  const port = wholeNumber(environment, 'SANDBOX_PORT', DEFAULT_PORT, MAX_PORT);
  return {
    port,
    smtpPort: wholeNumber(environment, 'SANDBOX_SMTP_PORT', port === 0 ? 0 : port + 1, MAX_PORT),
    folder: join(environment.DATA_DIR || '.data', 'sandbox'),
    portalUrl: environment.PORTAL_URL || 'http://localhost:3000/myaccount',
    clock: environment.CLOCK_FILE ? clockFromFile(environment.CLOCK_FILE) : systemClock,
    delays: {
      latencyMs: latency(environment.SANDBOX_LATENCY_MS || DEFAULT_LATENCY_MS),
      slowMs: wholeNumber(environment, 'SANDBOX_SLOW_MS', DEFAULT_SLOW_MS, MAX_DELAY_MS),
      lateMs: wholeNumber(environment, 'SANDBOX_LATE_MS', DEFAULT_LATE_MS, MAX_DELAY_MS),
    },
    bankSettlesAfterDays: wholeNumber(
      environment,
      'SANDBOX_BANK_SETTLES_AFTER_DAYS',
      DEFAULT_BANK_SETTLES_AFTER_DAYS,
      90,
    ),
    credentials: readCredentials(environment),
  };
}

function wholeNumber(environment: NodeJS.ProcessEnv, name: string, fallback: number, max: number): number {
  const text = environment[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max) {
    throw new SettingError(`${name} must be a whole number from 0 to ${max}, not "${text}".`);
  }
  return value;
}

function latency(text: string): Delays['latencyMs'] {
  const match = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (!match || from > to) {
    throw new SettingError(`SANDBOX_LATENCY_MS must be milliseconds such as 0 or 20-80, not "${text}".`);
  }
  return { from, to };
}
