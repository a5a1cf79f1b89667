import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount } from '../accounts/mail-account.repository.ts';
import { queueAccountMail } from '../accounts/mail-account.service.ts';
import { type CalendarEntry, type NotificationKind, queueText } from '../texts/texts.service.ts';
import { makeLink } from './links.service.ts';
import type { VisitKey } from './visit.repository.ts';

/** A notification about a visit. */
export interface Announcement {
  readonly visit: VisitKey;
  /** What happened, unique within the visit: the same is announced once. */
  readonly event: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly at: Date;
  /** After this the notification is outdated. */
  readonly uselessAfter: Date;
  readonly correlationId: string | null;
}

/**
 * Queues a notification in the caller's transaction as text or mail, as the customer wants it (SMS-1), with a new link: of a canceled
 * visit without one.
 */
export async function announce(
  trx: Trx,
  portal: Portal,
  notification: Announcement & {
    readonly kind: NotificationKind;
    readonly technicianName: string | null;
    /** Where the time of the visit is new, or no longer holds. */
    readonly calendar?: Omit<CalendarEntry, 'appointmentId'>;
  },
): Promise<void> {
  const { visit, kind, event, at, uselessAfter, correlationId, technicianName, calendar } = notification;
  if (uselessAfter <= at) return;
  const { accountId, appointmentId } = visit;
  await queueText(trx, portal, {
    accountId,
    kind,
    eventKey: `${kind}:${appointmentId}:${event}`,
    topic: `appointment:${appointmentId}`,
    values: {
      ...timesOf(notification),
      ...(kind !== 'appointment-canceled' && { url: await makeLink(trx, portal, { visit, at }) }),
      technicianName,
      ...(calendar && { calendar: { ...calendar, appointmentId } }),
    },
    uselessAfter,
    correlationId,
  });
}

/** Queues the mail that a new time could not be confirmed: too long for a text, and only the page announced it. */
export async function announceKept(trx: Trx, portal: Portal, notification: Announcement): Promise<void> {
  const { visit, event, at, uselessAfter, correlationId } = notification;
  if (uselessAfter <= at) return;
  const { accountId, appointmentId } = visit;
  const account = await getMailAccount(trx, accountId, 'account');
  const url = await makeLink(trx, portal, { visit, at });
  await queueAccountMail(trx, portal, account, {
    eventKey: `appointment-kept:${appointmentId}:${event}`,
    accountId,
    template: 'appointment-kept',
    payload: { ...timesOf(notification), url },
    isSecret: true,
    uselessAfter,
    correlationId,
  });
}

function timesOf({ startsAt, endsAt }: Announcement) {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}
