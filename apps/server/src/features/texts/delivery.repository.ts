import type { Language } from '@myaccount/contract/languages';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { type Among, lookForWork } from '../../platform/database/distribution/look-for-work.ts';
import type { SealedValue } from '../../platform/secrets.ts';
import { finalStates, isUnsent, type TextState } from './delivery.rules.ts';
import type { NotificationKind } from './notification.rules.ts';

/** Primary key of a text. */
export interface TextKey {
  readonly accountId: string;
  readonly id: string;
}

/** A text as its delivery needs it. */
export interface StoredText extends TextKey {
  readonly eventKey: string;
  readonly kind: NotificationKind;
  readonly language: Language;
  readonly recipient: string;
  /** Null once nobody needs the values any more. */
  readonly payload: SealedValue | null;
  readonly state: TextState;
  readonly attempts: number;
  readonly uselessAfter: Date;
  readonly sendingSince: Date | null;
  readonly providerId: string | null;
  readonly correlationId: string | null;
}

interface TextRow extends Omit<StoredText, 'payload'> {
  readonly bytes: Buffer | null;
  readonly keyId: string | null;
}

const columns = sql`t.account_id as "accountId", t.id, t.event_key as "eventKey", t.kind, t.language, t.recipient,
  t.payload_sealed as bytes, t.payload_key_id as "keyId", t.attempts, t.useless_after as "uselessAfter",
  t.sending_since as "sendingSince", t.provider_id as "providerId", t.correlation_id as "correlationId"`;

const claimMs = 60_000;

/** Returns texts that are due, oldest first. */
export async function listDueTexts(db: Database, now: Date, limit: number): Promise<TextKey[]> {
  const due = (among: Among) =>
    db
      .selectFrom('text_message')
      .select(['account_id as accountId', 'id'])
      .where('due_at', '<=', now)
      .where(among('account_id'))
      .orderBy('due_at')
      .limit(limit);
  return await lookForWork(db, due, limit);
}

/**
 * Claims a due text for a minute, so that no other server works on it, and returns it with the state that it had. A waiting
 * one is marked as being sent before anything is sent. Undefined if it is not due.
 */
export async function claimText(
  db: Database,
  { accountId, id }: TextKey,
  now: Date,
): Promise<StoredText | undefined> {
  const { rows } = await sql<TextRow>`
    update text_message t set attempts = t.attempts + 1, due_at = ${new Date(now.getTime() + claimMs)},
      state = case t.state when 'WAITING' then 'SENDING' else t.state end,
      sending_since = coalesce(t.sending_since, ${now})
    from (select id, state from text_message
          where account_id = ${accountId} and id = ${id} and due_at <= ${now}
          for update skip locked) before
    where t.account_id = ${accountId} and t.id = before.id
    returning before.state, ${columns}`.execute(db);
  return rows[0] && toText(rows[0]);
}

/** Returns the key of a text that a callback names; undefined if there is none. */
export async function findTextKey(trx: Trx, id: string): Promise<TextKey | undefined> {
  return await trx
    .selectFrom('text_message')
    .select(['account_id as accountId', 'id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks a text; undefined if there is none. */
export async function lockText(trx: Trx, { accountId, id }: TextKey): Promise<StoredText | undefined> {
  const { rows } = await sql<TextRow>`
    select t.state, ${columns} from text_message t
    where t.account_id = ${accountId} and t.id = ${id} for update`.execute(trx);
  return rows[0] && toText(rows[0]);
}

/** Returns whether a text about the same was queued after this one. */
export async function isReplaced(trx: Trx, { accountId, id }: TextKey): Promise<boolean> {
  const newer = await trx
    .selectFrom('text_message as newer')
    .innerJoin('text_message as t', (join) =>
      join.onRef('newer.account_id', '=', 't.account_id').onRef('newer.topic', '=', 't.topic'),
    )
    .select('newer.id')
    .where('t.account_id', '=', accountId)
    .where('t.id', '=', id)
    .whereRef('newer.created_at', '>', 't.created_at')
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}

function toText({ bytes, keyId, ...row }: TextRow): StoredText {
  return { ...row, payload: bytes && keyId ? { bytes, keyId } : null };
}

/** What changes of a text. */
export interface TextChange {
  readonly state: TextState;
  /** Null once it is final, or nobody asks any more. */
  readonly dueAt: Date | null;
  readonly providerId?: string | undefined;
  readonly sentAt?: Date;
  readonly error?: string;
  readonly reviewReason?: string | undefined;
  /** Erases the values. */
  readonly isDone?: boolean;
  /** Nothing was sent: the next attempt need not ask first. Counts attempts from here. */
  readonly attempts?: number;
  readonly isUnsent?: boolean;
}

/** Stores the status of a text, unless it came further meanwhile: a callback can be faster than a response. */
export async function changeText(
  db: Database | Trx,
  { accountId, id }: TextKey,
  change: TextChange,
): Promise<void> {
  const { state } = change;
  await db
    .updateTable('text_message')
    // What is undefined stays as it is.
    .set({
      state,
      due_at: change.dueAt,
      provider_id: change.providerId,
      sent_at: change.sentAt,
      last_error: change.error?.slice(0, 500),
      manual_review_reason: change.reviewReason,
      attempts: change.attempts,
      ...(change.isUnsent && { sending_since: null }),
      ...(change.isDone && { payload_sealed: null, payload_key_id: null }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', 'not in', finalStates)
    .$if(isUnsent(state) || state === 'DROPPED', (update) =>
      update.where('state', 'in', ['WAITING', 'SENDING']),
    )
    .execute();
}
