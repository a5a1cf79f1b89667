import type { Trx } from '../../platform/database/connect.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount } from '../accounts/mail-account.service.ts';
import type { Notification } from './notification.rules.ts';

/**
 * Queues the mail that holds a notification, once per event, whether instead of a text or beside it. It goes to the customer, or
 * else to the primary logins. Returns false if there is nobody to mail.
 */
export async function queueNotificationMail(
  trx: Trx,
  portal: Portal,
  notification: Omit<Notification, 'topic'>,
): Promise<boolean> {
  const { accountId, kind, eventKey, values, uselessAfter, correlationId } = notification;
  const { accountNumber, recipients } = await getMailAccount(trx, accountId, null);
  for (const [position, recipient] of recipients.entries()) {
    await queueMail(trx, portal, {
      eventKey: `notification:${accountId}:${eventKey}:${position}`,
      accountId,
      recipient: recipient.emailAddress,
      template: kind,
      language: recipient.language,
      payload: { ...values, accountEnding: accountNumber.slice(-4) },
      isSecret: true,
      uselessAfter,
      correlationId,
    });
  }
  return recipients.length > 0;
}
