import { includesTexts } from '@myaccount/contract/account-fields';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Notification } from './notification.rules.ts';
import { queueNotificationMail } from './notification-mail.service.ts';
import { toE164 } from './phone-number.rules.ts';
import { sendingTimeOf } from './quiet-hours.rules.ts';
import { type Channel, channelsOf } from './text-channels.rules.ts';
import { dropOutdated, findStop, getNewsAccount, insertText } from './texts.repository.ts';

export type {
  CalendarEntry,
  Notification,
  NotificationKind,
  NotificationValues,
} from './notification.rules.ts';

/** Values of a text are sealed for their column. */
export const textPurpose = 'text_message.payload';

/**
 * Queues a notification in the caller's transaction as a text, a mail, or both, as the customer wants it, in the customer's language
 * (SMS-1), and returns how. Mail takes the place of a text that cannot be sent. The same event queues nothing again.
 */
export async function queueText(
  trx: Trx,
  portal: Portal,
  notification: Notification,
): Promise<readonly Channel[]> {
  const { config, clock } = portal;
  const { accountId, uselessAfter } = notification;
  const account = await getNewsAccount(trx, accountId);
  const recipient = await numberForTexts(trx, accountId, account);
  const now = clock.now();
  const sendingTime = sendingTimeOf(now, config.quietHours, config.timeZone);
  const canGetTexts = config.twilio !== null && recipient !== undefined;
  const channels = channelsOf({ preference: account.preference, canGetTexts, sendingTime, uselessAfter });
  if (channels.includes('text') && recipient !== undefined) {
    const { bytes, keyId } = portal.secrets.seal(JSON.stringify(notification.values), textPurpose);
    const text = { notification, recipient, language: account.language, payload: { bytes, keyId } };
    const id = await insertText(trx, { ...text, createdAt: now, dueAt: sendingTime });
    if (id !== undefined) await dropOutdated(trx, notification, id);
  }
  if (channels.includes('mail')) await queueNotificationMail(trx, portal, notification);
  return channels;
}

/** Returns whether an account still wants texts at a number: a text can wait while preference, number, or STOP change. */
export async function isStillWanted(db: Database, accountId: string, recipient: string): Promise<boolean> {
  const account = await getNewsAccount(db, accountId);
  return includesTexts(account.preference) && (await numberForTexts(db, accountId, account)) === recipient;
}

/** Returns the number that texts can be sent to, as E.164; undefined without one, and after STOP. */
async function numberForTexts(
  db: Database | Trx,
  accountId: string,
  { phoneNumber }: { readonly phoneNumber: string | null },
): Promise<string | undefined> {
  if (phoneNumber === null || (await findStop(db, accountId, phoneNumber))) return undefined;
  return toE164(phoneNumber);
}
