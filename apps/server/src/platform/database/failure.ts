import type pg from 'pg';
import { grantAdvice, listMissingGrants } from './grants.ts';

const deadlock = '40P01';
/** Deadlock, lock time-out, and failed serialization. */
const conflictStates = [deadlock, '55P03', '40001'];

/**
 * SQLSTATEs that mean “not now” rather than a bug: no connection, shutting down, starting, too many connections, disk full,
 * read-only after a failover, lock or statement time-out, deadlock.
 * Source: PostgreSQL, Appendix A “PostgreSQL Error Codes”.
 */
const temporaryStates = /^(?:57P0[123]|57014|53[123]00|25006|08...)$/;
const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
const permissionDenied = '42501';
const connectionTexts = ['Connection terminated', 'timeout exceeded when trying to connect', 'not queryable'];

/** Whether the database was away or busy. The caller may try again: nothing was half done. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (temporaryStates.test(code) || conflictStates.includes(code) || isWorkerAway(error)) return true;
  if (connectionErrors.has(code) && 'syscall' in error) return true;
  return connectionTexts.some((text) => error.message.includes(text));
}

/** What Citus says of a connection to a worker, and of one that broke in the middle, also of a commit whose end is unknown. */
const workerTexts = [
  /\b(?:remote|to the|for) node\b/,
  /^(?:failed to (?:prepare transaction|COPY to shard|complete COPY)|failure on connection marked as essential)\b/,
  /^could not (?:commit transaction for shard|connect to any active placements|find an available connection)\b/,
  /^(?:SSL |could not (?:receive|send) data|server closed the connection|(?:no|lost) connection|connection not open|invalid socket)/,
];

/**
 * Whether a worker of a distributed database was away. Only what is on it is: of all accounts, those.
 * Source: Citus 14, connection/remote_commands.c, transaction/remote_transaction.c, and commands/multi_copy.c; libpq, fe-misc.c.
 */
export function isWorkerAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !/^(?:08|XX000)/.test(String(error.code)))
    return false;
  return workerTexts.some((text) => text.test(error.message));
}

/** Returns what handles that a worker was away. It throws every other error. */
export const whenWorkerAway =
  <Handled>(handle: (error: unknown) => Handled) =>
  (error: unknown): Handled => {
    if (!isWorkerAway(error)) throw error;
    return handle(error);
  };

/** Whether another transaction held a lock too long. The database is not away: the same may work a moment later. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflictStates.includes(String(error.code));
}

/** Whether two transactions waited for each other, and this one was ended. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === deadlock;
}

/** Whether a unique index refused the row. `constraint` names the one index that counts. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false;
  if (constraint === undefined) return true;
  // A distributed database names the index of one part of the table: with the number of the part.
  return 'constraint' in error && String(error.constraint).replace(/_\d+$/, '') === constraint;
}

/**
 * Describes a database error for an operator: PostgreSQL’s own message, which may quote a value, and in `details` the constraint
 * that refused the row, or each missing grant and where to add it. `client` must not be in a failed transaction.
 */
export async function describeFailure(error: Error, client: pg.ClientBase) {
  const { message } = error;
  if ('code' in error && error.code === permissionDenied) {
    const table = /for table (\S+)/.exec(message)?.[1];
    const missing = await listMissingGrants(client);
    const onTable = table ? missing.filter((grant) => grant.table === table) : missing;
    return { message, details: grantAdvice(onTable) };
  }
  const hasConstraint = 'constraint' in error && typeof error.constraint === 'string';
  return { message, details: hasConstraint ? [String(error.constraint)] : [] };
}
