import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** The typed query builder over a pool. */
export type Database = Kysely<Tables>;
/** A function that takes a `Trx` must run inside a transaction. */
export type Trx = Transaction<Tables>;

/** Options of a connection pool. */
export interface ConnectOptions {
  readonly url: string;
  /** Maximum number of connections; the default is 10. */
  readonly maximumConnections?: number;
  /** A statement that runs longer is canceled; 0 means no limit, for operator commands. */
  readonly statementTimeoutMs?: number;
  /** Called when the server closes an idle connection. */
  readonly onIdleError?: (error: Error) => void;
}

const defaultStatementTimeoutMs = 10_000;
const lockTimeoutMs = 5_000;
const connectTimeoutMs = 5_000;
const applicationRole = 'myaccount_app';

const types = pg.types;
const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint exceeds the safe integer range: ${text}`);
  return value;
};
types.setTypeParser(types.builtins.INT8, safeInteger);
types.setTypeParser(types.builtins.DATE, (text) => text);

const statementNames = new Map<string, string>();

/** Returns a statement's prepared name. The same text has the same name on every connection. */
export function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = `s${statementNames.size + 1}`;
    statementNames.set(text, name);
  }
  return name;
}

/** Sends every statement with values as a named prepared statement, which doubles the throughput. */
class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query
  override query(first: any, ...rest: any[]): any {
    const [values, callback] = rest;
    if (typeof first !== 'string' || !Array.isArray(values) || values.length === 0)
      return super.query(first, ...rest);
    const name = statementName(first);
    if (typeof callback !== 'function') return super.query({ name, text: first, values });
    // A pool passes a callback. A ready query object saves pg a copy of every property.
    return super.query(Object.assign(new pg.Query(first, values, callback), { name }));
  }
}

/** Opens a pool of connections in the application's role, with statement and lock time-outs. */
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
  // An idle connection that is closed must not end the process (57P01 on a database restart).
  pool.on('error', (error) => options.onIdleError?.(error));
  pool.on('connect', (client) => client.on('error', (error) => options.onIdleError?.(error)));
  return pool;
}

/** Returns a typed database over the pool. `destroy()` closes both. */
export function connectDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
