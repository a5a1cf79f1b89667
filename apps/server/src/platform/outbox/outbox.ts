import type { Language } from '@myaccount/contract/languages';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Trx } from '../database/connect.ts';
import { compileOnce, type Placeholders } from '../database/pipeline/pipeline.ts';
import type { Tables } from '../database/tables.ts';
import type { Portal } from '../portal.ts';

/** A message to send once: a second message with the same event key is not stored. */
export interface Message {
  /** The event that it reports, such as `payment-made:ID`. */
  readonly eventKey: string;
  readonly accountId: string | null;
  readonly recipient: string;
  readonly template: string;
  readonly language: Language;
  readonly payload: Readonly<Record<string, unknown>>;
  /** True if the payload holds a secret, such as a sign-in code. It is stored sealed and erased once sent. */
  readonly isSecret?: boolean;
  /** The message is not sent after this time. */
  readonly uselessAfter?: Date;
  /** The request that caused the message; null if a job did. */
  readonly correlationId: string | null;
}

/** A message that this server has claimed for an attempt. */
export interface ClaimedMessage {
  readonly id: string;
  readonly accountId: string | null;
  readonly recipient: string;
  readonly template: string;
  readonly language: Language;
  readonly payload: unknown;
  readonly attempts: number;
  readonly uselessAfter: Date | null;
  readonly correlationId: string | null;
}

const purpose = 'outbox.payload';
/** Time after each failed attempt, in seconds. After the last one the message is dead. */
const backOffSeconds = [10, 30, 120, 600, 1_800, 7_200, 21_600];

/** Stores mails in the caller's transaction, except those whose event keys are already stored. Returns the ids that they then have. */
export async function queueMails(trx: Trx, portal: Portal, messages: readonly Message[]): Promise<string[]> {
  const rows = messages.map((message) => rowOf(portal, message));
  if (rows.length > 0) await insertMails(trx, { rows });
  return rows.map(({ id }) => id);
}

function rowOf({ clock, secrets }: Portal, message: Message) {
  const now = clock.now();
  const json = JSON.stringify(message.payload);
  const sealed = message.isSecret ? secrets.seal(json, purpose) : undefined;
  return {
    id: uuidv7(),
    event_key: message.eventKey,
    account_id: message.accountId,
    channel: 'mail',
    recipient: message.recipient,
    template: message.template,
    language: message.language,
    payload: sealed ? null : json,
    payload_sealed: sealed?.bytes ?? null,
    payload_key_id: sealed?.keyId ?? null,
    created_at: now,
    next_attempt_at: now,
    useless_after: message.uselessAfter ?? null,
    correlation_id: message.correlationId,
  } as const;
}

type MailRow = Omit<Insertable<Tables['outbox']>, 'state' | 'attempts'>;

const insertMails = compileOnce((trx, { rows }: Placeholders<{ readonly rows: readonly MailRow[] }>) =>
  trx
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .compile(),
);

/**
 * Claims a due message by postponing its next attempt, so that no other server sends it too. Undefined if it is sent,
 * dead, or not due.
 */
export async function claimMessage(portal: Portal, id: string): Promise<ClaimedMessage | undefined> {
  const now = portal.clock.now();
  const [row] = await postponeMessage(portal.db, { id, now, until: new Date(now.getTime() + 60_000) });
  if (!row) return undefined;
  const { payload_sealed: bytes, payload_key_id: keyId, ...message } = row;
  const payload = bytes && keyId ? JSON.parse(portal.secrets.open({ bytes, keyId }, purpose)) : row.payload;
  return { ...message, payload };
}

const postponeMessage = compileOnce(
  (db, { id, now, until }: Placeholders<{ id: string; now: Date; until: Date }>) =>
    db
      .updateTable('outbox')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: until }))
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .where('next_attempt_at', '<=', now)
      .returning([
        'id',
        'account_id as accountId',
        'recipient',
        'template',
        'language',
        'payload',
        'attempts',
      ])
      .returning(['useless_after as uselessAfter', 'payload_sealed', 'payload_key_id'])
      .returning('correlation_id as correlationId')
      .compile(),
);

/** Returns ids of messages with a due attempt: first those that become useless, such as codes, then the oldest. */
export async function listDueMessages(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'WAITING')
    .where('next_attempt_at', '<=', now)
    .orderBy((eb) => eb('useless_after', 'is', null))
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Marks a message as sent and erases its sealed payload. */
export async function markSent(portal: Portal, id: string): Promise<void> {
  await updateSent(portal.db, { id, sentAt: portal.clock.now() });
}

const updateSent = compileOnce((db, { id, sentAt }: Placeholders<{ id: string; sentAt: Date }>) =>
  db
    .updateTable('outbox')
    .set({ state: 'SENT', sent_at: sentAt, last_error: null, payload_sealed: null, payload_key_id: null })
    .where('id', '=', id)
    .compile(),
);

/**
 * Schedules the next attempt. Marks the message dead after a final failure, the last attempt, or once it is useless. The error is
 * for operators, and may hold the mail server's text.
 */
export async function markFailed(
  portal: Portal,
  message: ClaimedMessage,
  error: string,
  isFinal: boolean,
): Promise<void> {
  const now = portal.clock.now();
  const waitSeconds = backOffSeconds[message.attempts - 1];
  const next = new Date(now.getTime() + (waitSeconds ?? 0) * 1_000);
  const isUseless = message.uselessAfter !== null && message.uselessAfter <= next;
  const isDead = isFinal || waitSeconds === undefined || isUseless;
  await portal.db
    .updateTable('outbox')
    .set({ next_attempt_at: next, last_error: error.slice(0, 500) })
    .$if(isDead, (update) => update.set({ state: 'DEAD', payload_sealed: null, payload_key_id: null }))
    .where('id', '=', message.id)
    .execute();
}
