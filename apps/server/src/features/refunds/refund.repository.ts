import type { ProcessorName } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import type { RecordedRefund } from '../../gateways/card-processor/card-processor.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { RowOf } from '../../platform/database/tables.ts';
import type { PaymentKey } from '../payment-state/payment.repository.ts';

/** A refund in its current state. */
export interface Refund {
  readonly accountId: string;
  readonly id: string;
  readonly paymentId: string;
  readonly ordinal: number;
  /** The processor's number of it. */
  readonly reference: string;
  readonly state: RowOf<'refund'>['state'];
  readonly means: RowOf<'refund'>['means'];
  readonly amountCents: number;
  readonly reason: string;
  /** `operator:NAME`, or `system` for one that a restored database had lost. */
  readonly actor: string;
  readonly requestedAt: Date;
  /** The processor's words, where it is not done. */
  readonly text: string | null;
  readonly attempts: number;
}

/** Primary key of a refund. */
export type RefundKey = Pick<Refund, 'accountId' | 'id'>;

const columns = [
  'account_id as accountId',
  'id',
  'payment_id as paymentId',
  'ordinal',
  'processor_reference as reference',
  'state',
  'means',
  'amount_cents as amountCents',
  'reason',
  'actor',
  'requested_at as requestedAt',
  'failure_text as text',
  'reconcile_attempts as attempts',
] as const;

/** Returns the refunds of an account's payment, oldest first. */
export async function listRefunds(db: Database, payment: PaymentKey): Promise<Refund[]> {
  return await db
    .selectFrom('refund')
    .select(columns)
    .where('account_id', '=', payment.accountId)
    .where('payment_id', '=', payment.id)
    .orderBy('ordinal')
    .execute();
}

/** Stores a refund of a locked account as UNKNOWN. */
export async function insertRefund(
  trx: Trx,
  {
    accountId,
    paymentId,
    ordinal,
    means,
    amountCents,
    reason,
    actor,
    requestedAt,
  }: Omit<Refund, 'id' | 'reference' | 'state' | 'text' | 'attempts'>,
  reconcileAt: Date | null,
): Promise<Refund> {
  return await trx
    .insertInto('refund')
    .values({
      account_id: accountId,
      payment_id: paymentId,
      ordinal,
      state: 'UNKNOWN',
      means,
      amount_cents: amountCents,
      reason,
      actor,
      requested_at: requestedAt,
      state_at: requestedAt,
      reconcile_at: reconcileAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Returns a refund of a locked account. */
export async function getRefund(trx: Trx, { accountId, id }: RefundKey): Promise<Refund> {
  return await trx
    .selectFrom('refund')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Returns a refund of any account, for operators; undefined if there is none. */
export async function findRefundById(db: Database, id: string): Promise<Refund | undefined> {
  return await db.selectFrom('refund').select(columns).where('id', '=', id).executeTakeFirst();
}

/** What changes of a refund that is UNKNOWN. */
export interface RefundChange {
  readonly state: Refund['state'];
  readonly at: Date;
  readonly occurredOn: string | null;
  readonly amountCents: number;
  readonly transaction: string | null;
  readonly text: string | null;
}

/** Stores what came of a refund of a locked account; its payment follows in the same transaction, before it. */
export async function changeRefund(
  trx: Trx,
  { accountId, id }: RefundKey,
  change: RefundChange,
): Promise<Refund> {
  return await trx
    .updateTable('refund')
    .set({
      state: change.state,
      state_at: change.at,
      occurred_on: change.occurredOn,
      amount_cents: change.amountCents,
      processor_transaction: change.transaction,
      failure_text: change.text,
      ...(change.state !== 'UNKNOWN' && { reconcile_at: null }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Returns refunds whose processor is to be asked, the longest overdue first. */
export async function listDueRefunds(db: Database, now: Date, limit: number): Promise<RefundKey[]> {
  return await db
    .selectFrom('refund')
    .select(['account_id as accountId', 'id'])
    .where('state', '=', 'UNKNOWN')
    .where('reconcile_at', '<=', now)
    .orderBy('reconcile_at')
    .limit(limit)
    .execute();
}

/** Takes a due refund, so that one server asks, and says when it is due again. Undefined where another server took it. */
export async function takeDueRefund(
  db: Database,
  { accountId, id }: RefundKey,
  now: Date,
  nextAt: (refund: Refund) => Date | null,
): Promise<Refund | undefined> {
  return await db.transaction().execute(async (trx) => {
    const refund = await trx
      .selectFrom('refund')
      .select(columns)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('state', '=', 'UNKNOWN')
      .where('reconcile_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!refund) return undefined;
    await trx
      .updateTable('refund')
      .set({ reconcile_at: nextAt(refund), reconcile_attempts: refund.attempts + 1 })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    return refund;
  });
}

/** Returns the refunds that have these numbers. */
export async function listByReferences(db: Database, references: readonly string[]): Promise<Refund[]> {
  return await db
    .selectFrom('refund')
    .select(columns)
    .where(sql<boolean>`processor_reference = any(${references}::text[])`)
    .execute();
}

/** Returns the payments of which a processor made a refund between two times here, under none of these references. */
export async function listDoneWithout(
  db: Database,
  processor: ProcessorName,
  {
    from,
    to,
    references,
  }: { readonly from: Date; readonly to: Date; readonly references: readonly string[] },
): Promise<PaymentKey[]> {
  return await db
    .selectFrom('refund as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.account_id', '=', 'r.account_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['p.account_id as accountId', 'p.id'])
    .where('p.processor', '=', processor)
    .where('r.state', '=', 'DONE')
    .where('r.means', '<>', 'recorded')
    .where('r.requested_at', '>=', from)
    .where('r.requested_at', '<', to)
    // A void is listed as its charge.
    .where(
      sql<boolean>`case r.means when 'void' then p.processor_reference else r.processor_reference end <> all (${references}::text[])`,
    )
    .execute();
}

/** A refund that only its processor has: whose it is. */
export interface LostRefund {
  readonly payment: PaymentKey;
  readonly ordinal: number;
}

/** Of a payment's refunds, so many are recognized by their numbers. */
const recognizedOrdinals = 20;

/** Returns the completed payment that a refund's number derives from; undefined if there is none. */
export async function findLostRefund(
  db: Database,
  processor: ProcessorName,
  { reference, lastFour }: Pick<RecordedRefund, 'reference' | 'lastFour'>,
): Promise<LostRefund | undefined> {
  const { rows } = await sql<PaymentKey & { ordinal: number }>`
    select p.account_id as "accountId", p.id, n as ordinal from payment p
    cross join generate_series(1, ${recognizedOrdinals}::int) n
    where p.processor = ${processor} and p.last_four = ${lastFour} and p.state = 'COMPLETED'
      and charge_reference(p.id, n) = ${reference}`.execute(db);
  return rows[0] && { payment: rows[0], ordinal: rows[0].ordinal };
}
