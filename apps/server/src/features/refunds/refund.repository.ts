import type { ProcessorName } from '@myaccount/contract/processors';
import { type Insertable, sql, type UpdateObject } from 'kysely';
import type { RecordedRefund } from '../../gateways/card-processor/card-processor.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import type { RowOf, Tables } from '../../platform/database/tables.ts';
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
}

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

/** Stores a refund of a locked account. */
export async function insertRefund(trx: Trx, refund: Insertable<Tables['refund']>): Promise<Refund> {
  return await trx.insertInto('refund').values(refund).returning(columns).executeTakeFirstOrThrow();
}

/** Returns a refund of any account, for operators; undefined if there is none. */
export async function findRefundById(db: Database, id: string): Promise<Refund | undefined> {
  return await db.selectFrom('refund').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Changes a refund of a locked account, after its payment if that changes too, and returns it. */
export async function updateRefund(
  trx: Trx,
  { accountId, id }: Refund,
  change: UpdateObject<Tables, 'refund'>,
): Promise<Refund> {
  return await trx
    .updateTable('refund')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Takes the refunds whose processor is to be asked now, so that one server asks, and says when they are due again. */
export async function takeDueRefunds(db: Database, now: Date, nextAt: Date): Promise<Refund[]> {
  const due = (among: Among) =>
    db
      .updateTable('refund')
      .set({ reconcile_at: nextAt })
      .where('state', '=', 'UNKNOWN')
      .where('reconcile_at', '<=', now)
      .where(among('account_id'))
      .returning(columns);
  return await lookForWork(db, due);
}

/** Returns the refund that has a number; undefined if none has. */
export async function findRefundByReference(db: Database, reference: string): Promise<Refund | undefined> {
  return await db
    .selectFrom('refund')
    .select(columns)
    .where('processor_reference', '=', reference)
    .executeTakeFirst();
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
  // A void is listed as its charge.
  const { rows } = await sql<PaymentKey>`
    select p.account_id as "accountId", p.id from refund r
    join payment p on p.account_id = r.account_id and p.id = r.payment_id
    where p.processor = ${processor} and r.state = 'DONE' and r.means <> 'recorded'
      and r.requested_at >= ${from} and r.requested_at < ${to}
      and case r.means when 'void' then p.processor_reference else r.processor_reference end <> all (${references}::text[])`.execute(
    db,
  );
  return rows;
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
