import { readFileSync } from 'node:fs';
import type { Flags } from '@myaccount/contract/flags';
import type { Limits } from '@myaccount/contract/limits';
import { type Brand, brand } from '@myaccount/contract/web-config';
import type { JWK } from 'jose';
import { type RetentionDays, readRetentionDays } from './features/retention/retention.rules.ts';
import type { SecretKey } from './platform/secrets.ts';
import { type Environment, SettingsError, SettingsReader } from './platform/settings.ts';

export interface Config {
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  /** Port of the Prometheus metrics; null if they are off. */
  readonly metricsPort: number | null;
  readonly publicUrl: string;
  readonly siteUrl: string | null;
  readonly role: 'all' | 'web' | 'jobs';
  readonly databaseUrl: string;
  /** PostgreSQL's own address where `databaseUrl` is a pooler's: operator commands work in a session. */
  readonly databaseDirectUrl: string | null;
  readonly databaseConnections: number;
  /** Processes that make PDFs of bills and receipts, one at a time each. */
  readonly pdfWorkers: number;
  readonly timeZone: string;
  readonly clockFile: string | null;
  /** Addresses or networks whose X-Forwarded-For is trusted; null for none. */
  readonly trustProxy: string | null;
  readonly logLevel: string;
  readonly secretKeys: readonly SecretKey[];
  readonly idTokenKeys: readonly JWK[];
  readonly brand: Brand;
  readonly flags: Flags;
  readonly limits: Limits;
  readonly session: { readonly idleSeconds: number; readonly absoluteSeconds: number };
  readonly login: LoginLimits;
  readonly mail: { readonly smtpUrl: string; readonly from: string };
  readonly transafe: { readonly url: string; readonly apiKeyId: string; readonly apiKey: string };
  readonly orbital: OrbitalSettings;
  readonly processorTimeoutMs: number;
  /** Rate limit of payments per login, within `login.windowSeconds`: it stops card testing. */
  readonly paymentTriesPerLogin: number;
  /** Rate limits per login, within `login.windowSeconds`. */
  readonly pageEventsPerLogin: number;
  readonly pdfsPerLogin: number;
  /** Most PDFs in progress for one login on one server. */
  readonly pdfsInProgressPerLogin: number;
  readonly retentionDays: RetentionDays;
}

export interface LoginLimits {
  readonly revealUnknownEmail: boolean;
  readonly codesPerAddress: number;
  readonly secondsBetweenCodes: number;
  readonly codesPerClient: number;
  readonly triesPerClient: number;
  readonly triesPerCode: number;
  /** More codes than this in one window, over all logins, raise an alarm in the log; nobody is refused. */
  readonly alarmAtCodes: number;
  readonly windowSeconds: number;
}

interface OrbitalSettings {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly merchantId: string;
  readonly bin: string;
  readonly terminalId: string;
}

const webProtocols = ['http:', 'https:'] as const;
const daySeconds = 86_400;

/** Reads and checks every setting. Throws {@link SettingsError} with everything that is wrong. */
export function readConfig(environment: Environment): Config {
  const read = new SettingsReader(environment);
  const isProduction = environment.NODE_ENV === 'production';
  const config: Config = {
    isProduction,
    ...readProcess(read),
    ...readKeys(read),
    clockFile: readClockFile(read, isProduction),
    brand: read.parsed(
      'BRAND_FILE',
      'the path of a JSON file with the brand (docs/operations.md)',
      readBrand,
    ),
    flags: read.flags(),
    limits: read.limits(),
    paymentTriesPerLogin: read.whole('PAYMENT_TRIES_PER_LOGIN', 100, 1, 1_000_000),
    pageEventsPerLogin: read.whole('PAGE_EVENTS_PER_LOGIN', 300, 1, 1_000_000),
    pdfsPerLogin: read.whole('PDFS_PER_LOGIN', 100, 1, 1_000_000),
    pdfsInProgressPerLogin: read.whole('PDFS_IN_PROGRESS_PER_LOGIN', 2, 1, 100),
    session: {
      idleSeconds: read.whole('SESSION_IDLE_SECONDS', 1_800, 1, daySeconds),
      absoluteSeconds: read.whole('SESSION_ABSOLUTE_SECONDS', 28_800, 1, 7 * daySeconds),
    },
    login: readLoginLimits(read),
    retentionDays: readRetentionDays(read),
    ...readOutsideServices(read),
  };
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return config;
}

