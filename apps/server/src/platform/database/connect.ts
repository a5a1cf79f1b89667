import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** A function that takes one must be called inside a transaction. */
export type Trx = Transaction<Tables>;

export interface ConnectOptions {
  readonly url: string;
  /** Connections held at most; 10 unless told. */
  readonly maximumConnections?: number;
  /** A statement that runs longer is cancelled; 0 for the long work of an operator’s commands. */
  readonly statementTimeoutMs?: number;
  /** Told of connections that the server closed while idle. */
  readonly onIdleError?: (error: Error) => void;
}

const defaultStatementTimeoutMs = 10_000;
const lockTimeoutMs = 5_000;
const connectTimeoutMs = 5_000;
const applicationRole = 'myaccount_app';

const types = pg.types;
const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`bigint beyond what can be counted exactly: ${text}`);
  return value;
};
types.setTypeParser(types.builtins.INT8, safeInteger);
types.setTypeParser(types.builtins.DATE, (text) => text);

const statementNames = new Map<string, string>();

/** Name under which PostgreSQL keeps the plan of a statement; the same text has the same name on every connection. */
export function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = `s${statementNames.size + 1}`;
    statementNames.set(text, name);
  }
  return name;
}

/** Sends every statement with values as a named prepared one: twice the throughput of unnamed text. */
class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg’s query
  override query(first: any, ...rest: any[]): any {
    const [values, callback] = rest;
    if (typeof first !== 'string' || !Array.isArray(values) || values.length === 0)
      return super.query(first, ...rest);
    const name = statementName(first);
    if (typeof callback !== 'function') return super.query({ name, text: first, values });
    // A pool’s statement: handed over as it is, pg need not copy it property by property.
    return super.query(Object.assign(new pg.Query(first, values, callback), { name }));
  }
}

/** Opens a pool of connections as the application’s role, with statement and lock time-outs. */
export function connectPool(options: ConnectOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? defaultStatementTimeoutMs;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maximumConnections ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    Client: NamingClient,
    application_name: 'myaccount',
    options: [
      `-c role=${applicationRole}`,
      `-c statement_timeout=${statementTimeoutMs}`,
      `-c lock_timeout=${lockTimeoutMs}`,
      `-c idle_in_transaction_session_timeout=${statementTimeoutMs * 2}`,
    ].join(' '),
  });
  // A connection that dies while nobody uses it must not end the process (57P01 on a database restart).
  pool.on('error', (error) => options.onIdleError?.(error));
  pool.on('connect', (client) => client.on('error', (error) => options.onIdleError?.(error)));
  return pool;
}

/** A typed database over the pool; `destroy()` closes it. */
export function connectDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
