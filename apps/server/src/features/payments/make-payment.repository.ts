import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { ProcessorName } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { chargingPause } from '../../platform/database/heartbeat.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { SealedValue } from '../../platform/secrets.ts';
import type { ShownMethod } from '../payment-methods/payment-methods.rules.ts';
import { type Payment, paymentColumns, paymentOf } from './payments.repository.ts';

/** An account that is locked until the transaction ends: no other payment or posting can change it. */
export interface LockedAccount {
  readonly id: string;
  readonly isActive: boolean;
  /** After a restore, until it is known what was charged since the backup. */
  readonly isWaiting: boolean;
}

/** A saved method with everything needed to charge it. */
export interface ChargedMethod extends ShownMethod {
  readonly accountId: string;
  readonly id: string;
  readonly processor: ProcessorName;
  readonly isRemoved: boolean;
  /** False once the bank said that there is no such account. */
  readonly isValid: boolean;
  readonly networkTransaction: string | null;
  readonly token: SealedValue;
}

/** Locks one of a login's accounts; undefined if the account is not the login's. */
export async function lockOwnAccount(
  trx: Trx,
  loginId: string,
  accountId: string,
): Promise<LockedAccount | undefined> {
  const [row] = await selectOwnAccount(trx, { loginId, accountId });
  return row && { id: row.id, isActive: row.status === 'ACTIVE', isWaiting: row.pause === 'restored' };
}

const selectOwnAccount = compileOnce((trx, own: { readonly loginId: string; readonly accountId: string }) =>
  trx
    .selectFrom('account as a')
    .innerJoin('login_account as la', 'la.account_id', 'a.id')
    .select(['a.id', 'a.status', chargingPause().as('pause')])
    .where('la.login_id', '=', own.loginId)
    .where('a.id', '=', own.accountId)
    .forNoKeyUpdate('a')
    .compile(),
);

/** A saved method of an account. */
export interface MethodKey {
  readonly accountId: string;
  readonly methodId: string;
}

/** Returns a saved method, removed or not; undefined if the account has none with this id. */
export async function findChargedMethod(
  trx: Trx,
  accountId: string,
  methodId: string,
): Promise<ChargedMethod | undefined> {
  const [method] = await listChargedMethods(trx, [{ accountId, methodId }]);
  return method;
}

/** Returns the saved methods that exist, removed or not, in any order. */
export async function listChargedMethods(trx: Trx, keys: readonly MethodKey[]): Promise<ChargedMethod[]> {
  const accountIds = keys.map(({ accountId }) => accountId);
  const ids = keys.map(({ methodId }) => methodId);
  const rows = await selectChargedMethods(trx, { accountIds, ids });
  return rows.map(({ token_sealed: bytes, token_key_id: keyId, valid_to: validTo, ...method }) => ({
    ...method,
    isRemoved: validTo !== null,
    token: { bytes, keyId },
  }));
}

interface MethodKeys {
  readonly accountIds: readonly string[];
  readonly ids: readonly string[];
}

const selectChargedMethods = compileOnce((trx, { accountIds, ids }: MethodKeys) =>
  trx
    .selectFrom('payment_method')
    .select(['account_id as accountId', 'id', 'method_type as methodType', 'card_type as cardType'])
    .select(['nickname', 'last_four as lastFour'])
    .select(['expires_on as expiresOn', 'account_holder_name as holderName', 'processor', 'valid_to'])
    .select(['is_valid as isValid', 'network_transaction as networkTransaction'])
    .select(['token_sealed', 'token_key_id'])
    .where(isOneOf('account_id', accountIds))
    .where(isOneOf('id', ids))
    .compile(),
);

/** Returns the reasons for which debits of a method came back. */
export async function listReturnsOfMethod(
  db: Database,
  method: { readonly accountId: string; readonly methodId: string },
): Promise<(PaymentFailure | null)[]> {
  const rows = await db
    .selectFrom('payment')
    .select('failure_code')
    .where('account_id', '=', method.accountId)
    .where('payment_method_id', '=', method.methodId)
    .where('state', '=', 'RETURNED')
    .execute();
  return rows.map((row) => row.failure_code);
}

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

const selectByKey = compileOnce((trx, search: KeySearch) =>
  trx
    .selectFrom('idempotency_key as k')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.account_id', '=', 'k.account_id').onRef('p.id', '=', 'k.payment_id'),
    )
    .select(paymentColumns(search.accountIds))
    .select('k.request_hash')
    .where('k.login_id', '=', search.loginId)
    .where('k.call', '=', search.call)
    .where('k.key', '=', search.key)
    .where('k.created_at', '>', search.since)
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

const insertKey = compileOnce((trx, use: KeyScope & KeyUse) => {
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

/** What makes a payment without a key the same as one made moments ago. */
export interface DuplicateSearch {
  readonly accountId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly since: Date;
  readonly today: string;
  /** Day of a payment dated ahead; undefined for one made at once. */
  readonly plannedFor: string | undefined;
}

const madeStates = ['SUBMITTING', 'UNKNOWN', 'PENDING', 'COMPLETED'] as const;

/** Returns a payment of the same day with the same account, method, and amount that is made or, dated ahead, planned. */
export async function findDuplicatePayment(trx: Trx, payment: DuplicateSearch): Promise<Payment | undefined> {
  const row = await trx
    .selectFrom('payment as p')
    .select(paymentColumns([payment.accountId]))
    .where('p.account_id', '=', payment.accountId)
    .where('p.payment_method_id', '=', payment.methodId)
    .where(sql<number>`coalesce(p.requested_cents, p.amount_cents)`, '=', payment.amountCents)
    .where('p.occurred_at', '>', payment.since)
    .where('p.occurred_on', '=', payment.today)
    .where((eb) =>
      payment.plannedFor === undefined
        ? eb('p.state', 'in', madeStates)
        : eb.and([eb('p.state', '=', 'PLANNED'), eb('p.planned_for', '=', payment.plannedFor)]),
    )
    .orderBy('p.occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && paymentOf(row);
}
