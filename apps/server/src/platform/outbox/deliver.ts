import type { Language } from '@myaccount/contract/languages';
import type { RenderedMail } from '../mail/mail-layout.ts';
import { mailAttempts } from '../metrics.ts';
import type { Portal } from '../portal.ts';
import { inSpan } from '../tracing/tracing.ts';
import { DeliveryError } from './delivery-error.ts';
import {
  type ClaimedMessage,
  claimMessages,
  listDueMessages,
  markFailed,
  markSent,
  payloadOf,
} from './outbox.ts';

/** A mail for the mail server. Every attempt has the same Message-ID (MAIL-1). */
export interface OutgoingMail extends RenderedMail {
  readonly to: string;
  readonly messageId: string;
}

/** Sends one mail. Resolves once the mail server accepts it, throws {@link DeliveryError} otherwise. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Renders a message's payload. Links name the account that it is about; the id is empty for a mail about none. */
export type MailTemplate = (
  portal: Portal,
  payload: never,
  language: Language,
  accountId: string,
) => RenderedMail;

/** What outbox delivery works with. */
export interface OutboxContext {
  readonly portal: Portal;
  readonly sendMail: SendMail;
  readonly templates: Readonly<Record<string, MailTemplate>>;
}

/** Due messages that are looked at, for as many recipients. */
const batchSize = 25;
/** Messages that one server sends at once: fewer than it has connections, so that codes find one. */
const sentTogether = 4;

/** Sends one message now if it is due. A failure schedules the next attempt and does not throw. */
export async function deliverMessage(context: OutboxContext, id: string): Promise<void> {
  for (const message of await claimMessages(context.portal, [id])) await sendMessage(context, message);
}

async function sendMessage(context: OutboxContext, message: ClaimedMessage): Promise<void> {
  const { portal } = context;
  const { id, template, correlationId } = message;
  const line = { messageId: id, template, ...(correlationId === null ? {} : { correlationId }) };
  if (message.uselessAfter !== null && message.uselessAfter <= portal.clock.now()) {
    mailAttempts.inc({ result: 'expired' });
    portal.log.warn(line, 'mail expired before it was sent');
    return await markFailed(portal, message, 'expired before it was sent', true);
  }
  try {
    const attributes = {
      template,
      ...(correlationId === null ? {} : { 'myaccount.correlation_id': correlationId }),
    };
    await inSpan({ name: 'send mail', kind: 'client', attributes }, () =>
      context.sendMail(outgoing(context, message)),
    );
  } catch (error) {
    return await recordFailure(portal, message, line, error);
  }
  mailAttempts.inc({ result: 'sent' });
  portal.log.info(line, 'mail sent');
  await markSent(portal, id);
}

async function recordFailure(
  portal: Portal,
  message: ClaimedMessage,
  line: object,
  error: unknown,
): Promise<void> {
  const isRefused = error instanceof DeliveryError && error.isFinal;
  mailAttempts.inc({ result: isRefused ? 'refused' : 'retry' });
  if (!(error instanceof DeliveryError)) {
    portal.log.error({ ...line, err: error }, 'mail not made');
    return await markFailed(portal, message, String(error), false);
  }
  const { message: reason, isFinal, serverText } = error;
  if (isFinal) portal.log.error({ ...line, reason }, 'mail refused');
  else portal.log.warn({ ...line, reason }, 'mail not sent');
  await markFailed(portal, message, serverText ? `${reason}: ${serverText}` : reason, isFinal);
}

/**
 * Sends the next due messages at once, one to each recipient, so that a recipient's arrive in order. Returns how many it saw; 0 once
 * none is due.
 */
export async function deliverDueMessages(context: OutboxContext): Promise<number> {
  const { portal } = context;
  const due = await listDueMessages(portal.db, { now: portal.clock.now(), limit: batchSize });
  const oldest = new Map<string, string>();
  // The ids are in the order of their making.
  for (const { id, recipient } of due) {
    const other = oldest.get(recipient);
    if (other === undefined || id < other) oldest.set(recipient, id);
  }
  const ids = [...oldest.values()].slice(0, sentTogether);
  const claimed = ids.length === 0 ? [] : await claimMessages(portal, ids);
  const sent = await Promise.allSettled(claimed.map((message) => sendMessage(context, message)));
  for (const result of sent) if (result.status === 'rejected') throw result.reason;
  return due.length;
}

function outgoing({ portal, templates }: OutboxContext, message: ClaimedMessage): OutgoingMail {
  const template = templates[message.template];
  if (!template) throw new Error(`No mail template "${message.template}"`);
  const mail = template(
    portal,
    payloadOf(portal, message) as never,
    message.language,
    message.accountId ?? '',
  );
  const host = new URL(portal.config.publicUrl).hostname;
  return { ...mail, to: message.recipient, messageId: `<${message.id}@${host}>` };
}
