import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { PaymentState } from '@myaccount/contract/payment-states';
import type { ProcessorName } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Moment } from '../../platform/database/database-time.ts';
import { type IdOperand, isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { RowOf } from '../../platform/database/tables.ts';
import type { Portal } from '../../platform/portal.ts';
import { lockAccount } from '../accounts/account-lock.repository.ts';
import type { ShownMethod } from '../payment-methods/payment-methods.rules.ts';

/** A payment in its current state. */
export interface Payment {
  readonly accountId: string;
  readonly id: string;
  /** Number from the import; null for payments made here. */
  readonly externalId: string | null;
  readonly loginId: string | null;
  readonly state: PaymentState;
  /** Amount that the processor booked or will book. */
  readonly amountCents: number;
  /** What its payer asked for, where the processor booked another amount; null otherwise. */
  readonly requestedCents: number | null;
  /** What was given back of it. */
  readonly refundedCents: number;
  /** Why a person looks at it; null if nobody needs to. */
  readonly manualReviewReason: string | null;
  readonly isRecurring: boolean;
  /** Day of a payment dated ahead, also once it is charged; null for every other payment. */
  readonly plannedFor: string | null;
  /** When it was made; of a planned one, when it was planned. */
  readonly occurredAt: Date;
  readonly occurredOn: string;
  /** The method as it was at the time of payment. */
  readonly method: ShownMethod;
  readonly processor: ProcessorName | null;
  /** Our 16-digit reference at the processor, and the number of the account's charge that it is derived from. */
  readonly reference: string | null;
  readonly chargeNumber: number | null;
  /** The processor's own number. */
  readonly transaction: string | null;
  /** Orbital's index of the charge within its transaction; null where it did not say one. */
  readonly transactionIndex: string | null;
  readonly failureCode: PaymentFailure | null;
  /** What customer and support call it. */
  readonly paymentReference: string;
  /** Inquiries since the last result. */
  readonly reconcileAttempts: number;
  /** When its processor is asked next; null for never. */
  readonly reconcileAt: Date | null;
}

const ownColumns = [
  'account_id',
  'id',
  'external_id',
  'login_id',
  'state',
  'amount_cents',
  'requested_cents',
  'refunded_cents',
  'manual_review_reason',
  'is_recurring',
  'planned_for',
  'occurred_at',
  'occurred_on',
  'payment_method_id',
  'method_type',
  'processor',
  'card_type',
  'nickname',
  'last_four',
  'processor_reference',
  'charge_number',
  'processor_transaction',
  'transaction_index',
  'failure_code',
  'reconcile_attempts',
  'reconcile_at',
] as const;

const prefixedColumns = ownColumns.map((name) => `p.${name}` as const);

/** Returns the columns of payments of these accounts that {@link paymentOf} reads. */
export function paymentColumns(accountIds: readonly IdOperand[]) {
  const reference = sql<string>`(select r.reference from payment_reference r
    where r.account_id = p.account_id and r.payment_id = p.id and ${isOneOf('r.account_id', accountIds)})`;
  return [...prefixedColumns, reference.as('reference')] as const;
}

/** The columns that {@link paymentOf} reads. */
export type PaymentColumns = Readonly<
  Pick<RowOf<'payment'>, (typeof ownColumns)[number]> & { reference: string }
>;

/** Returns a payment from its row. */
export function paymentOf(row: PaymentColumns): Payment {
  return {
    accountId: row.account_id,
    id: row.id,
    externalId: row.external_id,
    loginId: row.login_id,
    state: row.state,
    amountCents: row.amount_cents,
    requestedCents: row.requested_cents,
    refundedCents: row.refunded_cents,
    manualReviewReason: row.manual_review_reason,
    isRecurring: row.is_recurring,
    plannedFor: row.planned_for,
    occurredAt: row.occurred_at,
    occurredOn: row.occurred_on,
    method: {
      id: row.payment_method_id,
      methodType: row.method_type,
      cardType: row.card_type,
      nickname: row.nickname,
      lastFour: row.last_four,
      expiresOn: null,
      holderName: null,
    },
    processor: row.processor,
    reference: row.processor_reference,
    chargeNumber: row.charge_number,
    transaction: row.processor_transaction,
    transactionIndex: row.transaction_index,
    failureCode: row.failure_code,
    paymentReference: row.reference,
    reconcileAttempts: row.reconcile_attempts,
    reconcileAt: row.reconcile_at,
  };
}

/** Primary key of a payment. */
export interface PaymentKey {
  readonly accountId: string;
  readonly id: string;
}

/** Returns a payment of an account that is locked or was found for its caller. */
export async function getPayment(db: Database, key: PaymentKey): Promise<Payment> {
  const [payment] = await listPayments(db, [key]);
  if (!payment) throw new Error(`There is no payment ${key.id}`);
  return payment;
}

/** Returns payments of accounts that are locked, in any order. */
export async function listPayments(db: Database, keys: readonly PaymentKey[]): Promise<Payment[]> {
  const accountIds = keys.map(({ accountId }) => accountId);
  const ids = keys.map(({ id }) => id);
  return (await selectPayments(db, { accountIds, ids })).map(paymentOf);
}

interface PaymentKeys {
  readonly accountIds: readonly string[];
  readonly ids: readonly string[];
}

const selectPayments = compileOnce((db, { accountIds, ids }: Placeholders<PaymentKeys>) =>
  db
    .selectFrom('payment as p')
    .select(paymentColumns(accountIds))
    .where(isOneOf('p.account_id', accountIds))
    .where(isOneOf('p.id', ids))
    .compile(),
);

/** A locked payment, and the time at which it was locked. */
export interface LockedPayment extends Moment {
  readonly payment: Payment;
}

/** Locks the account, then the payment. Everything that moves an account's money locks in this order. */
export async function lockPayment(trx: Trx, portal: Portal, key: PaymentKey): Promise<LockedPayment> {
  const { accountId, id } = key;
  const [, [row], moment] = await Promise.all([
    lockAccount(trx, accountId),
    selectLocked(trx, { accountId, id }),
    portal.moment(trx),
  ]);
  if (!row) throw new Error(`There is no payment ${id}`);
  return { payment: paymentOf(row), ...moment };
}

const selectLocked = compileOnce(
  (trx, { accountId, id }: Placeholders<{ readonly accountId: string; readonly id: string }>) =>
    trx
      .selectFrom('payment as p')
      .select(paymentColumns([accountId]))
      .where('p.account_id', '=', accountId)
      .where('p.id', '=', id)
      .forNoKeyUpdate()
      .compile(),
);

/** Returns a payment of any account, for operators; undefined if there is none. */
export async function findPaymentById(db: Database, id: string): Promise<Payment | undefined> {
  const key = await db
    .selectFrom('payment')
    .select(['account_id as accountId', 'id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return key && (await getPayment(db, key));
}

/** Returns the newest payment on its way of a locked account that has one. */
export async function getNewestOnItsWay(trx: Trx, accountId: string): Promise<Payment> {
  const row = await trx
    .selectFrom('payment as p')
    .select(paymentColumns([accountId]))
    .where('p.account_id', '=', accountId)
    .where('p.state', 'in', ['SUBMITTING', 'UNKNOWN', 'PENDING'])
    .orderBy('p.occurred_at', 'desc')
    .executeTakeFirstOrThrow();
  return paymentOf(row);
}
