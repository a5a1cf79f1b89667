import type { Language } from '@myaccount/contract/languages';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { PaymentState } from '@myaccount/contract/payment-states';
import { sql } from 'kysely';
import { compileOnce, compileOnceAhead } from '../../platform/database/compile-once.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type DatabaseTime, readDatabaseTime } from '../../platform/database/database-time.ts';
import {
  getPayment,
  type Payment,
  type PaymentKey,
  paymentColumns,
  paymentOf,
} from './payments.repository.ts';

/** Fields that change with a payment's state. */
export interface PaymentChange {
  readonly state: PaymentState;
  readonly stateAt: Date;
  readonly transaction: string | null;
  readonly failureCode: PaymentFailure | null;
  readonly failureText: string | null;
  /** Time of the next inquiry; null when none follows. */
  readonly reconcileAt: Date | null;
  /** Amount that the processor booked, if it differs from the requested one. */
  readonly bookedCents: number | null;
  readonly manualReviewReason: string | null;
}

/** A locked payment, and the time at which it was locked. */
export interface LockedPayment {
  readonly payment: Payment;
  readonly now: Date;
}

/** Locks the account, then the payment. Everything that moves an account's money locks in this order. */
export async function lockPayment(trx: Trx, key: PaymentKey, time: DatabaseTime): Promise<LockedPayment> {
  const { accountId, id } = key;
  await lockAccount(trx, { accountId });
  const [[row], now] = await Promise.all([selectLocked(trx, { accountId, id }), readDatabaseTime(trx, time)]);
  if (!row) throw new Error(`There is no payment ${id}`);
  return { payment: paymentOf(row), now };
}

const lockAccount = compileOnceAhead((trx, { accountId }: { readonly accountId: string }) =>
  trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().compile(),
);

const selectLocked = compileOnce(
  (trx, { accountId, id }: { readonly accountId: string; readonly id: string }) =>
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

/** Stores a locked payment's next state and returns the payment. */
export async function changePayment(trx: Trx, payment: Payment, change: PaymentChange): Promise<Payment> {
  const { accountId, id } = payment;
  const transaction = change.transaction ?? payment.transaction;
  const [row] = await updatePayment(trx, { ...change, accountId, id, transaction });
  if (!row) throw new Error(`There is no payment ${id}`);
  return paymentOf(row);
}

type PaymentUpdate = PaymentChange & { readonly accountId: string; readonly id: string };

const updatePayment = compileOnce((trx, { bookedCents, ...change }: PaymentUpdate) =>
  trx
    .updateTable('payment as p')
    .set((eb) => ({
      state: change.state,
      state_at: change.stateAt,
      amount_cents: sql<number>`coalesce(${bookedCents}::bigint, ${eb.ref('p.amount_cents')})`,
      requested_cents: sql<number | null>`case when ${bookedCents}::bigint is null
        then ${eb.ref('p.requested_cents')} else ${eb.ref('p.amount_cents')} end`,
      processor_transaction: change.transaction,
      failure_code: change.failureCode,
      failure_text: change.failureText,
      reconcile_attempts: 0,
      reconcile_at: change.reconcileAt,
      manual_review_reason: change.manualReviewReason,
    }))
    .where('p.account_id', '=', change.accountId)
    .where('p.id', '=', change.id)
    .returning(paymentColumns([change.accountId]))
    .compile(),
);

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

/** Puts a payment into manual review, with the reason. */
export async function flagForManualReview(trx: Trx, payment: PaymentKey, reason: string): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ manual_review_reason: reason })
    .where('account_id', '=', payment.accountId)
    .where('id', '=', payment.id)
    .execute();
}

/** Removes a payment from manual review. */
export async function clearManualReview(trx: Trx, payment: PaymentKey): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ manual_review_reason: null })
    .where('account_id', '=', payment.accountId)
    .where('id', '=', payment.id)
    .execute();
}

/** Recipient of a payment's mail, and the account's number. */
export interface MailRecipient {
  readonly emailAddress: string | null;
  readonly language: Language;
  readonly accountNumber: string;
}

