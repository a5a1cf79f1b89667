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
  trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().compile(),
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
  const row = await trx
    .selectFrom('account as a')
    .innerJoin('login_account as la', 'la.account_id', 'a.id')
    .select(['a.id', 'a.status', 'a.bill_type as billType'])
    .where('la.login_id', '=', loginId)
    .where('a.id', '=', id)
    .forNoKeyUpdate('a')
    .executeTakeFirst();
  return row && { id: row.id, isActive: row.status === 'ACTIVE', billType: row.billType };
}

async function findOwnId(trx: Trx, accountIds: readonly string[], number: string) {
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where(isOneOf('id', accountIds))
    .where('account_number', '=', number)
    .executeTakeFirst();
  return row?.id;
}
