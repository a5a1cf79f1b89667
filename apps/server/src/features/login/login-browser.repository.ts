import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import { loginForms } from '../../platform/email-forms.ts';
import { hashToken } from '../../platform/secrets.ts';
import { browserMarkSeconds } from './login-budgets.rules.ts';

/** A browser that signed in before, for one login. */
export interface RecognizedBrowser {
  readonly id: string;
  /** Consecutive failures by this browser. */
  readonly failures: number;
}

/** Returns the browser with this mark if it signed in to the login with this address before. */
export async function findBrowser(
  db: Database,
  mark: string | null,
  address: string,
  now: Date,
): Promise<RecognizedBrowser | undefined> {
  if (mark === null) return undefined;
  return await db
    .selectFrom('login_browser as b')
    .innerJoin('login as l', 'l.id', 'b.login_id')
    .select(['b.id', 'b.failures'])
    .where('b.mark_hash', '=', hashToken(mark))
    .where('l.email_address', 'in', loginForms(address))
    .where('b.revoked_at', 'is', null)
    .where('b.expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Gives a browser a new mark and remembers that it signed in. The new mark replaces the old one for all logins of the
 * browser, so that a copied or planted mark recognizes nobody.
 */
export const markBrowser = compileOnce(
  (trx, mark: Placeholders<{ loginId: string; oldHash: Buffer | null; newHash: Buffer; now: Date }>) => {
    const expiresAt = sql`${mark.now}::timestamptz + interval '1 second' * ${browserMarkSeconds}`;
    return sql`
    with moved as (
      update login_browser set mark_hash = ${mark.newHash}, expires_at = ${expiresAt},
        failures = case when login_id = ${mark.loginId} then 0 else failures end,
        last_used_at = case when login_id = ${mark.loginId} then ${mark.now} else last_used_at end
      where mark_hash = ${mark.oldHash} and revoked_at is null and expires_at > ${mark.now}
      returning login_id
    )
    insert into login_browser (mark_hash, login_id, created_at, last_used_at, expires_at)
    select ${mark.newHash}, ${mark.loginId}, ${mark.now}, ${mark.now}, ${expiresAt}
    where not exists (select 1 from moved where login_id = ${mark.loginId})`.compile(trx);
  },
);

/** Sets the failures of a login's browsers to zero. */
export async function resetBrowserFailures(trx: Trx, loginId: string): Promise<void> {
  await trx.updateTable('login_browser').set({ failures: 0 }).where('login_id', '=', loginId).execute();
}
