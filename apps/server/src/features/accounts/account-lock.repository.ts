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
  const row = await trx
    .selectFrom('account as a')
    .innerJoin('login_account as la', 'la.account_id', 'a.id')
    .select(['a.id', 'a.status', 'a.bill_type as billType'])
    .where('la.login_id', '=', loginId)
    .where(isOneOf('a.id', accountIds))
    .where((eb) =>
      'id' in account ? eb('a.id', '=', account.id) : eb('a.account_number', '=', account.number),
    )
    .forNoKeyUpdate('a')
    .executeTakeFirst();
  return row && { id: row.id, isActive: row.status === 'ACTIVE', billType: row.billType };
}
