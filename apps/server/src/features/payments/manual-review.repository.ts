import type { Database } from '../../platform/database/connect.ts';

/** Returns payments in manual review, oldest first. */
export async function listPaymentsForManualReview(db: Database) {
  return await db
    .selectFrom('payment as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.id', 'a.account_number as accountNumber', 'p.state', 'p.amount_cents as amountCents'])
    .select(['p.occurred_at as occurredAt', 'p.processor', 'p.processor_reference as reference'])
    .select(['p.processor_transaction as transaction', 'p.manual_review_reason as reason'])
    .where('p.manual_review_reason', 'is not', null)
    .orderBy('p.occurred_at')
    .execute();
}

/** Returns mail whose last attempt failed. */
export async function listDeadMail(db: Database) {
  return await db
    .selectFrom('outbox')
    .select(['id', 'template', 'recipient', 'created_at as createdAt', 'attempts', 'last_error as lastError'])
    .where('state', '=', 'DEAD')
    .orderBy('created_at')
    .execute();
}

/** Returns callbacks of outside services that match no single record. */
export async function listAmbiguousEvents(db: Database) {
  return await db
    .selectFrom('inbox_event')
    .select(['provider', 'event_id as eventId', 'received_at as receivedAt', 'reason', 'payload'])
    .where('state', '=', 'AMBIGUOUS')
    .orderBy('received_at')
    .execute();
}
