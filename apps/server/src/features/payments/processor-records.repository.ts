import type { ProcessorName } from '@myaccount/contract/processors';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { PaymentKey } from './payments.repository.ts';
import type { StoredPayment } from './processor-records.rules.ts';

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
    .where(sql<boolean>`processor_reference = any(${references}::text[])`)
    .where('processor', '=', processor)
    .execute();
  return rows.map((row) => ({ ...row, reference: row.reference ?? '' }));
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
