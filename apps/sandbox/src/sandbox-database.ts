import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Opens the sandbox's own database in a folder, and creates it if it is missing. Committed rows survive kill -9, because
 * the operating system has them. Only a crash of the whole machine can lose the last moments. It never has a card or bank
 * account number.
 */
export function openSandboxDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'sandbox.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
  return database;
}

/** Runs the work in one transaction. It is committed when this returns. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
