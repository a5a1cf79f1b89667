import type { Language } from '@myaccount/contract/languages';
import { type Insertable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../database/connect.ts';
import { isOneOf } from '../database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../database/pipeline/pipeline.ts';
import type { Tables } from '../database/tables.ts';
import type { Portal } from '../portal.ts';
import { type SealedValue, sealedValueOf } from '../secrets.ts';

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
  /** In place of a payload that holds a secret. */
  readonly sealed: SealedValue | null;
  readonly attempts: number;
  readonly uselessAfter: Date | null;
  readonly correlationId: string | null;
}

const purpose = 'outbox.payload';
/** Time after each failed attempt, in seconds. After the last one the message is dead. */
const backOffSeconds = [10, 30, 120, 600, 1_800, 7_200, 21_600];

/** Stores mails in the caller's transaction, except those whose event keys are already stored. Returns the ids that they then have. */
export async function queueMails(
  trx: Trx,
  portal: Pick<Portal, 'clock' | 'secrets'>,
  messages: readonly Message[],
): Promise<string[]> {
  const rows = messages.map((message) => rowOf(portal, message));
  if (rows.length > 0) await insertMails(trx, { rows });
  return rows.map(({ id }) => id);
}

function rowOf({ clock, secrets }: Pick<Portal, 'clock' | 'secrets'>, message: Message) {
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

const claimMs = 60_000;

/**
 * Claims those of some messages that are due by postponing their next attempt, so that no other server sends them too. Leaves out
 * what another server claims at the same moment.
 */
export async function claimMessages(portal: Portal, ids: readonly string[]): Promise<ClaimedMessage[]> {
  const now = portal.clock.now();
  const rows = await postponeMessages(portal.db, { ids, now, until: new Date(now.getTime() + claimMs) });
  return rows.map(({ bytes, keyId, ...message }) => ({ ...message, sealed: sealedValueOf(bytes, keyId) }));
}

type ClaimedRow = Omit<ClaimedMessage, 'sealed'> & {
  readonly bytes: Buffer | null;
  readonly keyId: string | null;
};

// Without an error it is on its way: `listDueMessages`.
const postponeMessages = compileOnce(
  (db, { ids, now, until }: Placeholders<{ ids: readonly string[]; now: Date; until: Date }>) =>
    sql<ClaimedRow>`
      update outbox set attempts = attempts + 1, next_attempt_at = ${until}, last_error = null
      where id in (
        select id from outbox where ${isOneOf('id', ids)} and state = 'WAITING' and next_attempt_at <= ${now}
        for update skip locked)
      returning id, account_id as "accountId", recipient, template, language, payload, payload_sealed as bytes,
        payload_key_id as "keyId", attempts, useless_after as "uselessAfter", correlation_id as "correlationId"`.compile(
      db,
    ),
);

/** Returns the payload of a claimed message. Throws if its key is not known. */
export function payloadOf({ secrets }: Portal, { payload, sealed }: ClaimedMessage): unknown {
  return sealed ? JSON.parse(secrets.open(sealed, purpose)) : payload;
}

/** A message with a due attempt. */
export interface DueMessage {
  readonly id: string;
  readonly recipient: string;
}

/**
 * Returns messages with a due attempt: first those that become useless, such as codes, then the oldest. Leaves out recipients to
 * whom one is on its way, so that theirs arrive in order; the retry of one that failed holds up no other.
 */
export const listDueMessages = compileOnce((db, { now, limit }: Placeholders<{ now: Date; limit: number }>) =>
  sql<DueMessage>`
      select id, recipient from outbox o where state = 'WAITING' and next_attempt_at <= ${now}
        and not exists (
          select 1 from outbox w where w.recipient = o.recipient and w.state = 'WAITING' and w.attempts > 0
            and w.last_error is null and w.next_attempt_at > ${now})
      order by useless_after is null, next_attempt_at, id limit ${limit}`.compile(db),
);

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
