import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { PaymentState } from '../../platform/database/tables.payments.ts';
import type { Language } from '../../platform/texts.ts';
import { type Payment, paymentColumns, paymentOf } from './payments.repository.ts';

/** Names one payment. */
export interface PaymentKey {
  readonly accountId: string;
  readonly id: string;
}

/** What changes with a payment’s state. */
export interface PaymentChange {
  readonly state: PaymentState;
  readonly stateAt: Date;
  readonly transaction: string | null;
  readonly failureCode: string | null;
  readonly failureText: string | null;
  /** When to ask the processor again; null: not any more. */
  readonly reconcileAt: Date | null;
  /** What was really booked, where it is not what was asked. */
  readonly bookedCents: number | null;
  readonly needsPerson: string | null;
}

/** Locks the account, then the payment: the order in which everything that moves its money does. */
export async function lockPayment(trx: Trx, key: PaymentKey): Promise<Payment> {
  await trx.selectFrom('account').select('id').where('id', '=', key.accountId).forNoKeyUpdate().execute();
  const row = await trx
    .selectFrom('payment as p')
    .select(paymentColumns)
    .where('p.account_id', '=', key.accountId)
    .where('p.id', '=', key.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return paymentOf(row);
}

/** Any account’s payment, for a person of the operator; undefined where there is none. */
export async function findPaymentById(db: Database, id: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payment as p')
    .select(paymentColumns)
    .where('p.id', '=', id)
    .executeTakeFirst();
  return row && paymentOf(row);
}

/** Moves a locked payment to its next state. */
export async function changePayment(trx: Trx, payment: Payment, change: PaymentChange): Promise<Payment> {
  const { bookedCents } = change;
  const row = await trx
    .updateTable('payment')
    .set({
      state: change.state,
      state_at: change.stateAt,
      processor_transaction: change.transaction ?? payment.transaction,
      failure_code: change.failureCode,
      failure_text: change.failureText,
      reconcile_tries: 0,
      reconcile_at: change.reconcileAt,
      needs_person: change.needsPerson,
    })
    .$if(bookedCents !== null, (update) =>
      update.set({ amount_cents: bookedCents ?? 0, asked_cents: payment.amountCents }),
    )
    .where('account_id', '=', payment.accountId)
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return paymentOf(row);
}

/** Leaves a payment to a person, with the reason. */
export async function tellPerson(trx: Trx, payment: PaymentKey, why: string): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ needs_person: why })
    .where('account_id', '=', payment.accountId)
    .where('id', '=', payment.id)
    .execute();
}

/** Takes a payment off the list of what waits for a person. */
export async function clearPerson(trx: Trx, payment: PaymentKey): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ needs_person: null })
    .where('account_id', '=', payment.accountId)
    .where('id', '=', payment.id)
    .execute();
}

/** Who is told of a payment, and how its account is called. */
export interface Payer {
  readonly emailAddress: string | null;
  readonly language: Language;
  readonly accountNumber: string;
}

/** The sign-in that paid; where there is none, the account’s customer. */
export async function getPayer(trx: Trx, payment: Payment): Promise<Payer> {
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

/** One call to a processor about a payment, with what it said in its own words. */
export interface Attempt {
  readonly kind: 'charge' | 'inquiry';
  readonly startedAt: Date;
  /** Null while the answer is out. */
  readonly finishedAt: Date | null;
  readonly outcome: string | null;
  readonly detail: string | null;
}

/** Adds an attempt to a payment whose account is locked. */
export async function insertAttempt(trx: Trx, payment: PaymentKey, attempt: Attempt): Promise<void> {
  await trx
    .insertInto('payment_attempt')
    .values((eb) => ({
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
    }))
    .execute();
}

/** Notes what came back from the charge that a payment began with. */
export async function finishCharge(trx: Trx, payment: PaymentKey, attempt: Attempt): Promise<void> {
  const { finishedAt, outcome, detail } = attempt;
  await trx
    .updateTable('payment_attempt')
    .set({ finished_at: finishedAt, outcome, detail })
    .where('account_id', '=', payment.accountId)
    .where('payment_id', '=', payment.id)
    .where('kind', '=', 'charge')
    .where('finished_at', 'is', null)
    .execute();
}
