import { sql } from 'kysely';
import { findAccountId } from '../../platform/database/account-lookup.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import { loginForms } from '../../platform/email-forms.ts';
import type { SessionMoment } from '../../platform/live-session.ts';

/** A session to store. */
export interface NewSession {
  readonly tokenHash: Buffer;
  readonly loginId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly clientAddress: string;
  readonly userAgent: string;
}

const accountIdsOf = sql<
  string[]
>`array(select la.account_id from login_account la where la.login_id = s.login_id)`;

const selectLiveSession = compileOnce(
  (db, asked: Placeholders<{ readonly tokenHash: Buffer } & SessionMoment>) =>
    db
      .selectFrom('session as s')
      .innerJoin('login as l', 'l.id', 's.login_id')
      .select(['s.id as sessionId', 's.login_id as loginId', 'l.email_address as emailAddress'])
      .select('l.security_hold_until as securityHoldUntil')
      .select(accountIdsOf.as('accountIds'))
      .select('s.created_at as signedInAt')
      .select((eb) => eb.fn.coalesce('s.confirmed_at', 's.created_at').as('confirmedAt'))
      .select((eb) => eb('s.last_seen_at', '<', asked.freshSince).$castTo<boolean>().as('isStale'))
      .where('s.token_hash', '=', asked.tokenHash)
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', asked.now)
      .where('s.last_seen_at', '>', asked.idleSince)
      .compile(),
);

/**
 * Returns a token's live session; undefined if it has ended, timed out, expired, or never existed. A stale one needs an update of
 * `last_seen_at`.
 */
export async function findLiveSession(db: Database, tokenHash: Buffer, moment: SessionMoment) {
  const [session] = await selectLiveSession(db, { tokenHash, ...moment });
  return session;
}

/** Stores a session. */
export const insertSession = compileOnce((trx, session: Placeholders<NewSession>) =>
  trx
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      login_id: session.loginId,
      created_at: session.createdAt,
      last_seen_at: session.createdAt,
      expires_at: session.expiresAt,
      ended_at: null,
      client_address: session.clientAddress,
      user_agent: session.userAgent,
    })
    .compile(),
);

/** Stores that a fresh code proved who uses a session. */
export async function confirmSession(trx: Trx, sessionId: string, at: Date): Promise<void> {
  await trx.updateTable('session').set({ confirmed_at: at }).where('id', '=', sessionId).execute();
}

/** Ends a session at once, on every server. */
export async function endSession(db: Database, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: at })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the calendars of logins: nobody who was signed out reads them. */
export async function endCalendarFeeds(trx: Trx, loginIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('calendar_feed')
    .where('login_id', 'in', [...loginIds])
    .execute();
}

/** Ends the open sessions of logins at once, on every server. Returns how many sessions there were. */
export async function endSessionsOfLogins(trx: Trx, loginIds: readonly string[], at: Date): Promise<number> {
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: at })
    .where('login_id', 'in', [...loginIds])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Revokes the marks of logins. Their browsers count as unrecognized from then on. Returns how many there were. */
export async function revokeBrowsersOfLogins(
  trx: Trx,
  loginIds: readonly string[],
  at: Date,
): Promise<number> {
  const revoked = await trx
    .updateTable('login_browser')
    .set({ revoked_at: at })
    .where('login_id', 'in', [...loginIds])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return Number(revoked.numUpdatedRows);
}

/** Returns the newest client addresses that a login signed in from; none for no login. */
export async function listSignInAddresses(db: Database, loginId: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('client_address')
    .where('login_id', '=', loginId)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => row.client_address);
}

/** Returns the id of the login with an address, however it is spelled; undefined without one. */
export async function findLoginId(trx: Database | Trx, emailAddress: string): Promise<string | undefined> {
  const forms = loginForms(emailAddress);
  const login = await trx
    .selectFrom('login')
    .select('id')
    .where('email_address', 'in', forms)
    .orderBy(sql`array_position(${forms}::text[], email_address)`)
    .executeTakeFirst();
  return login?.id;
}

/** Returns an account with the ids of its logins; undefined if there is no such account. */
export async function findAccountLogins(
  db: Database,
  accountNumber: string,
): Promise<{ accountId: string; loginIds: string[] } | undefined> {
  const accountId = await findAccountId(db, accountNumber);
  if (accountId === undefined) return undefined;
  const rows = await db
    .selectFrom('login_account')
    .select('login_id as loginId')
    .where('account_id', '=', accountId)
    .execute();
  return { accountId, loginIds: rows.map(({ loginId }) => loginId) };
}
