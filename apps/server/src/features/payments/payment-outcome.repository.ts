import type { Language } from '@myaccount/contract/languages';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { PaymentState } from '@myaccount/contract/payment-states';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { DatabaseTime } from '../../platform/database/database-time.ts';
import { sendAhead } from '../../platform/database/send-ahead.ts';
import { type Payment, type PaymentKey, paymentColumns, paymentOf } from './payments.repository.ts';

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
  const account = trx.selectFrom('account').select('id').where('id', '=', key.accountId).forNoKeyUpdate();
  await sendAhead(trx, account);
  const row = await trx
    .selectFrom('payment as p')
    .select(paymentColumns)
    .select(time().as('now'))
    .where('p.account_id', '=', key.accountId)
    .where('p.id', '=', key.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { payment: paymentOf(row), now: row.now };
}

/** Returns a payment of any account, for operators; undefined if there is none. */
export async function findPaymentById(db: Database, id: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payment as p')
    .select(paymentColumns)
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row && paymentOf(row);
}

/** Stores a locked payment's next state and returns the payment. */
export async function changePayment(trx: Trx, payment: Payment, change: PaymentChange): Promise<Payment> {
  const { bookedCents } = change;
  const row = await trx
    .updateTable('payment as p')
    .set({
      state: change.state,
      state_at: change.stateAt,
      processor_transaction: change.transaction ?? payment.transaction,
      failure_code: change.failureCode,
      failure_text: change.failureText,
      reconcile_attempts: 0,
      reconcile_at: change.reconcileAt,
      manual_review_reason: change.manualReviewReason,
    })
    .$if(bookedCents !== null, (update) =>
      update.set({ amount_cents: bookedCents ?? 0, requested_cents: payment.amountCents }),
    )
    .where('p.account_id', '=', payment.accountId)
    .where('p.id', '=', payment.id)
    .returning(paymentColumns)
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
  const row = await trx
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .leftJoin('login as l', (join) => join.on('l.id', '=', payment.loginId))
    .select(['a.account_number', 'c.email_address', 'c.language'])
    .select(['l.email_address as login_address', 'l.language as login_language'])
    .where('a.id', '=', payment.accountId)
    .executeTakeFirstOrThrow();
  return {
    emailAddress: row.login_address ?? row.email_address,
    language: row.login_language ?? row.language,
    accountNumber: row.account_number,
  };
}

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
  const insertion = trx.insertInto('payment_attempt').values((eb) =>
    attempts.map(({ payment, attempt }) => ({
      account_id: payment.accountId,
      payment_id: payment.id,
      number: eb
        .selectFrom('payment_attempt')
        .select((inner) => sql<number>`coalesce(${inner.fn.max('number')}, 0) + 1`.as('next'))
        .where('account_id', '=', payment.accountId)
        .where('payment_id', '=', payment.id),
      kind: attempt.kind,
      started_at: attempt.startedAt,
      finished_at: attempt.finishedAt,
      outcome: attempt.outcome,
      detail: attempt.detail,
    })),
  );
  await sendAhead(trx, insertion);
}

/** Stores the outcome of a payment's charge attempt. */
export async function finishCharge(trx: Trx, payment: PaymentKey, attempt: Attempt): Promise<void> {
  const { finishedAt, outcome, detail } = attempt;
  const update = trx
    .updateTable('payment_attempt')
    .set({ finished_at: finishedAt, outcome, detail })
    .where('account_id', '=', payment.accountId)
    .where('payment_id', '=', payment.id)
    .where('kind', '=', 'charge')
    .where('finished_at', 'is', null);
  await sendAhead(trx, update);
}
