import { basePath } from '@myaccount/contract/endpoint';
import type { SendResult, SmsGateway } from '../../gateways/sms/sms.ts';
import { textResults } from '../../platform/metrics.ts';
import type { Portal } from '../../platform/portal.ts';
import { changeText, claimText, listDueTexts, type StoredText, type TextKey } from './delivery.repository.ts';
import { nextAttemptAt, nextQuestionAt } from './delivery.rules.ts';
import { lineOf, recordDelivery, settleFailedText, valuesOf } from './delivery.service.ts';
import { sendingTimeOf } from './quiet-hours.rules.ts';
import { stopNumber } from './stop.service.ts';
import { textBody } from './text-body.rules.ts';
import { isStillWanted } from './texts.service.ts';

/** What the delivery of texts works with. */
export interface TextContext {
  readonly portal: Portal;
  /** Null where texts are not set up: what still waits goes by mail. */
  readonly sms: SmsGateway | null;
}

const batchSize = 100;
const minuteMs = 60_000;
/** Attempts without an answer after which the notification goes by mail, even though the text may have been sent. */
const mostUnclearAttempts = 5;

/** Works on all due texts one after the other and returns how many there were. */
export async function deliverDueTexts(context: TextContext): Promise<number> {
  const { portal } = context;
  const texts = await listDueTexts(portal.db, portal.clock.now(), batchSize);
  for (const key of texts) await deliverText(context, key);
  return texts.length;
}

/** Sends a text if it is due, or asks for its status. It is sent once, whatever happens in between (SMS-1). */
export async function deliverText({ portal, sms }: TextContext, key: TextKey): Promise<void> {
  const now = portal.clock.now();
  const text = await claimText(portal.db, key, now);
  if (!text) return;
  if (text.state === 'SENT') return await askAboutDelivery({ portal, sms }, text);
  const isUnclear = text.state === 'SENDING';
  if (!sms) return await settleFailedText(portal, text, { state: 'DROPPED', error: 'texts are not set up' });
  if (isUnclear && (await isFound(portal, sms, text))) return;
  if (text.uselessAfter <= now) {
    await changeText(portal.db, text, {
      state: 'DROPPED',
      dueAt: null,
      isDone: true,
      error: isUnclear ? 'nobody knows whether it was sent' : 'outdated before it was sent',
    });
    textResults.inc({ result: 'outdated' });
    return;
  }
  const { quietHours, timeZone } = portal.config;
  const sendingTime = sendingTimeOf(now, quietHours, timeZone);
  if (sendingTime > now) {
    // It waits for the end of the quiet hours, with as many attempts left as before.
    const attempts = text.attempts - 1;
    return await changeText(portal.db, text, {
      state: 'WAITING',
      dueAt: sendingTime,
      attempts,
      isUnsent: true,
    });
  }
  if (!(await isStillWanted(portal.db, text.accountId, text.recipient)))
    return await settleFailedText(portal, text, {
      state: 'DROPPED',
      error: 'texts are no longer wanted there',
    });
  const callbackUrl = `${portal.config.publicUrl}${basePath}/hooks/sms/status?text=${text.id}`;
  const result = await sms.send({ to: text.recipient, body: bodyOf(portal, text), callbackUrl });
  await recordResult(portal, text, result);
}

/**
 * Looks for a text whose sending was not noted. True if nothing more is to be done now: it was sent, or nobody knows yet.
 */
async function isFound(portal: Portal, sms: SmsGateway, text: StoredText): Promise<boolean> {
  const { recipient: to, sendingSince, attempts } = text;
  const now = portal.clock.now();
  const found = await sms.find({ to, body: bodyOf(portal, text), since: sendingSince ?? now });
  if (found.outcome === 'found') {
    await recordDelivery(portal, text, found.text);
    return true;
  }
  if (found.outcome === 'not-found') return false;
  portal.log.warn({ ...lineOf(text), reason: found.text }, 'text not found out');
  if (attempts > mostUnclearAttempts && text.uselessAfter > now) {
    await settleFailedText(portal, text, { state: 'DROPPED', error: `nobody knows: ${found.text}` });
    return true;
  }
  return text.uselessAfter > now;
}

async function recordResult(portal: Portal, text: StoredText, result: SendResult): Promise<void> {
  const { db, log, clock } = portal;
  const now = clock.now();
  if (result.outcome === 'accepted') {
    textResults.inc({ result: 'sent' });
    log.info(lineOf(text), 'text sent');
    return await recordDelivery(portal, text, result.text);
  }
  const reason = result.text;
  if (result.outcome === 'refused') {
    log.warn({ ...lineOf(text), reason }, 'text refused');
    if (result.reason === 'opted-out') await stopNumber(portal, text.recipient, text.correlationId);
    return await settleFailedText(portal, text, { state: 'UNDELIVERED', error: reason });
  }
  log.warn({ ...lineOf(text), reason }, 'text not sent');
  textResults.inc({ result: 'retry' });
  if (result.outcome === 'unknown') {
    // The claim ends in a minute; the next server looks for the text before it sends.
    const dueAt = new Date(now.getTime() + minuteMs);
    await changeText(db, text, { state: 'SENDING', dueAt, error: reason });
    return;
  }
  const next = nextAttemptAt(text.attempts, now);
  if (!next || next >= text.uselessAfter)
    return await settleFailedText(portal, text, { state: 'DROPPED', error: reason });
  const { quietHours, timeZone } = portal.config;
  const dueAt = sendingTimeOf(next, quietHours, timeZone);
  await changeText(db, text, { state: 'WAITING', dueAt, error: reason, isUnsent: true });
}

/** Callbacks can get lost: the service is asked. After the last question the text stays as it is. */
async function askAboutDelivery({ portal, sms }: TextContext, text: StoredText): Promise<void> {
  const found = text.providerId === null ? undefined : await sms?.read(text.providerId);
  if (found?.outcome === 'found') await recordDelivery(portal, text, found.text);
  const dueAt = nextQuestionAt(text.attempts, portal.clock.now()) ?? null;
  await changeText(portal.db, text, { state: 'SENT', dueAt, isDone: dueAt === null });
}

function bodyOf({ config, secrets }: Portal, text: StoredText): string {
  const { brand, timeZone } = config;
  const notification = { kind: text.kind, values: valuesOf(secrets, text) };
  const { name: brandName, supportPhone } = brand;
  return textBody(notification, text.language, { brandName, supportPhone, timeZone });
}
