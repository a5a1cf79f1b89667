import { createHash } from 'node:crypto';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { corkUntil } from './client-stream.ts';
import { splitDatabaseUrl } from './database-url.ts';
import { PrimaryFinder } from './find-primary.ts';
import type { Database, Trx } from './tables.ts';

export type { Database, Trx };

/** Options of a connection pool. */
export interface ConnectOptions {
  readonly url: string;
  /** Maximum number of connections; the default is 10. */
  readonly maximumConnections?: number;
  /**
   * Who works: a server (default), an operator's command, or the owner of the tables. The latter two work in a session,
   * so they refuse a pooler, and a statement may take any time.
   */
  readonly worker?: 'server' | 'command' | 'owner';
  /** Sends statements without waiting for the answers to those before (pipelining). No COPY and no cursors. */
  readonly isPipelined?: boolean;
  /** Called when the server closes an idle connection. */
  readonly onIdleError?: (error: Error) => void;
}

const connectTimeoutMs = 5_000;
/**
 * A new connection plans every statement again. Firewalls and load balancers between forget idle ones without a word, the
 * strictest usual ones after 4 minutes.
 */
const idleTimeoutMs = 180_000;

const types = pg.types;
const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint exceeds the safe integer range: ${text}`);
  return value;
};
types.setTypeParser(types.builtins.INT8, safeInteger);
types.setTypeParser(types.builtins.DATE, (text) => text);

const statementNames = new Map<string, string>();
const hashCharacters = 32;

/**
 * Returns a statement's prepared name, a hash of its text. So one name means one text on every server, which is what a
 * pooler in transaction mode needs. 192 bits of SHA-256 do not collide; PostgreSQL allows names of 63 bytes.
 */
export function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, hashCharacters)}`;
    statementNames.set(text, name);
  }
  return name;
}

/** Sends every statement with values as a named prepared statement, which doubles the throughput. */
class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query
  override query(first: any, ...rest: any[]): any {
    // What this turn sends goes out in one write.
    if (this.pipeline) corkUntil(process.nextTick, this);
    const [values, callback] = rest;
    if (typeof first !== 'string' || !Array.isArray(values) || values.length === 0)
      return super.query(first, ...rest);
    const name = statementName(first);
    if (typeof callback !== 'function') return super.query({ name, text: first, values });
    // A pool passes a callback. A ready query object saves pg a copy of every property.
    return super.query(Object.assign(new pg.Query(first, values, callback), { name }));
  }
}

/** Returns the class of a pool's connections. Of several hosts, each connection goes to the writable one. */
function clientFor(urls: readonly string[]): typeof pg.Client {
  if (urls.length === 1) return NamingClient;
  const primary = new PrimaryFinder(urls);
  return class extends NamingClient {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's connect; a pool passes a callback
    override connect(callback?: any): any {
      primary.find().then((found) => {
        Object.assign(this, found);
        super.connect(callback);
      }, callback);
    }
  };
}

/**
 * Opens a pool of connections. The login's own settings give each session its role and time-outs (session-settings.ts):
 * nothing here is bound to a session, so the address may be a pooler's.
 */
export function connectPool(options: ConnectOptions): pg.Pool {
  const { worker = 'server' } = options;
  const urls = splitDatabaseUrl(options.url) ?? [options.url];
  const pool = new pg.Pool({
    connectionString: urls[0],
    max: options.maximumConnections ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    Client: clientFor(urls),
    application_name: 'myaccount',
    pipeline: options.isPipelined,
    onConnect: worker === 'server' ? undefined : prepareSession(sessionSql[worker]),
  });
  // An idle connection that is closed must not end the process (57P01 on a database restart).
  pool.on('error', (error) => options.onIdleError?.(error));
  pool.on('connect', (client) => client.on('error', (error) => options.onIdleError?.(error)));
  return pool;
}

const unlimited = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0';
const sessionSql: Readonly<Record<'command' | 'owner', string>> = {
  command: unlimited,
  // A login that is owner and server at once starts in the application's role.
  owner: `${unlimited}; set role none`,
};

function prepareSession(sql: string): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // A pooler gives its clients its own process numbers.
    if (rows[0]?.pid !== Reflect.get(client, 'processID'))
      throw new OperatorError(
        'The database address leads to a pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
      );
    await client.query(sql);
  };
}
