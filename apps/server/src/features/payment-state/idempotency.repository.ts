import type { Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import { getPayment, type Payment } from './payment.repository.ts';

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
  { accountIds, ...search }: KeySearch,
): Promise<{ payment: Payment; requestHash: Buffer } | undefined> {
  const [use] = await selectUse(trx, search);
  if (!use || !accountIds.includes(use.accountId)) return undefined;
  return { payment: await getPayment(trx, use), requestHash: use.requestHash };
}

const selectUse = compileOnce((trx, search: Placeholders<Omit<KeySearch, 'accountIds'>>) =>
  trx
    .selectFrom('idempotency_key')
    .select(['account_id as accountId', 'payment_id as id', 'request_hash as requestHash'])
    .where('login_id', '=', search.loginId)
    .where('call', '=', search.call)
    .where('key', '=', search.key)
    .where('created_at', '>', search.since)
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
