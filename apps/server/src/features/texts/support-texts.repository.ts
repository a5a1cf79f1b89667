import type { Database } from '../../platform/database/connect.ts';

const shownRows = 10;

/** Returns the last texts of an account, newest first. */
export async function listTextsForSupport(db: Database, accountId: string) {
  return await db
    .selectFrom('text_message')
    .select(['created_at as createdAt', 'kind', 'recipient', 'state', 'attempts'])
    .select(['sent_at as sentAt', 'last_error as lastError', 'provider_id as providerId'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(shownRows)
    .execute();
}

/** Returns who stopped texts of an account, newest first. */
export async function listStopsForSupport(db: Database, accountId: string) {
  return await db
    .selectFrom('text_stop')
    .select(['phone_number as phoneNumber', 'stopped_at as stoppedAt', 'resumed_at as resumedAt'])
    .where('account_id', '=', accountId)
    .orderBy('stopped_at', 'desc')
    .execute();
}

/** Returns texts whose news reached nobody, oldest first. */
export async function listTextsForReview(db: Database) {
  return await db
    .selectFrom('text_message as t')
    .innerJoin('account as a', 'a.id', 't.account_id')
    .select(['t.id', 't.kind', 't.recipient', 't.created_at as createdAt', 't.last_error as lastError'])
    .select(['t.manual_review_reason as reason', 'a.account_number as accountNumber'])
    .where('t.manual_review_reason', 'is not', null)
    .orderBy('t.created_at')
    .execute();
}