/** Returns the login that paid or, without one, the account's customer. */
export async function getMailRecipient(trx: Trx, payment: Payment): Promise<MailRecipient> {
  const { accountId, loginId } = payment;
  const [row] = await selectRecipient(trx, { accountId, loginId });
  if (!row) throw new Error(`There is no account ${accountId}`);
  return {
    emailAddress: row.login_address ?? row.email_address,
    language: row.login_language ?? row.language,
    accountNumber: row.account_number,
  };
}

const selectRecipient = compileOnce(
  (trx, { accountId, loginId }: { readonly accountId: string; readonly loginId: string | null }) =>
    trx
      .selectFrom('account as a')
      .innerJoin('customer as c', 'c.id', 'a.customer_id')
      .leftJoin('login as l', (join) => join.on('l.id', '=', loginId))
      .select(['a.account_number', 'c.email_address', 'c.language'])
      .select(['l.email_address as login_address', 'l.language as login_language'])
      .where('a.id', '=', accountId)
      .compile(),
);

/** One call to a processor about a payment, with the processor's own text. */
export interface Attempt {
  readonly kind: 'charge' | 'inquiry';
  readonly startedAt: Date;
  /** Null until the processor responds. */
  readonly finishedAt: Date | null;
  readonly outcome: string | null;
  readonly detail: string | null;
}

/** Adds an attempt to a payment whose account is locked. */
export async function insertAttempt(trx: Trx, payment: PaymentKey, attempt: Attempt): Promise<void> {
  await insertAttempts(trx, [{ payment, attempt }]);
}

/** Adds an attempt to each of at least one payment. Their accounts are locked. */
export async function insertAttempts(
  trx: Trx,
  attempts: readonly { readonly payment: PaymentKey; readonly attempt: Attempt }[],
): Promise<void> {
  for (const { payment, attempt } of attempts)
    await insertNumbered(trx, { ...attempt, accountId: payment.accountId, paymentId: payment.id });
}

interface PaymentAttempt extends Attempt {
  readonly accountId: string;
  readonly paymentId: string;
}

const insertNumbered = compileOnceAhead((trx, attempt: PaymentAttempt) =>
  trx
    .insertInto('payment_attempt')
    .columns(['account_id', 'payment_id', 'number', 'kind', 'started_at', 'finished_at', 'outcome', 'detail'])
    .expression((eb) =>
      eb
        .selectFrom('payment_attempt')
        .select([
          sql<string>`${attempt.accountId}::uuid`.as('account_id'),
          sql<string>`${attempt.paymentId}::uuid`.as('payment_id'),
          (inner) => sql<number>`coalesce(${inner.fn.max('number')}, 0) + 1`.as('number'),
          sql<Attempt['kind']>`${attempt.kind}`.as('kind'),
          sql<Date>`${attempt.startedAt}::timestamptz`.as('started_at'),
          sql<Date | null>`${attempt.finishedAt}::timestamptz`.as('finished_at'),
          sql<string | null>`${attempt.outcome}`.as('outcome'),
          sql<string | null>`${attempt.detail}`.as('detail'),
        ])
        .where('account_id', '=', attempt.accountId)
        .where('payment_id', '=', attempt.paymentId),
    )
    .compile(),
);

/** Stores the outcome of a payment's charge attempt. */
export async function finishCharge(trx: Trx, payment: PaymentKey, attempt: Attempt): Promise<void> {
  const { finishedAt, outcome, detail } = attempt;
  const { accountId, id: paymentId } = payment;
  await updateCharge(trx, { accountId, paymentId, finishedAt, outcome, detail });
}

type FinishedCharge = Omit<PaymentAttempt, 'kind' | 'startedAt'>;

const updateCharge = compileOnceAhead((trx, { accountId, paymentId, ...finished }: FinishedCharge) =>
  trx
    .updateTable('payment_attempt')
    .set({ finished_at: finished.finishedAt, outcome: finished.outcome, detail: finished.detail })
    .where('account_id', '=', accountId)
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'charge')
    .where('finished_at', 'is', null)
    .compile(),
);
