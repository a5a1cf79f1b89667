import type { Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import { type Payment, paymentColumns, paymentOf } from './payment.repository.ts';

/** An idempotency key with the login and call it belongs to. */
export interface KeyScope {
  readonly loginId: string;
  readonly call: string;
  readonly key: string;
}

/** Where the payment of a key is looked for: in these accounts of the login, unless the key was used before that time. */
interface KeySearch extends KeyScope {
  readonly accountIds: readonly string[];
  readonly since: Date;
}

/** Returns a key's payment and the hash of its request; undefined if the key is unused. */
export async function findPaymentByKey(
  trx: Trx,
  search: KeySearch,
): Promise<{ payment: Payment; requestHash: Buffer } | undefined> {
  const [row] = await selectByKey(trx, search);
  return row && { payment: paymentOf(row), requestHash: row.request_hash };
}

const selectByKey = compileOnce((trx, search: Placeholders<KeySearch>) =>
  trx
    // First the key, whose table is not where payments are.
    .with(
      (cte) => cte('k').materialized(),
      (db) =>
        db
          .selectFrom('idempotency_key')
          .select(['account_id', 'payment_id', 'request_hash'])
          .where('login_id', '=', search.loginId)
          .where('call', '=', search.call)
          .where('key', '=', search.key)
          .where('created_at', '>', search.since),
    )
    .selectFrom('k')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.account_id', '=', 'k.account_id').onRef('p.id', '=', 'k.payment_id'),
    )
    .select(paymentColumns(search.accountIds))
    .select('k.request_hash')
    .where(isOneOf('p.account_id', search.accountIds))
    .compile(),
);

/** Assigns a key to a payment; false if another payment claimed it first. Replaces an expired use. */
export async function claimKey(trx: Trx, scope: KeyScope, use: KeyUse): Promise<boolean> {
  const claimed = await insertKey(trx, { ...scope, ...use });
  return claimed.length > 0;
}

/** What uses a key, when, and the time before which another use has expired. */
interface KeyUse {
  readonly accountId: string;
  readonly paymentId: string;
  readonly requestHash: Buffer;
  readonly now: Date;
  readonly since: Date;
}

const insertKey = compileOnce((trx, use: Placeholders<KeyScope & KeyUse>) => {
  const values = {
    request_hash: use.requestHash,
    account_id: use.accountId,
    payment_id: use.paymentId,
    created_at: use.now,
  };
  return trx
    .insertInto('idempotency_key')
    .values({ login_id: use.loginId, call: use.call, key: use.key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['login_id', 'call', 'key'])
        .doUpdateSet(values)
        .where('idempotency_key.created_at', '<=', use.since),
    )
    .returning('key')
    .compile();
});

/** Releases the keys of a payment that never reached its processor, so that the same call may try again. */
export async function releaseKeys(trx: Trx, payment: Payment): Promise<void> {
  await trx
    .deleteFrom('idempotency_key')
    .where('account_id', '=', payment.accountId)
    .where('payment_id', '=', payment.id)
    .execute();
}
