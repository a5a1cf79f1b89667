import type { SentText, StatusCallback } from '../../gateways/sms/sms.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { notFound, Refusal } from '../../platform/http/problems.ts';
import { textResults } from '../../platform/metrics.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Secrets } from '../../platform/secrets.ts';
import {
  changeText,
  findTextKey,
  isReplaced,
  lockText,
  type StoredText,
  type TextKey,
} from './delivery.repository.ts';
import { isFinal, isUnsent, nextQuestionAt, stateAfter } from './delivery.rules.ts';
import type { NotificationValues } from './notification.rules.ts';
import { queueNotificationMail } from './notification-mail.service.ts';
import { addEvent } from './stop.repository.ts';
import { stopNumber } from './stop.service.ts';
import { textPurpose } from './texts.service.ts';

/** What a log line says of a text. It names nobody. */
export function lineOf({ id, kind, correlationId }: StoredText): object {
  return { textId: id, kind, ...(correlationId === null ? {} : { correlationId }) };
}

/** Returns the values of a text that is not done. */
export function valuesOf(secrets: Secrets, { id, payload }: StoredText): NotificationValues {
  if (!payload) throw new Error(`Text ${id} has no values any more`);
  return JSON.parse(secrets.open(payload, textPurpose)) as NotificationValues;
}

/** Records what the service tells of a text, in whatever order it does. What cannot be delivered goes by mail. */
export async function recordDelivery(portal: Portal, key: TextKey, sent: SentText): Promise<void> {
  const text = await portal.db.transaction().execute((trx) => applyDelivery(trx, portal, key, sent));
  await recordStop(portal, text, sent);
}

/**
 * Records a status callback once (SMS-1). Throws a {@link Refusal} for one that arrived before, and not found for a text
 * that does not exist.
 */
export async function recordStatus(portal: Portal, id: string, sent: StatusCallback): Promise<void> {
  const { eventId, status } = sent;
  const text = await portal.db.transaction().execute(async (trx) => {
    const { now: at } = await portal.moment(trx);
    const key = await findTextKey(trx, id);
    if (!key) throw notFound();
    const isNew = await addEvent(trx, eventId, at, { text: id, status });
    if (!isNew) throw new Refusal('request.repeated');
    return await applyDelivery(trx, portal, key, sent);
  });
  await recordStop(portal, text, sent);
}

/** Returns the text as it was; undefined if it does not change. */
async function applyDelivery(
  trx: Trx,
  portal: Portal,
  key: TextKey,
  sent: SentText,
): Promise<StoredText | undefined> {
  const text = await lockText(trx, key);
  if (!text || isFinal(text.state)) return undefined;
  // A second sending of the same text: the first one counts.
  if (text.providerId !== null && text.providerId !== sent.providerId) return undefined;
  await writeDelivery(trx, portal, text, sent);
  return text;
}

async function recordStop(portal: Portal, text: StoredText | undefined, { reason }: SentText): Promise<void> {
  if (text && reason === 'opted-out') await stopNumber(portal, text.recipient, text.correlationId);
}

async function writeDelivery(trx: Trx, portal: Portal, text: StoredText, sent: SentText): Promise<void> {
  const now = portal.clock.now();
  const { providerId } = sent;
  const state = stateAfter(text.state, sent.status);
  if (state === 'UNDELIVERED') {
    await tellByMail(trx, portal, text, { state, error: `not delivered: ${sent.reason}`, providerId });
    return;
  }
  if (state === 'DELIVERED') {
    textResults.inc({ result: 'delivered' });
    await changeText(trx, text, { state, dueAt: null, providerId, isDone: true });
    return;
  }
  if (text.state === 'SENT') return;
  const dueAt = nextQuestionAt(0, now) ?? null;
  await changeText(trx, text, { state, dueAt, providerId, sentAt: now, attempts: 0 });
}

/** How a text ended that told nothing. */
export interface FailedText {
  readonly state: 'UNDELIVERED' | 'DROPPED';
  /** For operators; names no person. */
  readonly error: string;
  readonly providerId?: string;
}

/** Ends a text that was not sent, and sends its notification by mail in the same transaction, unless a newer notification took its place. */
export async function settleFailedText(portal: Portal, key: TextKey, end: FailedText): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    const text = await lockText(trx, key);
    if (text && isUnsent(text.state)) await tellByMail(trx, portal, text, end);
  });
}

async function tellByMail(
  trx: Trx,
  portal: Portal,
  text: StoredText,
  { state, error, providerId }: FailedText,
): Promise<void> {
  const isOutdated = text.uselessAfter <= portal.clock.now() || (await isReplaced(trx, text));
  const isNotified =
    !isOutdated &&
    text.payload !== null &&
    (await queueNotificationMail(trx, portal, { ...text, values: valuesOf(portal.secrets, text) }));
  textResults.inc({ result: isNotified ? 'mailed' : 'outdated' });
  portal.log.info({ ...lineOf(text), isTold: isNotified }, 'text ended without telling');
  const reviewReason = isNotified || isOutdated ? undefined : 'nobody could be told by mail either';
  await changeText(trx, text, { state, dueAt: null, error, providerId, reviewReason, isDone: true });
}
