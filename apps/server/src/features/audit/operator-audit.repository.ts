import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

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
  const rows = await db
    .selectFrom('audit_entry as entry')
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
    .where(({ eb, or, and, selectFrom }) =>
      or([
        eb('entry.account_id', '=', accountId),
        and([
          eb('entry.account_id', 'is', null),
          eb(
            'entry.login_id',
            'in',
            selectFrom('login_account').select('login_id').where('account_id', '=', accountId),
          ),
        ]),
      ]),
    )
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return rows.map(({ actor, emailAddress, ...entry }) => ({ ...entry, by: emailAddress ?? actor }));
}
