import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brand } from '@myaccount/contract/web-config';
import { parseTrustProxy, webProtocols } from './address-settings.ts';
import { parseOperatorJson } from './json-keys.ts';
import { parseIdTokenKeys, parseSecretKeys } from './key-settings.ts';
import type { SettingsReader } from './settings.ts';

export const daySeconds = 86_400;
const productionDrainSeconds = 10;

/** What TRUST_PROXY needs. */
export const trustProxyNeeds =
  '“none” if clients connect directly, else the addresses or networks of the proxies, such as 10.0.0.5, 10.1.0.0/16, loopback';

/** Reads the settings of a process, whatever its features are. */
export function readPlatformSettings(read: SettingsReader, isProduction: boolean) {
  return {
    isProduction,
    ...readProcess(read, isProduction),
    ...readKeys(read),
    clockFile: read.optional('CLOCK_FILE'),
    brand: read.parsed('BRAND_FILE', 'the path of a JSON file with the brand (docs/settings.md)', readBrand),
    flags: read.flags(),
    limits: read.limits(),
    pdfsPerLogin: read.whole('PDFS_PER_LOGIN', 100, 1, 1_000_000),
    /** Most PDFs in progress for one login on one server. */
    pdfsInProgressPerLogin: read.whole('PDFS_IN_PROGRESS_PER_LOGIN', 2, 1, 100),
    /** `channel` of the pages' saves of account data (API-17). */
    preferenceChannel: read.optional('PREFERENCE_CHANNEL') ?? 'MyAccount',
  };
}

/**
 * Every setting of a process. Gateways and features add their own by declaration merging, each where it reads them, so
 * that the platform knows none of them.
 */
export interface Config extends Readonly<ReturnType<typeof readPlatformSettings>> {}

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
    publicUrl: read.url('PUBLIC_URL', webProtocols),
    siteUrl: read.optional('SITE_URL') && read.url('SITE_URL', webProtocols),
    role: read.oneOf('ROLE', 'all', ['all', 'web', 'jobs']),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    /** One named node where `databaseUrl` is a pooler's or any node's: for operator commands. */
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

const previousAssetsNeeds = 'the folder apps/web/dist/assets of the release before (a copy)';
const hasNoPage = (path: string) => !existsSync(join(path, 'index.html'));

function readTrustProxy(read: SettingsReader): readonly string[] {
  if (!read.optional('TRUST_PROXY')) return [];
  return read.parsed('TRUST_PROXY', trustProxyNeeds, parseTrustProxy);
}

function readBrand(path: string): Brand {
  return brand.parse(parseOperatorJson(readFileSync(path, 'utf8')));
}
