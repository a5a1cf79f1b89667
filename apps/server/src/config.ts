import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brand } from '@myaccount/contract/web-config';
import { readAppointmentSettings } from './features/appointments/appointments-settings.rules.ts';
import { readAutopaySettings } from './features/autopay/autopay-settings.rules.ts';
import { readRetentionDays } from './features/retention/retention.rules.ts';
import { readOutsideServices } from './outside-services.ts';
import { parseTrustProxy, webProtocols } from './platform/address-settings.ts';
import { parseIdTokenKeys, parseSecretKeys } from './platform/key-settings.ts';
import { type Environment, SettingsError, SettingsReader } from './platform/settings.ts';
import { refuseUnsafeSettings, trustProxyNeeds } from './production-settings.ts';

const daySeconds = 86_400;

/** Reads and checks every setting. Throws {@link SettingsError} with everything that is wrong. */
export function readConfig(environment: Environment) {
  const read = new SettingsReader(environment);
  const isProduction = environment.NODE_ENV === 'production';
  const flags = read.flags();
  const config = {
    isProduction,
    ...readProcess(read, isProduction),
    ...readKeys(read),
    clockFile: read.optional('CLOCK_FILE'),
    brand: read.parsed('BRAND_FILE', 'the path of a JSON file with the brand (docs/settings.md)', readBrand),
    flags,
    limits: read.limits(),
    ...readRateLimits(read),
    /** From so many days before its last day on, a card expires soon: the pages mark it, and one mail says so. */
    methodExpiresSoonDays: read.whole('METHOD_EXPIRES_SOON_DAYS', 45, 1, 365),
    session: {
      idleSeconds: read.whole('SESSION_IDLE_SECONDS', 1_800, 60, daySeconds),
      absoluteSeconds: read.whole('SESSION_ABSOLUTE_SECONDS', 28_800, 60, 7 * daySeconds),
      /** How long after a code changes of e-mail address and PIN ask for no other. */
      freshSeconds: read.whole('SESSION_FRESH_SECONDS', 900, 60, 7 * daySeconds),
    },
    /** `channel` of the pages' saves of account data (API-17). */
    preferenceChannel: read.optional('PREFERENCE_CHANNEL') ?? 'MyAccount',
    login: readLoginLimits(read),
    appointments: readAppointmentSettings(read),
    autopay: readAutopaySettings(read),
    /** When no text is sent. */
    quietHours: {
      from: read.whole('TEXT_QUIET_FROM', 21, 0, 23),
      until: read.whole('TEXT_QUIET_UNTIL', 8, 0, 23),
    },
    retentionDays: readRetentionDays(read),
    ...readOutsideServices(read, flags),
  };
  if (isProduction) refuseUnsafeSettings(read, config);
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return config;
}

/** Every setting of a process. */
export type Config = Readonly<ReturnType<typeof readConfig>>;
export type LoginLimits = Readonly<ReturnType<typeof readLoginLimits>>;

const productionDrainSeconds = 10;

