import { unconfirmedForLongMs } from '@myaccount/contract/payment-states';
import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/**
 * Returns payments in manual review, oldest first. Charges that have been without a result for long come before all others:
 * their accounts cannot pay.
 */
export async function listPaymentsForManualReview(db: Database, now: Date) {
  const since = new Date(now.getTime() - unconfirmedForLongMs);
  const isBlocking = sql<boolean>`p.state in ('SUBMITTING', 'UNKNOWN') and p.occurred_at <= ${since}`;
  return await db
    .selectFrom('payment as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.id', 'a.account_number as accountNumber', 'p.state', 'p.amount_cents as amountCents'])
    .select(['p.occurred_at as occurredAt', 'p.processor', 'p.processor_reference as reference'])
    .select(['p.processor_transaction as transaction', 'p.manual_review_reason as reason'])
    .select(isBlocking.as('isBlocking'))
    .where((eb) => eb.or([eb('p.manual_review_reason', 'is not', null), isBlocking]))
    .orderBy('isBlocking', 'desc')
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
