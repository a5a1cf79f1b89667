import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { PaymentState } from '@myaccount/contract/payment-states';
import { sql, type UpdateObject } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Payment, type PaymentKey, paymentColumns, paymentOf } from './payment.repository.ts';

/** Fields that change with a payment's state. */
export interface PaymentChange {
  readonly state: PaymentState;
  readonly stateAt: Date;
  readonly transaction: string | null;
  readonly transactionIndex: string | null;
  readonly failureCode: PaymentFailure | null;
  readonly failureText: string | null;
  /** Time of the next inquiry; null when none follows. */
  readonly reconcileAt: Date | null;
  /** Amount that the processor booked, if it differs from the requested one. */
  readonly bookedCents: number | null;
  readonly manualReviewReason: string | null;
  /** Whether no call left, so that the account's next charge draws its number again. */
  readonly releasesNumber: boolean;
}

/** Stores a locked payment's next state and returns the payment. */
export async function changePayment(trx: Trx, payment: Payment, change: PaymentChange): Promise<Payment> {
  const { accountId, id } = payment;
  const transaction = change.transaction ?? payment.transaction;
  const transactionIndex = change.transactionIndex ?? payment.transactionIndex;
  const [row] = await storeChange(trx, { ...change, accountId, id, transaction, transactionIndex });
  if (!row) throw new Error(`There is no payment ${id}`);
  return paymentOf(row);
}

type StoredChange = PaymentChange & { readonly accountId: string; readonly id: string };

const storeChange = compileOnce((trx, { bookedCents, ...change }: Placeholders<StoredChange>) =>
  trx
    .updateTable('payment as p')
    .set((eb) => ({
      state: change.state,
      state_at: change.stateAt,
      amount_cents: sql<number>`coalesce(${bookedCents}::bigint, ${eb.ref('p.amount_cents')})`,
      requested_cents: sql<number | null>`case when ${bookedCents}::bigint is null
        then ${eb.ref('p.requested_cents')} else ${eb.ref('p.amount_cents')} end`,
      processor_transaction: change.transaction,
      transaction_index: change.transactionIndex,
      failure_code: change.failureCode,
      failure_text: change.failureText,
      reconcile_attempts: 0,
      reconcile_at: change.reconcileAt,
      manual_review_reason: change.manualReviewReason,
      charge_number: sql<
        number | null
      >`case when ${change.releasesNumber}::boolean then null else p.charge_number end`,
      processor_reference: sql<
        string | null
      >`case when ${change.releasesNumber}::boolean then null else p.processor_reference end`,
    }))
    .where('p.account_id', '=', change.accountId)
    .where('p.id', '=', change.id)
    .returning(paymentColumns([change.accountId]))
    .compile(),
);

/** What a planned payment promised: its amount, until a try charges less. */
export const promised = sql<number>`coalesce(p.promised_cents, p.amount_cents)`;

/** Changes columns of a locked payment, and returns the payment. */
export async function updatePayment(
  trx: Trx,
  { accountId, id }: PaymentKey,
  change: UpdateObject<Tables & { p: Tables['payment'] }, 'p'>,
): Promise<Payment> {
  const row = await trx
    .updateTable('payment as p')
    .set(change)
    .where('p.account_id', '=', accountId)
    .where('p.id', '=', id)
    .returning(paymentColumns([accountId]))
    .executeTakeFirstOrThrow();
  return paymentOf(row);
}

/**
 * Makes a locked payment that was not charged a plan for a day, with the amount that was promised. It keeps its number, unless no
 * call with it left.
 */
export async function returnToPlan(
  trx: Trx,
  key: PaymentKey,
  { at, day, releasesNumber }: { readonly at: Date; readonly day: string; readonly releasesNumber: boolean },
): Promise<Payment> {
  return await updatePayment(trx, key, {
    state: 'PLANNED',
    planned_for: day,
    amount_cents: promised,
    promised_cents: promised,
    state_at: at,
    reconcile_at: null,
    ...(releasesNumber && { charge_number: null, processor_reference: null }),
  });
}

/** Draws the next number for a locked payment that is SUBMITTING: that of no charge found under its number or up to another one. */
export async function passOverNumber(
  trx: Trx,
  payment: Payment,
  last = payment.chargeNumber,
): Promise<Payment> {
  return await updatePayment(trx, payment, { charge_number: last, processor_reference: null });
}

/** Puts a payment into manual review, with the reason; null takes it out. */
export async function flagForManualReview(
  trx: Trx,
  payment: PaymentKey,
  reason: string | null,
): Promise<void> {
  await updatePayment(trx, payment, { manual_review_reason: reason });
}
