import type { BuiltLogin } from './builders/login.ts';
import type { TestPortal } from './portal.ts';
import { onlyColumns, readRows } from './rows.ts';

type Db = Pick<TestPortal, 'db'>;
type OfAccount = Pick<BuiltLogin, 'account'>;

/** Returns the audit entries of an account, oldest first. */
export async function listAudit({ db }: Db, { account }: OfAccount) {
  const rows = await readRows(db, 'audit_entry', { account_id: account.id }, 'id');
  return onlyColumns(rows, 'action', 'actor', 'detail', 'client_address');
}

/** Returns the mails about an account, oldest first. */
export async function listMails({ db }: Db, { account }: OfAccount) {
  const rows = await readRows(db, 'outbox', { account_id: account.id }, 'id');
  return onlyColumns(rows, 'recipient', 'template', 'payload', 'language', 'event_key');
}

/** Returns what was agreed to in an account, by kind. */
export async function listConsents({ db }: Db, { account }: OfAccount) {
  return await readRows(db, 'consent', { account_id: account.id }, 'kind');
}
