import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount } from '../accounts/mail-account.repository.ts';
import { queueAccountMail } from '../accounts/mail-account.service.ts';
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
  const account = await getMailAccount(trx, accountId, 'account');
  await queueAccountMail(trx, portal, account, {
    eventKey: `notification:${accountId}:${eventKey}`,
    accountId,
    template: kind,
    payload: { ...values },
    isSecret: true,
    uselessAfter,
    correlationId,
  });
  return account.recipients.length > 0;
}
