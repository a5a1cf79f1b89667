import type { ProcessorName } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import type { RecordedCharge } from '../../gateways/card-processor/card-processor.ts';
import { findAccountId, noAccountId } from '../../platform/database/account-lookup.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { PaymentKey } from '../payment-state/payment.repository.ts';
import type { StoredPayment } from './processor-records.rules.ts';

const candidateLimit = 10;

/** A stored payment with its key and reference. */
export interface ReferencedPayment extends PaymentKey, StoredPayment {
  readonly reference: string;
}

/** Returns the payments that one processor has under these references. */
export async function listByReference(
  db: Database,
  processor: ProcessorName,
  references: readonly string[],
): Promise<ReferencedPayment[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['account_id as accountId', 'id', 'state', 'amount_cents as amountCents'])
    .select(['processor_transaction as transaction', 'processor_reference as reference'])
    .select(sql<boolean>`state = 'UNKNOWN' and reconcile_at is null`.as('isHeld'))
    .where(sql<boolean>`processor_reference = any(${references}::text[])`)
    .where('processor', '=', processor)
    .execute();
  return rows.map((row) => ({ ...row, reference: row.reference ?? '' }));
}

/** Returns saved methods, removed or not, that a charge may have used: the newest of each account, at most ten. */
export async function listMethodsOfCharge(
  db: Database,
  processor: ProcessorName,
  { lastFour, at, amountCents }: RecordedCharge,
  accountNumber?: string,
): Promise<{ accountNumber: string; accountId: string; methodId: string; owesAmount: boolean }[]> {
  const accountId =
    accountNumber === undefined ? undefined : ((await findAccountId(db, accountNumber)) ?? noAccountId);
  return await db
    .selectFrom('payment_method as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .distinctOn('a.account_number')
    .select(['a.account_number as accountNumber', 'a.id as accountId', 'm.id as methodId'])
    .select(sql<boolean>`a.balance_cents >= ${amountCents}`.as('owesAmount'))
    .where('m.processor', '=', processor)
    .$if(lastFour !== null, (m) => m.where('m.last_four', '=', lastFour))
    .where('m.created_at', '<=', at)
    .$if(accountId !== undefined, (m) => m.where('m.account_id', '=', accountId ?? noAccountId))
    .orderBy('a.account_number')
    .orderBy('m.created_at', 'desc')
    .limit(candidateLimit)
    .execute();
}

/** Returns the payments here that a processor accepted between two times and that are under none of these references. */
export async function listAcceptedWithout(
  db: Database,
  processor: ProcessorName,
  {
    from,
    to,
    references,
  }: { readonly from: Date; readonly to: Date; readonly references: readonly string[] },
): Promise<PaymentKey[]> {
  return await db
    .selectFrom('payment')
    .select(['account_id as accountId', 'id'])
    .where('processor', '=', processor)
    .where('processor_transaction', 'is not', null)
    .where('state', 'in', ['COMPLETED', 'PENDING'])
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', to)
    .where(sql<boolean>`processor_reference <> all (${references}::text[])`)
    .execute();
}

/** Puts a payment into manual review unless it is there. */
export async function flagUnlessFlagged(db: Database, payment: PaymentKey, reason: string): Promise<void> {
  await db
    .updateTable('payment')
    .set({ manual_review_reason: reason })
    .where('account_id', '=', payment.accountId)
    .where('id', '=', payment.id)
    .where('manual_review_reason', 'is', null)
    .execute();
}

/** Returns until when a processor's records were compared; undefined before the first time. */
export async function findComparedUntil(db: Database, processor: ProcessorName): Promise<Date | undefined> {
  const row = await db
    .selectFrom('processor_comparison')
    .select('compared_until')
    .where('processor', '=', processor)
    .executeTakeFirst();
  return row?.compared_until;
}

/** A comparison of a processor's records with the payments here. */
export interface Comparison {
  readonly processor: ProcessorName;
  readonly comparedUntil: Date;
  readonly differences: number;
}

/** Stores the newest comparison of a processor. */
export async function saveComparison(db: Database, { processor, ...comparison }: Comparison): Promise<void> {
  const values = { compared_until: comparison.comparedUntil, differences: comparison.differences };
  await db
    .insertInto('processor_comparison')
    .values({ processor, ...values })
    .onConflict((conflict) => conflict.column('processor').doUpdateSet(values))
    .execute();
}
