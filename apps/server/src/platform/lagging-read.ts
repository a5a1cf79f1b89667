import { sql } from 'kysely';
import type { Database } from './database/connect.ts';
import type { Portal } from './portal.ts';

/** Reads from a database. Returns undefined if it does not have what is read. */
type Read<T> = (db: Database) => Promise<T | undefined>;

/** A caller's list of an account. */
interface AccountList {
  readonly loginId: string;
  readonly accountId: string;
}

/** After a change of its payments, an account's lists come from the primary for this long. */
const settlingSeconds = 60;

/**
 * Reads what may be some seconds old, from the replica if there is one. Reads from the primary if the replica does not
 * have it (yet), or fails. Never use it for money: neither to decide about a payment, nor to show what is due.
 */
export async function readLagging<T>(portal: Portal, read: Read<T>): Promise<T | undefined> {
  const replica = await portal.replica?.find();
  return (replica && (await readOrMiss(portal, replica, read))) ?? (await read(portal.db));
}

/** Like {@link readLagging}, for a list of an account that shows a payment at once to who made it. */
export async function readLaggingList<T>(
  portal: Portal,
  list: AccountList,
  read: Read<T>,
): Promise<T | undefined> {
  const replica = await portal.replica?.find();
  const mayLag = replica && (await isSettled(portal, list));
  return (mayLag && (await readOrMiss(portal, replica, read))) || (await read(portal.db));
}

async function readOrMiss<T>(portal: Portal, replica: Database, read: Read<T>): Promise<T | undefined> {
  return await read(replica).catch((error: unknown) => {
    portal.log.warn({ err: error }, 'the replica failed; the primary is read');
    return undefined;
  });
}

/** Whether the login may see the account, and no payment of it changed lately. The primary knows both. */
async function isSettled({ db, clock }: Portal, { loginId, accountId }: AccountList): Promise<boolean> {
  const since = new Date(clock.now().getTime() - settlingSeconds * 1_000);
  const { rows } = await sql<{ isSettled: boolean }>`
    select exists (select 1 from login_account where login_id = ${loginId} and account_id = ${accountId})
      and not exists (select 1 from payment
        where account_id = ${accountId} and coalesce(state_at, occurred_at) > ${since}) as "isSettled"`.execute(
    db,
  );
  return rows[0]?.isSettled ?? false;
}
