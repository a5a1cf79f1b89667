/**
 * SQLSTATEs that mean “not now” rather than a bug: shutting down, starting, too many connections, disk full,
 * read-only after a failover, lock or statement time-out, deadlock.
 * Source: PostgreSQL, Appendix A “PostgreSQL Error Codes”.
 */
const passingStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53100',
  '53200',
  '53300',
  '25006',
  '55P03',
  '40001',
  '40P01',
]);
const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
const connectionTexts = ['Connection terminated', 'timeout exceeded when trying to connect', 'not queryable'];

/** Whether the database was away or busy: the caller may try again, nothing is known to be half done. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (passingStates.has(code) || code.startsWith('08')) return true;
  if (connectionErrors.has(code) && 'syscall' in error) return true;
  return connectionTexts.some((text) => error.message.includes(text));
}

/** Whether a unique index refused the row; `constraint` narrows it to one index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}
