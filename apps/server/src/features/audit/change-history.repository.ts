import { type ShownAction, shownActions } from '@myaccount/contract/audit-actions';
import type { Database } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { selectTrail } from './audit-trail.repository.ts';

/** An entry of the audit trail that the history of changes shows. */
export interface ShownEntry {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: ShownAction;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly clientAddress: string | null;
}

/** Starts a query of what the caller may see: of the account, and of the caller's own login. */
function ownEntries(db: Database, { loginId }: Caller, accountId: string) {
  return selectTrail(db, { accountId, loginIds: [loginId] }).where('action', 'in', [...shownActions]);
}

/** Returns a page of the history of an account that was found for its caller, newest first, and how many entries there are. */
export async function listChanges(
  db: Database,
  caller: Caller,
  { accountId, page, size }: { readonly accountId: string; readonly page: number; readonly size: number },
): Promise<{ totalCount: number; entries: ShownEntry[] }> {
  const entries = await ownEntries(db, caller, accountId)
    .select(['id', 'at', 'actor', 'action', 'detail'])
    .select('client_address as clientAddress')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { count } = await ownEntries(db, caller, accountId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { totalCount: Number(count), entries: entries as unknown as ShownEntry[] };
}

/** Returns the given names of logins by id; a login without one is left out. */
export async function listGivenNames(
  db: Database,
  loginIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (loginIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('login')
    .select(['id', 'given_name as givenName'])
    .where('id', 'in', [...loginIds])
    .execute();
  return new Map(rows.flatMap(({ id, givenName }) => (givenName ? [[id, givenName] as const] : [])));
}

/** Returns which of an account's payments autopay made. */
export async function listAutopayPayments(
  db: Database,
  accountId: string,
  paymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paymentIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...paymentIds])
    .where('is_recurring', '=', true)
    .where('login_id', 'is', null)
    .where('external_id', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
