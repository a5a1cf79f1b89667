import nodemailer from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import type { ServiceState } from '../../platform/http/health.ts';
import type { MailAttachment } from '../../platform/mail/mail-layout.ts';
import type { MailLogo } from '../../platform/mail/mail-logo.ts';
import type { OutgoingMail } from '../../platform/outbox/deliver.ts';
import { deliveryErrorOf } from './smtp-error.ts';

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 };
/** The mail server is asked at most this often whether it is there. */
const checkEveryMs = 1_000;
/** RFC 3834, 5: no out-of-office reply may answer these mails. */
const headers = { 'Auto-Submitted': 'auto-generated' };

/** The HTML shows the image in its place; no program lists it as a file. */
function inlineImage({ contentId, contentType, fileName, bytes }: MailLogo) {
  return {
    cid: contentId,
    contentType,
    filename: fileName,
    content: bytes,
    contentDisposition: 'inline',
  } as const;
}

function attachedFile({ fileName, contentType, content }: MailAttachment) {
  return { filename: fileName, contentType, content, contentDisposition: 'attachment' } as const;
}

/** Returns whether the operator's mail server announces SMTPUTF8 (RFC 6531); undefined if it is away. */
export async function announcesUtf8(smtpUrl: string): Promise<boolean | undefined> {
  const lines: unknown[] = [];
  // Whatever the level, the line is the second argument.
  const logger = new Proxy({}, { get: () => (_: unknown, line: unknown) => lines.push(line) });
  const options = { url: smtpUrl, debug: true, logger, ...timeouts };
  const transport = nodemailer.createTransport(options as SMTPPool.Options);
  const isThere = await transport.verify().catch(() => false);
  return isThere ? /^250[ -]SMTPUTF8\s*$/im.test(lines.join('\n')) : undefined;
}

/** Returns a connection to the operator's mail server (RFC 5321). It opens with the first mail and stays open. */
export function openMailGateway(settings: { smtpUrl: string; from: string }) {
  const transport = nodemailer.createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: 6,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as SMTPPool.Options);
  let state: ServiceState = 'ok';
  let checking: Promise<ServiceState> | undefined;
  const forget = () => {
    checking = undefined;
  };
  const findState = async () => {
    state = await transport.verify().then(
      () => 'ok' as const,
      () => 'away' as const,
    );
    // Once the server is back, the next caller learns so at once.
    if (state === 'away') forget();
    else setTimeout(forget, checkEveryMs).unref();
    return state;
  };
  const check = () => {
    checking ??= findState();
    return checking;
  };
  return {
    /** Returns whether the server takes mails now. */
    check,
    /** Returns what the last check or mail found out. */
    state: (): ServiceState => {
      if (state === 'away') void check();
      return state;
    },
    send: async ({ to, subject, text, html, messageId, logo, attachments = [] }: OutgoingMail) => {
      const mail = {
        from: settings.from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        headers,
        attachments: [...(logo ? [inlineImage(logo)] : []), ...attachments.map(attachedFile)],
      };
      await transport.sendMail(mail).catch((error: unknown) => {
        void check();
        throw deliveryErrorOf(error);
      });
    },
    close: () => transport.close(),
  };
}
