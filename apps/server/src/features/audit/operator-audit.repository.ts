import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { selectTrail } from './audit-trail.repository.ts';

/** An entry of the audit trail, as an operator reads it. */
export interface OperatorEntry {
  readonly at: Date;
  /** The address of a login, `operator:NAME`, `system`, or `unknown`. */
  readonly by: string;
  readonly action: string;
  readonly detail: unknown;
  readonly clientAddress: string | null;
  readonly correlationId: string | null;
}

/** Which entries: those of an account and of the logins that have access to it, since an instant. */
export interface OperatorPage {
  readonly accountId: string;
  readonly since: Date;
  readonly page: number;
  readonly size: number;
}

/** Returns a page of entries, newest first. */
export async function listEntriesForOperator(
  db: Database,
  { accountId, since, page, size }: OperatorPage,
): Promise<OperatorEntry[]> {
  const logins = await db
    .selectFrom('login_account')
    .select('login_id')
    .where('account_id', '=', accountId)
    .execute();
  const rows = await selectTrail(db, { accountId, loginIds: logins.map(({ login_id: id }) => id) })
    .leftJoin('login', (join) => join.on('entry.actor', '=', sql<string>`'login:' || login.id`))
    .select([
      'entry.at',
      'entry.actor',
      'entry.action',
      'entry.detail',
      'login.email_address as emailAddress',
    ])
    .select(['entry.client_address as clientAddress', 'entry.correlation_id as correlationId'])
    .where('entry.at', '>=', since)
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return rows.map(({ actor, emailAddress, ...entry }) => ({ ...entry, by: emailAddress ?? actor }));
}
