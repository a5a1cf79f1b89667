import type { Database } from '../../platform/database/connect.ts';

/** Payments that asking their processors cannot settle, the longest waiting first. */
export async function listPaymentsForPerson(db: Database) {
  return await db
    .selectFrom('payment as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.id', 'a.account_number as accountNumber', 'p.state', 'p.amount_cents as amountCents'])
    .select(['p.occurred_at as occurredAt', 'p.processor', 'p.processor_reference as reference'])
    .select(['p.processor_transaction as transaction', 'p.needs_person as why'])
    .where('p.needs_person', 'is not', null)
    .orderBy('p.occurred_at')
    .execute();
}

/** Mails that were given up. */
export async function listDeadMail(db: Database) {
  return await db
    .selectFrom('outbox')
    .select(['id', 'template', 'recipient', 'created_at as createdAt', 'attempts', 'last_error as lastError'])
    .where('state', '=', 'DEAD')
    .orderBy('created_at')
    .execute();
}

/** Call-backs of outside services that could not be told to one of our records. */
export async function listAmbiguousEvents(db: Database) {
  return await db
    .selectFrom('inbox_event')
    .select(['provider', 'event_id as eventId', 'received_at as receivedAt'])
    .where('state', '=', 'AMBIGUOUS')
    .orderBy('received_at')
    .execute();
}
