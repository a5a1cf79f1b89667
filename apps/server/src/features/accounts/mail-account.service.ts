import type { Trx } from '../../platform/database/connect.ts';
import { type Message, queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import {
  type AccountRecipient,
  type ContactAndLogins,
  getContactAndLogins,
} from './mail-account.repository.ts';

/** An account as its mail names it, and whom it goes to. */
export interface MailAccount {
  readonly accountNumber: string;
  readonly recipients: readonly AccountRecipient[];
}

/**
 * Returns whom to mail about an account: its contact and the login that acted (null for nobody), each address once, in the
 * contact's language if it is the contact's. For a customer without an address, the primary logins are mailed.
 */
export async function getMailAccount(
  trx: Trx,
  accountId: string,
  loginId: string | null,
): Promise<MailAccount> {
  return recipientsOnce(await getContactAndLogins(trx, accountId, { loginId, withPrimaries: false }));
}

/** Returns whom to mail about a change that matters for security: as {@link getMailAccount}, and always the primary logins. */
export async function getNoticeAccount(
  trx: Trx,
  accountId: string,
  loginId: string | null,
): Promise<MailAccount> {
  return recipientsOnce(await getContactAndLogins(trx, accountId, { loginId, withPrimaries: true }));
}

/** Queues a mail to everybody who is mailed about an account, each under a key of their own. It names the end of the account number. */
export async function queueAccountMail(
  trx: Trx,
  portal: Portal,
  { accountNumber, recipients }: MailAccount,
  mail: Omit<Message, 'recipient' | 'language'>,
): Promise<void> {
  const payload = { ...mail.payload, accountEnding: accountNumber.slice(-4) };
  for (const [position, { emailAddress: recipient, language }] of recipients.entries()) {
    const eventKey = `${mail.eventKey}:${position}`;
    await queueMail(trx, portal, { ...mail, eventKey, recipient, language, payload });
  }
}

function recipientsOnce({ accountNumber, contact, logins }: ContactAndLogins): MailAccount {
  const byAddress = new Map<string, AccountRecipient>();
  for (const recipient of [...(contact ? [contact] : []), ...logins]) {
    const key = recipient.emailAddress.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, recipient);
  }
  return { accountNumber, recipients: [...byAddress.values()] };
}
