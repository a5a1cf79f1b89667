import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { ProcessorName } from '../../platform/database/tables.payments.ts';
import type { Sealed } from '../../platform/secrets.ts';
import type { ShownMethod } from '../payment-methods/payment-methods.rules.ts';
import { type Payment, paymentColumns, paymentOf } from './payments.repository.ts';

/** An account that nothing else pays or is paid on until the transaction ends. */
export interface LockedAccount {
  readonly id: string;
  readonly isActive: boolean;
}

/** A saved method with what is needed to charge it. */
export interface ChargedMethod extends ShownMethod {
  readonly id: string;
  readonly processor: ProcessorName;
  readonly isRemoved: boolean;
  readonly token: Sealed;
}

/** Locks one of a sign-in’s accounts; undefined where it is none of its own. */
export async function lockOwnAccount(
  trx: Trx,
  loginId: string,
  accountId: string,
): Promise<LockedAccount | undefined> {
  const row = await trx
    .selectFrom('account as a')
    .innerJoin('login_account as la', 'la.account_id', 'a.id')
    .select(['a.id', 'a.status'])
    .where('la.login_id', '=', loginId)
    .where('a.id', '=', accountId)
    .forNoKeyUpdate('a')
    .executeTakeFirst();
  return row && { id: row.id, isActive: row.status === 'ACTIVE' };
}

/** A saved method of an account, removed or not; undefined where the account has none with this id. */
export async function findChargedMethod(
  trx: Trx,
  accountId: string,
  methodId: string,
): Promise<ChargedMethod | undefined> {
  const row = await trx
    .selectFrom('payment_method')
    .select(['id', 'method_type as methodType', 'card_type as cardType', 'nickname', 'last_four as lastFour'])
    .select(['expires_on as expiresOn', 'account_holder_name as holderName', 'processor', 'valid_to'])
    .select(['token_sealed', 'token_key_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', methodId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { token_sealed: bytes, token_key_id: keyId, valid_to: validTo, ...method } = row;
  return { ...method, isRemoved: validTo !== null, token: { bytes, keyId } };
}

/** Where and how a key was used. */
export interface KeyScope {
  readonly loginId: string;
  readonly call: string;
  readonly key: string;
}

/** The payment that a key stands for, with the fingerprint of what was asked under it. */
export async function findKeyed(
  trx: Trx,
  scope: KeyScope,
  since: Date,
): Promise<{ payment: Payment; requestHash: Buffer } | undefined> {
  const row = await trx
    .selectFrom('idempotency_key as k')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.account_id', '=', 'k.account_id').onRef('p.id', '=', 'k.payment_id'),
    )
    .select(paymentColumns)
    .select('k.request_hash')
    .where('k.login_id', '=', scope.loginId)
    .where('k.call', '=', scope.call)
    .where('k.key', '=', scope.key)
    .where('k.created_at', '>', since)
    .executeTakeFirst();
  return row && { payment: paymentOf(row), requestHash: row.request_hash };
}

/** Lets a key stand for a payment; false where another payment took it at the same moment. An old use is replaced. */
export async function keepKey(
  trx: Trx,
  scope: KeyScope,
  use: { payment: Payment; requestHash: Buffer; now: Date; since: Date },
): Promise<boolean> {
  const fresh = {
    request_hash: use.requestHash,
    account_id: use.payment.accountId,
    payment_id: use.payment.id,
    created_at: use.now,
  };
  const result = await trx
    .insertInto('idempotency_key')
    .values({ login_id: scope.loginId, call: scope.call, key: scope.key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['login_id', 'call', 'key'])
        .doUpdateSet(fresh)
        .where('idempotency_key.created_at', '<=', use.since),
    )
    .returning('key')
    .executeTakeFirst();
  return result !== undefined;
}

/** Frees the keys of a payment that never reached its processor: the same call may try again. */
export async function freeKeys(trx: Trx, payment: Payment): Promise<void> {
  await trx
    .deleteFrom('idempotency_key')
    .where('account_id', '=', payment.accountId)
    .where('payment_id', '=', payment.id)
    .execute();
}

/** Forgets keys from before; gives how many. */
export async function forgetKeys(db: Database, before: Date): Promise<number> {
  const result = await db.deleteFrom('idempotency_key').where('created_at', '<=', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** The same payment made, or on its way, since a moment of the same day: account, method and amount. */
export async function findSamePayment(
  trx: Trx,
  wanted: { accountId: string; methodId: string; amountCents: number; since: Date; today: string },
): Promise<Payment | undefined> {
  const row = await trx
    .selectFrom('payment as p')
    .select(paymentColumns)
    .where('p.account_id', '=', wanted.accountId)
    .where('p.payment_method_id', '=', wanted.methodId)
    .where(sql<number>`coalesce(p.asked_cents, p.amount_cents)`, '=', wanted.amountCents)
    .where('p.occurred_at', '>', wanted.since)
    .where('p.occurred_on', '=', wanted.today)
    .where('p.state', 'in', ['SUBMITTING', 'UNKNOWN', 'PENDING', 'COMPLETED'])
    .orderBy('p.occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && paymentOf(row);
}

/** An intent to pay, about to be written. */
export interface Intent {
  readonly accountId: string;
  readonly loginId: string;
  readonly amountCents: number;
  readonly occurredAt: Date;
  readonly occurredOn: string;
  readonly method: ChargedMethod;
  readonly reference: string;
  readonly consentId: string | null;
  /** When to ask what became of it, should its server not live to tell. */
  readonly reconcileAt: Date;
}

/** Writes the payment as SUBMITTING, before any processor hears of it. */
export async function insertIntent(trx: Trx, intent: Intent): Promise<Payment> {
  const { method } = intent;
  const row = await trx
    .insertInto('payment')
    .values({
      account_id: intent.accountId,
      external_id: null,
      login_id: intent.loginId,
      state: 'SUBMITTING',
      amount_cents: intent.amountCents,
      planned_for: null,
      occurred_at: intent.occurredAt,
      occurred_on: intent.occurredOn,
      state_at: intent.occurredAt,
      payment_method_id: method.id,
      method_type: method.methodType,
      processor: method.processor,
      card_type: method.cardType,
      nickname: method.nickname,
      last_four: method.lastFour,
      processor_reference: intent.reference,
      processor_transaction: null,
      failure_code: null,
      failure_text: null,
      consent_id: intent.consentId,
      reconcile_at: intent.reconcileAt,
      needs_person: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return paymentOf(row);
}

/** What somebody agreed to, kept word by word. */
export interface Agreement {
  readonly accountId: string;
  readonly loginId: string;
  readonly textVersion: string;
  readonly language: 'en' | 'es';
  readonly agreedText: string;
  readonly agreedAt: Date;
  readonly clientAddress: string;
}

/** Keeps the consent to a bank debit; gives its id. */
export async function insertBankConsent(trx: Trx, agreement: Agreement): Promise<string> {
  const row = await trx
    .insertInto('consent')
    .values({
      account_id: agreement.accountId,
      kind: 'bank-debit',
      text_version: agreement.textVersion,
      language: agreement.language,
      agreed_text: agreement.agreedText,
      agreed_at: agreement.agreedAt,
      client_address: agreement.clientAddress,
      login_id: agreement.loginId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
