import { join } from 'node:path';
import { type Clock, clockFromFile, systemClock } from '@myaccount/clock';
import { type Credentials, readCredentials } from './credentials.ts';

/** Response delays of the sandbox. Latency is random for each call. */
export interface Delays {
  readonly latencyMs: { from: number; to: number };
  readonly slowMs: number;
  readonly lateMs: number;
}

export interface SandboxSettings {
  readonly port: number;
  readonly smtpPort: number;
  /** The hosted frames, whose pages have an origin of their own. */
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
}

const defaultPort = 4000;
const defaultLatencyMs = '20-80';
const defaultSlowMs = 8_000;
const defaultLateMs = 40_000;
const defaultBankSettlesAfterDays = 3;
const defaultCodesPerHour = 50;
const maxPort = 65_535;
const maxDelayMs = 600_000;

/** Thrown for an invalid setting. The message names it and says what it needs. */
export class SettingError extends Error {}

/** Reads the sandbox's settings. Port 0 lets the system choose all ports, as tests do. Throws a SettingError. */
export function readSettings(environment: NodeJS.ProcessEnv): SandboxSettings {
  const port = wholeNumber(environment, 'SANDBOX_PORT', defaultPort, maxPort);
  return {
    port,
    smtpPort: wholeNumber(environment, 'SANDBOX_SMTP_PORT', port === 0 ? 0 : port + 1, maxPort),
    framePort: wholeNumber(environment, 'SANDBOX_FRAME_PORT', port === 0 ? 0 : port + 2, maxPort),
    folder: join(environment.DATA_DIR || '.data', 'sandbox'),
    portalUrl: environment.PORTAL_URL || 'http://localhost:3000/myaccount',
    clock: environment.CLOCK_FILE ? clockFromFile(environment.CLOCK_FILE) : systemClock,
    delays: {
      latencyMs: latency(environment.SANDBOX_LATENCY_MS || defaultLatencyMs),
      slowMs: wholeNumber(environment, 'SANDBOX_SLOW_MS', defaultSlowMs, maxDelayMs),
      lateMs: wholeNumber(environment, 'SANDBOX_LATE_MS', defaultLateMs, maxDelayMs),
    },
    bankSettlesAfterDays: wholeNumber(
      environment,
      'SANDBOX_BANK_SETTLES_AFTER_DAYS',
      defaultBankSettlesAfterDays,
      90,
    ),
    codesPerHour: wholeNumber(environment, 'SANDBOX_CODES_PER_HOUR', defaultCodesPerHour, 1_000_000),
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
