import { announcesUtf8, openMailGateway } from '../gateways/mail/smtp.ts';
import type { Outcome } from './probe-calls.ts';
import type { Probing } from './probe-charges.ts';

/** Returns whether the mail server answers. */
export async function greet({ portal }: Probing): Promise<Outcome> {
  const mail = openMailGateway(portal.config.mail);
  const outcome = await mail.check();
  mail.close();
  return { outcome };
}

/** Returns whether the mail server takes what MAIL_SMTPUTF8 lets in. Off, it asks nothing of it. */
export async function compareUtf8({ portal }: Probing): Promise<Outcome> {
  const { smtpUtf8, smtpUrl } = portal.config.mail;
  const isAnnounced = await announcesUtf8(smtpUrl);
  if (isAnnounced === undefined) return { outcome: 'away' };
  if (isAnnounced) return { outcome: 'taken', ...(!smtpUtf8 && { note: 'announced: it can be turned on' }) };
  return { outcome: smtpUtf8 ? 'not announced' : 'taken' };
}
