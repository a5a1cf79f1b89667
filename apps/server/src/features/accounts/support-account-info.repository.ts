import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

const shownRows = 10;

/** Returns what customers may change of an account, besides its contact, for support. */
export async function getAccountInfoForSupport(db: Database, accountId: string) {
  return await db
    .selectFrom('account as a')
    .leftJoin('email_change as e', 'e.account_id', 'a.id')
    .leftJoin('login as l', 'l.id', 'e.login_id')
    .select('a.notification_preference as preference')
    .select((eb) => eb('a.pin_sealed', 'is not', null).$castTo<boolean>().as('hasPin'))
    .select([
      'e.email_address as waitingAddress',
      'e.requested_at as requestedAt',
      'e.expires_at as expiresAt',
    ])
    .select('l.email_address as savedBy')
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Returns the last changes of an account's data, newest first, with the address of the login that made them. */
export async function listLastChanges(db: Database, accountId: string) {
  return await db
    .selectFrom('audit_entry as t')
    .leftJoin('login as l', (join) => join.on(sql<boolean>`t.actor = 'login:' || l.id`))
    .select(['t.at', 't.action', 't.actor', 't.client_address as clientAddress'])
    .select('l.email_address as emailAddress')
    .where('t.account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('t.action', 'like', 'account-info.%'),
        eb('t.action', 'in', ['paperless.changed', 'import.account-changed']),
      ]),
    )
    .orderBy('t.at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(shownRows)
    .execute();
}
