import type { Trx } from '../../platform/database/connect.ts';
import { type Message, queueMails } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import type { MailAccount } from './mail-account.repository.ts';

/**
 * Queues a mail to everybody who is mailed about an account, each under a key of their own. It names the end of the account number.
 * Returns the mails' ids; none without an address.
 */
export async function queueAccountMail(
  trx: Trx,
  portal: Pick<Portal, 'clock' | 'secrets'>,
  { accountNumber, recipients }: MailAccount,
  mail: Omit<Message, 'recipient' | 'language'>,
): Promise<string[]> {
  const payload = { ...mail.payload, accountEnding: accountNumber.slice(-4) };
  const messages = recipients.map(({ emailAddress: recipient, language }, position) => {
    const eventKey = position === 0 ? mail.eventKey : `${mail.eventKey}:${position}`;
    return { ...mail, eventKey, recipient, language, payload };
  });
  return await queueMails(trx, portal, messages);
}
