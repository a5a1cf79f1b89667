import { join } from 'node:path';
import { type Clock, clockFromFile, systemClock } from '@myaccount/clock';
import type { Delays } from './control/response-faults.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import type { Midnight } from './gotransverse/from-lines.rules.ts';

export interface SandboxSettings {
  readonly port: number;
  readonly smtpPort: number;
  /** Port of the hosted frames, whose pages have their own origin. */
  readonly framePort: number;
  /** Folder of the sandbox's own database. */
  readonly folder: string;
  readonly portalUrl: string;
  readonly clock: Clock;
  readonly delays: Delays;
  readonly bankSettlesAfterDays: number;
  /** Sign-in codes that one client may request from the identity service in an hour. */
  readonly codesPerHour: number;
  readonly credentials: Credentials;
  /** How the billing system writes days, and how many calls a second it answers; 0 for all. */
  readonly midnight: Midnight;
  readonly billingCallsPerSecond: number;
}

const maxPort = 65_535;
const maxDelayMs = 600_000;

/** Thrown for an invalid setting. The message names it and says what it needs. */
export class SettingError extends Error {}

/** Reads the sandbox's settings. Port 0 lets the system choose all ports, as tests do. Throws a SettingError. */
export function readSettings(environment: NodeJS.ProcessEnv): SandboxSettings {
  const wholeNumber = (name: string, usual: number, max: number): number => {
    const text = environment[name];
    if (!text) return usual;
    if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
    throw new SettingError(`${name} must be a whole number from 0 to ${max}, not "${text}".`);
  };
  const port = wholeNumber('SANDBOX_PORT', 4000, maxPort);
  return {
    port,
    smtpPort: wholeNumber('SANDBOX_SMTP_PORT', port === 0 ? 0 : port + 1, maxPort),
    framePort: wholeNumber('SANDBOX_FRAME_PORT', port === 0 ? 0 : port + 2, maxPort),
    folder: join(environment.DATA_DIR || '.data', 'sandbox'),
    portalUrl: environment.PORTAL_URL || 'http://localhost:3000/myaccount',
    clock: environment.CLOCK_FILE ? clockFromFile(environment.CLOCK_FILE) : systemClock,
    delays: {
      latencyMs: latency(environment.SANDBOX_LATENCY_MS || '20-80'),
      slowMs: wholeNumber('SANDBOX_SLOW_MS', 8_000, maxDelayMs),
      lateMs: wholeNumber('SANDBOX_LATE_MS', 40_000, maxDelayMs),
    },
    bankSettlesAfterDays: wholeNumber('SANDBOX_BANK_SETTLES_AFTER_DAYS', 3, 90),
    codesPerHour: wholeNumber('SANDBOX_CODES_PER_HOUR', 50, 1_000_000),
    credentials: readCredentials(environment),
    midnight: readMidnight(environment.SANDBOX_MIDNIGHT || 'utc'),
    billingCallsPerSecond: wholeNumber('SANDBOX_BILLING_CALLS_PER_SECOND', 50, 1_000_000),
  };
}

function readMidnight(text: string): Midnight {
  if (text === 'utc' || text === 'central') return text;
  throw new SettingError(`SANDBOX_MIDNIGHT must be utc or central, not "${text}".`);
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
