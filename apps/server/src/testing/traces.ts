import type { BuiltLogin } from './builders/login.ts';
import type { TestPortal } from './portal.ts';
import { readRows } from './rows.ts';

type Db = Pick<TestPortal, 'db'>;
type OfAccount = Pick<BuiltLogin, 'account'>;

/** Returns the audit entries of an account, oldest first. */
export async function listAudit({ db }: Db, { account }: OfAccount) {
  return await db
    .selectFrom('audit_entry')
    .select(['action', 'actor', 'detail', 'client_address'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();
}

/** Returns the mails about an account, oldest first. */
export async function listMails({ db }: Db, { account }: OfAccount) {
  return await db
    .selectFrom('outbox')
    .select(['recipient', 'template', 'payload', 'language', 'event_key'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();
}

/** Returns what was agreed to in an account, by kind. */
export async function listConsents({ db }: Db, { account }: OfAccount) {
  return await readRows(db, 'consent', { account_id: account.id }, 'kind');
}
