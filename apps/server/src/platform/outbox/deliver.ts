import type { RenderedMail } from '../mail/mail-layout.ts';
import type { Portal } from '../portal.ts';
import type { Language } from '../texts.ts';
import { listDueMessages, markFailed, markSent, type TakenMessage, takeMessage } from './outbox.ts';

/** A mail as it goes to the mail server; the same Message-ID on every attempt (MAIL-1). */
export interface OutgoingMail extends RenderedMail {
  readonly to: string;
  readonly messageId: string;
}

/** Sends one mail; resolves once the mail server took it, throws otherwise. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** Turns a message’s payload into words. */
export type MailTemplate = (portal: Portal, payload: never, language: Language) => RenderedMail;

/** Everything needed to get the outbox out. */
export interface Postman {
  readonly portal: Portal;
  readonly sendMail: SendMail;
  readonly templates: Readonly<Record<string, MailTemplate>>;
}

const batchSize = 100;

/** Sends one message now, if it is due; a failure is put off, never thrown. */
export async function deliverMessage(postman: Postman, id: string): Promise<void> {
  const message = await takeMessage(postman.portal, id);
  if (!message) return;
  const { portal } = postman;
  if (message.uselessAfter !== null && message.uselessAfter <= portal.clock.now()) {
    return await markFailed(portal, message, 'came too late');
  }
  try {
    await postman.sendMail(outgoing(postman, message));
  } catch (error) {
    portal.log.warn({ err: error, messageId: id, template: message.template }, 'mail not sent');
    return await markFailed(portal, message, String(error));
  }
  await markSent(portal, id);
}

/** Sends whatever is due, one after the other; gives how many were tried. */
export async function deliverDueMessages(postman: Postman): Promise<number> {
  const ids = await listDueMessages(postman.portal.db, postman.portal.clock.now(), batchSize);
  for (const id of ids) await deliverMessage(postman, id);
  return ids.length;
}

function outgoing({ portal, templates }: Postman, message: TakenMessage): OutgoingMail {
  const template = templates[message.template];
  if (!template) throw new Error(`No mail template "${message.template}"`);
  const mail = template(portal, message.payload as never, message.language);
  const host = new URL(portal.config.publicUrl).hostname;
  return { ...mail, to: message.recipient, messageId: `<${message.id}@${host}>` };
}