function readProcess(read: SettingsReader, isProduction: boolean) {
  return {
    host: read.optional('HOST') ?? '127.0.0.1',
    port: read.whole('PORT', 3000, 0, 65_535),
    /** Port of the Prometheus metrics; null if they are off. */
    metricsPort: read.whole('METRICS_PORT', 0, 1, 65_535) || null,
    /** Address that the metrics listen on, independent of `host`. */
    metricsHost: read.optional('METRICS_HOST') ?? '127.0.0.1',
    /** Requests in progress at which a server refuses more. */
    maximumRequests: read.whole('MAX_REQUESTS_IN_PROGRESS', 500, 10, 100_000),
    /** Connections of one client's network beyond which new ones are closed. Only where clients connect directly. */
    maximumConnectionsPerNetwork: read.whole('MAX_CONNECTIONS_PER_NETWORK', 4_000, 10, 100_000),
    /** How long a stopping server reports that it is not ready, and serves on. */
    drainSeconds: read.whole('DRAIN_SECONDS', isProduction ? productionDrainSeconds : 0, 0, 300),
    /** Folder with the hashed files of the release before; null for none. */
    previousAssetsDir: read.folder('PREVIOUS_ASSETS_DIR', previousAssetsNeeds, hasNoPage),
    /** Folder with Orbital's settlement files, which are compared daily; null for none. */
    orbitalSettlementDir: read.folder('ORBITAL_SETTLEMENT_DIR', "a folder with Orbital's settlement files"),
    publicUrl: read.url('PUBLIC_URL', webProtocols),
    siteUrl: read.optional('SITE_URL') && read.url('SITE_URL', webProtocols),
    role: read.oneOf('ROLE', 'all', ['all', 'web', 'jobs']),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    /** One named node where `databaseUrl` is a pooler's or any node's: for operator commands and the job queue. */
    databaseDirectUrl: read.optional('DATABASE_DIRECT_URL') && read.databaseUrl('DATABASE_DIRECT_URL'),
    /** A standby for bills as PDF and lists; null for none. */
    databaseReplicaUrl: read.optional('DATABASE_REPLICA_URL') && read.databaseUrl('DATABASE_REPLICA_URL'),
    databaseConnections: read.whole('DATABASE_CONNECTIONS', 10, 2, 200),
    databaseSharedConnections: read.whole('DATABASE_SHARED_CONNECTIONS', 2, 1, 20),
    databasePipelining: read.boolean('DATABASE_PIPELINING', true),
    /** Processes that make PDFs of bills and receipts, one at a time each. */
    pdfWorkers: read.whole('PDF_WORKERS', 1, 1, 64),
    timeZone: read.timeZone('BUSINESS_TIME_ZONE', 'America/New_York'),
    /** Addresses or networks whose X-Forwarded-For is trusted. */
    trustProxy: readTrustProxy(read),
    logLevel: read.oneOf('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
  };
}

/** Limits per login, sender, or account, within `login.windowSeconds`. */
function readRateLimits(read: SettingsReader) {
  return {
    /** It stops card testing. */
    paymentTriesPerLogin: read.whole('PAYMENT_TRIES_PER_LOGIN', 100, 1, 1_000_000),
    pageEventsPerLogin: read.whole('PAGE_EVENTS_PER_LOGIN', 300, 1, 1_000_000),
    pageEventsPerClient: read.whole('PAGE_EVENTS_PER_CLIENT', 1_000, 1, 1_000_000),
    pageEventsPerAccount: read.whole('PAGE_EVENTS_PER_ACCOUNT', 600, 1, 1_000_000),
    /** Saves of account data, each of which sends a mail. */
    accountChangesPerLogin: read.whole('ACCOUNT_CHANGES_PER_LOGIN', 30, 1, 1_000_000),
    /** Steps of adding a payment method: frames signed, tickets and forms read. It stops card testing, too. */
    frameStepsPerLogin: read.whole('FRAME_STEPS_PER_LOGIN', 60, 1, 1_000_000),
    /** Applications for the Hero Discount: each is a call to the eligibility service. */
    heroApplicationsPerLogin: read.whole('HERO_APPLICATIONS_PER_LOGIN', 20, 1, 1_000_000),
    pdfsPerLogin: read.whole('PDFS_PER_LOGIN', 100, 1, 1_000_000),
    /** Most PDFs in progress for one login on one server. */
    pdfsInProgressPerLogin: read.whole('PDFS_IN_PROGRESS_PER_LOGIN', 2, 1, 100),
  };
}

function readKeys(read: SettingsReader) {
  return {
    secretKeys: read.parsed(
      'SECRET_KEYS',
      '“id:64 hex digits” of a random key, several different ones with commas, current first (npm run ops -- generate-keys)',
      parseSecretKeys,
    ),
    idTokenKeys: read.parsed(
      'ID_TOKEN_KEYS',
      'a JSON array of private ES256 JWKs (P-256) whose x and y belong to d, each with its own kid, current first',
      parseIdTokenKeys,
    ),
  };
}

/** Limits of signing in. A *sender* is a recognized browser, or else a client network. */
function readLoginLimits(read: SettingsReader) {
  return {
    revealUnknownEmail: read.boolean('LOGIN_REVEAL_UNKNOWN_EMAIL', true),
    /** Mails to one address from one sender, within `windowSeconds`. */
    codesPerAddress: read.whole('LOGIN_CODES_PER_ADDRESS', 5, 1, 1_000_000),
    /** Pause between two mails to one address from one sender. */
    secondsBetweenCodes: read.whole('LOGIN_SECONDS_BETWEEN_CODES', 30, 0, 3_600),
    /** Mails to one address per day by strangers, and by each sender that its owner used before. */
    mailsPerAddress: read.whole('LOGIN_MAILS_PER_ADDRESS', 20, 1, 1_000_000),
    /** Mails and tries from one client network, within `windowSeconds`. */
    codesPerClient: read.whole('LOGIN_CODES_PER_CLIENT', 30, 1, 1_000_000),
    triesPerClient: read.whole('LOGIN_TRIES_PER_CLIENT', 60, 1, 1_000_000),
    triesPerCode: read.whole('LOGIN_TRIES_PER_CODE', 5, 1, 100),
    /** Failures after which unrecognized browsers receive links: consecutive at one address, from one network per day. */
    failuresPerAddress: read.whole('LOGIN_FAILURES_PER_ADDRESS', 100, 1, 100),
    failuresPerClient: read.whole('LOGIN_FAILURES_PER_CLIENT', 100, 1, 1_000_000),
    /** How many times the budgets of a client network a wider one has: an IPv6 /56; an IPv6 /48 or IPv4 /24. */
    siteFactor: read.whole('LOGIN_SITE_FACTOR', 2, 1, 1_000),
    rangeFactor: read.whole('LOGIN_RANGE_FACTOR', 8, 1, 1_000),
    /** Codes to unrecognized browsers within `windowSeconds`, and failures per day, that raise an alarm. Links follow. */
    alarmAtCodes: read.whole('LOGIN_ALARM_AT_CODES', 500, 1, 1_000_000_000),
    alarmAtFailures: read.whole('LOGIN_ALARM_AT_FAILURES', 1_000, 1, 1_000_000_000),
    linkSeconds: read.whole('LOGIN_LINK_SECONDS', 600, 60, 3_600),
    windowSeconds: read.whole('LOGIN_WINDOW_SECONDS', 900, 1, daySeconds),
  };
}

const previousAssetsNeeds = 'the folder apps/web/dist/assets of the release before (a copy)';
const hasNoPage = (path: string) => !existsSync(join(path, 'index.html'));

function readTrustProxy(read: SettingsReader): readonly string[] {
  if (!read.optional('TRUST_PROXY')) return [];
  return read.parsed('TRUST_PROXY', trustProxyNeeds, parseTrustProxy);
}

function readBrand(path: string): Brand {
  return brand.parse(JSON.parse(readFileSync(path, 'utf8')));
}
