import { createHash, generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type MovableClock, movableClock } from '@myaccount/clock';
import { apiPath } from '@myaccount/contract/endpoint';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { type App, type AppContext, createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openSession } from '../features/sessions/sessions.service.ts';
import type { Database } from '../platform/database/connect.ts';
import { createLog } from '../platform/log.ts';
import { logError } from '../platform/log-error.ts';
import { openPortal } from '../platform/open-portal.ts';
import type { Portal } from '../platform/portal.ts';
import { busyMailServer } from './busy-mail-server.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { ResponseCheck } from './response-check.ts';
import { readRow } from './rows.ts';

/** Start of a test's clock: noon of a Tuesday in winter, in the business time zone. */
export const testStart = '2026-11-24T17:00:00Z';

const brandFile = fileURLToPath(new URL('../../../../scripts/start/demo-brand.json', import.meta.url));
const nowhere = 'http://127.0.0.1:9';
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const idTokenKeys = JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: 'test' }]);

/** Returns settings for a test portal. Outside services have closed ports unless `settings` override them. */
export function testSettings(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Record<string, string> {
  return {
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    SECRET_KEYS: `test:${createHash('sha256').update('test').digest('hex')}`,
    ID_TOKEN_KEYS: idTokenKeys,
    BRAND_FILE: brandFile,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Test <no-reply@example.com>',
    TRANSAFE_URL: `${nowhere}/transafe`,
    TRANSAFE_API_KEY_ID: 'sandbox',
    TRANSAFE_API_KEY: 'sandbox-transafe-key',
    ORBITAL_URL: `${nowhere}/orbital`,
    ORBITAL_USERNAME: 'SANDBOX',
    ORBITAL_PASSWORD: 'sandbox-orbital-password',
    ORBITAL_MERCHANT_ID: '700000000001',
    TRANSAFE_FRAME_URL: nowhere,
    CHASE_FORM_URL: nowhere,
    CHASE_SECURE_ID: 'sandbox-secure-id',
    CHASE_API_KEY: 'sandbox-chase-key',
    VERIFYPASS_URL: nowhere,
    VERIFYPASS_API_KEY: 'sandbox-eligibility-key',
    VERIFYPASS_WIDGET_KEY: 'sandbox-widget',
    ...settings,
  };
}

/**
 * A portal for one test file: its own database, a movable clock, and calls without a socket. Every response must be
 * as the OpenAPI document says; otherwise the call throws, or `close` for calls over a socket.
 */
export interface TestPortal {
  readonly portal: AppContext['portal'];
  readonly db: Database;
  /** The pool under `db`. */
  readonly pool: pg.Pool;
  readonly ownerUrl: string;
  readonly clock: MovableClock;
  readonly app: App;
  /** Opens a session for the login with this address and returns its token. */
  signIn(emailAddress: string): Promise<string>;
  get(
    path: string,
    query?: Record<string, string | number>,
    token?: string,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  post(
    path: string,
    body: unknown,
    token?: string,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** Returns a logger that appends its lines to `lines`. */
export function recordingLog(lines: Record<string, unknown>[]): Logger {
  return pino(
    { level: 'info', base: null, serializers: { err: (error) => logError(error) } },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
}

/**
 * Starts a test portal with a mail server that takes no mail. `settings` override default settings by name; `recorder`
 * receives the log.
 */
export async function startTestPortal(
  settings: Record<string, string> = {},
  recorder?: Logger,
  database: TestDatabase | Promise<TestDatabase> = createTestDatabase(),
): Promise<TestPortal> {
  const { url, ownerUrl, drop } = await database;
  const mail = { SMTP_URL: await busyMailServer() };
  const config = readConfig(testSettings(url, { ...mail, ...settings }));
  const clock = movableClock(testStart);
  const log = recorder ?? createLog(config.logLevel);
  const open = openPortal(config, log, clock);
  const { portal, pool } = open;
  const app = await createApp({ ...open, webRoot: null });
  const check = new ResponseCheck(app.server);
  const inject = async (options: InjectOptions) => {
    const response = await app.server.inject(options);
    check.expectNoDifference();
    return response;
  };
  await app.server.ready();
  return {
    portal,
    db: portal.db,
    pool,
    ownerUrl,
    clock,
    app,
    signIn: (emailAddress) => signIn(portal, emailAddress),
    get: (path, query = {}, token, headers = {}) => {
      const asText = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
      return inject({
        method: 'GET',
        url: `${apiPath}${path}`,
        query: Object.fromEntries(asText),
        headers: { ...bearer(token), ...headers },
      });
    },
    post: (path, body, token, headers = {}) => {
      const call = {
        method: 'POST',
        url: `${apiPath}${path}`,
        headers: { ...bearer(token), ...headers },
      } as const;
      if (body === undefined) return inject(call);
      const json = { 'content-type': 'application/json', ...call.headers };
      return inject({
        ...call,
        headers: json,
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
    },
    inject,
    close: async () => {
      await app.close();
      await portal.db.destroy();
      await drop();
      check.expectNoDifference();
    },
  };
}

function bearer(token: string | undefined): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}

async function signIn(portal: Portal, emailAddress: string): Promise<string> {
  const login = await readRow(portal.db, 'login', { email_address: emailAddress });
  const client = { address: '127.0.0.1', userAgent: 'test', correlationId: 'test-session' };
  const session = await portal.db.transaction().execute((trx) => openSession(trx, portal, login.id, client));
  return session.accessToken;
}

/** Runs rounds of jobs, in this order. Throws for a job that there is not. */
export async function runJobs({ app }: Pick<TestPortal, 'app'>, ...names: string[]): Promise<void> {
  for (const name of names) {
    const job = app.jobs.find((one) => one.name === name);
    if (!job) throw new Error(`There is no job ${name}`);
    await job.run();
  }
}