function readProcess(read: SettingsReader) {
  return {
    host: read.optional('HOST') ?? '127.0.0.1',
    port: read.whole('PORT', 3000, 0, 65_535),
    metricsPort: read.whole('METRICS_PORT', 0, 1, 65_535) || null,
    publicUrl: read.url('PUBLIC_URL', webProtocols),
    siteUrl: read.optional('SITE_URL') && read.url('SITE_URL', webProtocols),
    role: read.oneOf('ROLE', 'all', ['all', 'web', 'jobs']),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    databaseDirectUrl: read.optional('DATABASE_DIRECT_URL') && read.databaseUrl('DATABASE_DIRECT_URL'),
    databaseConnections: read.whole('DATABASE_CONNECTIONS', 10, 2, 200),
    pdfWorkers: read.whole('PDF_WORKERS', 1, 1, 64),
    timeZone: readTimeZone(read),
    trustProxy: read.optional('TRUST_PROXY'),
    logLevel: read.oneOf('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
  };
}

function readKeys(read: SettingsReader) {
  return {
    secretKeys: read.parsed(
      'SECRET_KEYS',
      '“id:64 hex digits”, several with commas, current first',
      parseSecretKeys,
    ),
    idTokenKeys: read.parsed(
      'ID_TOKEN_KEYS',
      'a JSON array of private ES256 JWKs with kid, current first',
      parseJwks,
    ),
  };
}

function readOutsideServices(read: SettingsReader) {
  const mail = {
    smtpUrl: read.outsideUrl('SMTP_URL', ['smtp:', 'smtps:']),
    from: read.text('MAIL_FROM', 'an address'),
  };
  const transafe = {
    url: read.outsideUrl('TRANSAFE_URL', webProtocols),
    apiKeyId: read.outside('TRANSAFE_API_KEY_ID', 'the id of the API key'),
    apiKey: read.outside('TRANSAFE_API_KEY', 'the API key’s secret'),
  };
  const orbital = {
    url: read.outsideUrl('ORBITAL_URL', webProtocols),
    username: read.outside('ORBITAL_USERNAME', 'the connection’s user name'),
    password: read.outside('ORBITAL_PASSWORD', 'the connection’s password'),
    merchantId: read.outside('ORBITAL_MERCHANT_ID', 'the merchant’s number'),
    bin: read.oneOf('ORBITAL_BIN', '000001', ['000001', '000002']),
    terminalId: read.optional('ORBITAL_TERMINAL_ID') ?? '001',
  };
  const processorTimeoutMs = read.whole('PROCESSOR_TIMEOUT_MS', 10_000, 100, 120_000);
  return { mail, transafe, orbital, processorTimeoutMs };
}

function readLoginLimits(read: SettingsReader): LoginLimits {
  return {
    revealUnknownEmail: read.boolean('LOGIN_REVEAL_UNKNOWN_EMAIL', true),
    codesPerAddress: read.whole('LOGIN_CODES_PER_ADDRESS', 5, 1, 1_000_000),
    secondsBetweenCodes: read.whole('LOGIN_SECONDS_BETWEEN_CODES', 30, 0, 3_600),
    codesPerClient: read.whole('LOGIN_CODES_PER_CLIENT', 30, 1, 1_000_000),
    triesPerClient: read.whole('LOGIN_TRIES_PER_CLIENT', 60, 1, 1_000_000),
    triesPerCode: read.whole('LOGIN_TRIES_PER_CODE', 5, 1, 100),
    alarmAtCodes: read.whole('LOGIN_ALARM_AT_CODES', 5_000, 1, 1_000_000_000),
    windowSeconds: read.whole('LOGIN_WINDOW_SECONDS', 900, 1, daySeconds),
  };
}

function readTimeZone(read: SettingsReader): string {
  if (!read.optional('BUSINESS_TIME_ZONE')) return 'America/New_York';
  return read.parsed('BUSINESS_TIME_ZONE', 'a time zone such as America/New_York', (value) => {
    new Intl.DateTimeFormat('en-US', { timeZone: value });
    return value;
  });
}

function readClockFile(read: SettingsReader, isProduction: boolean): string | null {
  const clockFile = read.optional('CLOCK_FILE');
  if (clockFile && isProduction)
    read.problems.push({ name: 'CLOCK_FILE', needs: 'to be left out in production' });
  return clockFile;
}

function readBrand(path: string): Brand {
  return brand.parse(JSON.parse(readFileSync(path, 'utf8')));
}

function parseSecretKeys(text: string): SecretKey[] | undefined {
  const keys = text.split(',').map((entry) => /^([\w-]{1,32}):([0-9a-f]{64})$/i.exec(entry.trim()));
  const parsed = keys.flatMap((match) =>
    match?.[1] && match[2] ? [{ id: match[1], key: Buffer.from(match[2], 'hex') }] : [],
  );
  return parsed.length === keys.length && parsed.length > 0 ? parsed : undefined;
}

function parseJwks(text: string): JWK[] | undefined {
  const keys: unknown = JSON.parse(text);
  const isKey = (key: JWK) =>
    key?.kty === 'EC' && key.crv === 'P-256' && Boolean(key.kid && key.d && key.x && key.y);
  return Array.isArray(keys) && keys.length > 0 && keys.every(isKey) ? keys : undefined;
}
