import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The PostgreSQL that all test files of a run share; its database `myaccount` is migrated and empty. */
export interface TestPostgres {
  url: string;
  ownerUrl: string;
  superuserUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres;
  }
}

/** A database of one test file's own. */
export interface TestDatabase {
  /** The address for the application's role, as the server uses it. */
  url: string;
  /** The address for the role that owns the tables, for builders and for looking at what happened. */
  ownerUrl: string;
  /** Removes the database, connected clients or not. */
  drop(): Promise<void>;
}

const TEMPLATE = 'myaccount';

/** Makes a migrated, empty database in some tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const shared = inject('testPostgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAsSuperuser(shared, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return {
    url: withDatabase(shared.url, name),
    ownerUrl: withDatabase(shared.ownerUrl, name),
    drop: () => runAsSuperuser(shared, `drop database if exists ${name} with (force)`),
  };
}

async function runAsSuperuser(shared: TestPostgres, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: shared.superuserUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
