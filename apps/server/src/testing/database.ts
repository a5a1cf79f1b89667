import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The PostgreSQL that all test files of a run share. Its database `myaccount` is migrated and empty. */
export interface TestPostgres {
  readonly url: string;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres;
  }
}

/** A database for one test file. */
export interface TestDatabase {
  /** URL for the application's role, as the server uses it. */
  readonly url: string;
  /** URL for the role that owns the tables, for builders and assertions. */
  readonly ownerUrl: string;
  /** Drops the database, even with connected clients. */
  drop(): Promise<void>;
}

const template = 'myaccount';

/** Creates a migrated, empty database within tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const shared = inject('testPostgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAsSuperuser(shared, `create database ${name} template ${template} strategy file_copy`);
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
