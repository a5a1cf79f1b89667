import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './connect.ts';
import { listMigrations } from './migrate.ts';
import {
  applicationRole,
  longestTimeoutMs,
  sessionSettingsSql,
  sessionTimeoutsMs,
} from './session-settings.ts';

/** Why a server cannot work on a database. */
export interface DatabaseProblem {
  readonly state: 'old-postgresql' | 'wrong-role' | 'old-schema' | 'read-only' | 'no-time-outs';
  /** One sentence for the operator, with the fix. */
  readonly sentence: string;
}

interface SessionRow {
  readonly version: number;
  readonly login: string;
  readonly role: string;
  readonly isMember: boolean;
  readonly isSuperuser: boolean;
  readonly isReadOnly: boolean;
  readonly hasMigrations: boolean;
  /** The rows of the release before name what this release reads. */
  readonly isFilled: boolean;
  readonly timeoutsMs: readonly number[];
}

const oldestVersion = 180_000;

/**
 * Returns why a server cannot work on this database; undefined if it can. A database with newer migrations than this
 * release is good: migrations expand first. Throws if the database cannot be reached. Takes two short statements.
 */
export async function checkDatabase(db: Database): Promise<DatabaseProblem | undefined> {
  const session = await readSession(db);
  return sessionProblem(session) ?? (await schemaProblem(db, session)) ?? workProblem(session);
}

/** Returns why the schema is not that of this release; undefined if it is. */
export async function checkSchema(db: Database): Promise<DatabaseProblem | undefined> {
  return await schemaProblem(db, await readSession(db));
}

async function readSession(db: Database): Promise<SessionRow> {
  const timeouts = Object.keys(sessionTimeoutsMs).map(
    (name) => sql`(extract(epoch from current_setting(${name})::interval) * 1000)::int`,
  );
  const { rows } = await sql<SessionRow>`
    select current_setting('server_version_num')::int as version, session_user::text as login,
      current_user::text as role,
      exists (select 1 from pg_roles where rolname = ${applicationRole}
        and pg_has_role(session_user, oid, 'member')) as "isMember",
      current_setting('is_superuser') = 'on' as "isSuperuser",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      coalesce(has_table_privilege(to_regclass('public.kysely_migration')::oid, 'select'), false) as "hasMigrations",
      coalesce(obj_description(to_regclass('public.account_lookup'), 'pg_class') like 'filled with customers%', false) as "isFilled",
      array[${sql.join(timeouts)}] as "timeoutsMs"`.execute(db);
  return rows[0] as SessionRow;
}

function sessionProblem({
  version,
  login,
  role,
  isMember,
  isSuperuser,
}: SessionRow): DatabaseProblem | undefined {
  if (version < oldestVersion) {
    const found = Math.floor(version / 10_000);
    return {
      state: 'old-postgresql',
      sentence: `PostgreSQL ${found} is too old: upgrade the server to PostgreSQL 18.`,
    };
  }
  if (!isMember) {
    return {
      state: 'wrong-role',
      sentence: `The login ${login} is not a member of the role ${applicationRole}: run "grant ${applicationRole} to ${pg.escapeIdentifier(login)}".`,
    };
  }
  if (isSuperuser) {
    return {
      state: 'wrong-role',
      sentence: `The login ${login} is a superuser: use a login that is a member of ${applicationRole} and of nothing else.`,
    };
  }
  if (role !== applicationRole) {
    return {
      state: 'wrong-role',
      sentence: `Sessions of the login ${login} work as ${role} instead of ${applicationRole}: ${fixOf(login)}`,
    };
  }
  return undefined;
}

async function schemaProblem(
  db: Database,
  { hasMigrations, isFilled }: SessionRow,
): Promise<DatabaseProblem | undefined> {
  const applied = hasMigrations ? await listApplied(db) : [];
  const missing = (await listMigrations()).filter((name) => !applied.includes(name));
  if (!isFilled) missing.push('fills/account_lookup');
  if (missing.length === 0) return undefined;
  const sentence = `The schema lacks the migrations ${missing.join(', ')}: run "npm run ops -- migrate".`;
  return { state: 'old-schema', sentence };
}

async function listApplied(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

function workProblem({ login, isReadOnly, timeoutsMs }: SessionRow): DatabaseProblem | undefined {
  if (isReadOnly) {
    return {
      state: 'read-only',
      sentence: 'The database is read-only: connect to the primary, or end its read-only mode.',
    };
  }
  const names = Object.keys(sessionTimeoutsMs);
  const wrong = names.filter((_, at) => !isUsefulTimeout(timeoutsMs[at]));
  if (wrong.length === 0) return undefined;
  return {
    state: 'no-time-outs',
    sentence: `Sessions of the login ${login} have no ${wrong.join(', no ')} of at most a minute: ${fixOf(login)}`,
  };
}

function isUsefulTimeout(milliseconds = 0): boolean {
  return milliseconds > 0 && milliseconds <= longestTimeoutMs;
}

function fixOf(login: string): string {
  return `run "npm run ops -- migrate", or "${sessionSettingsSql(login).join('; ')}", then reconnect.`;
}
