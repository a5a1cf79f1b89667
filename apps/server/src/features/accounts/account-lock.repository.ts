import type { BillType } from '@myaccount/contract/accounts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { Caller } from '../../platform/http/endpoints.ts';

/**
 * Locks an account until the transaction ends: no payment, posting, or change of it gets between. Everything that moves an
 * account's money locks it first.
 */
export async function lockAccount(trx: Trx, accountId: string): Promise<void> {
  await selectLocked(trx, { accountId });
}

const selectLocked = compileOnce((trx: Database, { accountId }: Placeholders<{ accountId: string }>) =>
  trx
    .selectFrom('account')
    .select(['id', 'status', 'bill_type as billType'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .compile(),
);

/** Locks accounts as {@link lockAccount} does, in the order of their ids, so that two callers never wait for each other. */
export async function lockAccounts(trx: Trx, accountIds: readonly string[]): Promise<void> {
  await Promise.all(accountIds.toSorted().map((accountId) => lockAccount(trx, accountId)));
}

/** One of a login's accounts, locked until the transaction ends. */
export interface OwnAccount {
  readonly id: string;
  readonly isActive: boolean;
  readonly billType: BillType;
}

/** Locks one of a login's accounts, as {@link lockAccount} does; undefined if the account is not the login's. */
export async function lockOwnAccount(
  trx: Trx,
  { loginId, accountIds }: Pick<Caller, 'loginId' | 'accountIds'>,
  account: { readonly id: string } | { readonly number: string },
): Promise<OwnAccount | undefined> {
  const id = 'id' in account ? account.id : await findOwnId(trx, accountIds, account.number);
  if (id === undefined || !accountIds.includes(id)) return undefined;
  const row = await lockIfOwn(trx, { loginId, accountId: id });
  return row && { id, isActive: row.status === 'ACTIVE', billType: row.billType };
}

interface Ownership {
  readonly loginId: string;
  readonly accountId: string;
}

/**
 * Locks an account, as {@link lockAccount} does, and returns it if it is the login's. Two statements that go out together: whose an
 * account is may be known elsewhere than where its row is, and a lock is taken there alone.
 */
export async function lockIfOwn(trx: Trx, own: Ownership) {
  const [[owner], [row]] = await Promise.all([selectOwner(trx, own), selectLocked(trx, own)]);
  return owner && row;
}

const selectOwner = compileOnce((trx: Database, { loginId, accountId }: Placeholders<Ownership>) =>
  trx
    .selectFrom('login_account')
    .select('login_id')
    .where('login_id', '=', loginId)
    .where('account_id', '=', accountId)
    .compile(),
);

async function findOwnId(trx: Trx, accountIds: readonly string[], number: string) {
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where(isOneOf('id', accountIds))
    .where('account_number', '=', number)
    .executeTakeFirst();
  return row?.id;
}
