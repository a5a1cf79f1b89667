import type { Language } from '@myaccount/contract/languages';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { SealedValue } from '../../platform/secrets.ts';
import type { Notification } from './notification.rules.ts';

/** Returns an account's preference and contact. Throws without such an account. */
export async function getNewsAccount(db: Database | Trx, accountId: string) {
  return await db
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['a.notification_preference as preference', 'c.phone_number as phoneNumber', 'c.language'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Returns whether somebody replied STOP from the number of an account, and not START since. */
export async function findStop(db: Database | Trx, accountId: string, phoneNumber: string): Promise<boolean> {
  const stop = await db
    .selectFrom('text_stop')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('phone_number', '=', phoneNumber)
    .where('resumed_at', 'is', null)
    .executeTakeFirst();
  return stop !== undefined;
}

interface NewText {
  readonly notification: Notification;
  readonly recipient: string;
  readonly language: Language;
  readonly payload: SealedValue;
  readonly createdAt: Date;
  readonly dueAt: Date;
}

/** Stores a text and returns its id; undefined if its event is stored already. */
export async function insertText(trx: Trx, text: NewText): Promise<string | undefined> {
  const { notification, recipient, language, payload, createdAt, dueAt } = text;
  const row = await trx
    .insertInto('text_message')
    .values({
      account_id: notification.accountId,
      event_key: notification.eventKey,
      topic: notification.topic,
      kind: notification.kind,
      language,
      recipient,
      payload_sealed: payload.bytes,
      payload_key_id: payload.keyId,
      created_at: createdAt,
      due_at: dueAt,
      useless_after: notification.uselessAfter,
      correlation_id: notification.correlationId,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'event_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Drops texts of a topic that still wait: the newest one, which is another text, makes them outdated. */
export async function dropOutdated(
  trx: Trx,
  { accountId, topic }: Notification,
  newestId: string,
): Promise<void> {
  await trx
    .updateTable('text_message')
    .set({
      state: 'DROPPED',
      due_at: null,
      payload_sealed: null,
      payload_key_id: null,
      last_error: 'a newer notification took its place',
    })
    .where('account_id', '=', accountId)
    .where('topic', '=', topic)
    .where('state', '=', 'WAITING')
    .where('id', '<>', newestId)
    .execute();
}
