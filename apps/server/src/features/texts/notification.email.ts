import { calendarFileOf } from '@myaccount/contract/calendar-file';
import type { Language } from '@myaccount/contract/languages';
import { dayOf } from '../../platform/business-day.ts';
import { formatMailDay, mailTime } from '../../platform/mail/mail-dates.ts';
import { layOutMail, type MailAttachment, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { MailTemplate } from '../../platform/outbox/deliver.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import { calendarUidOf } from './calendar-uid.rules.ts';
import type { NotificationKind, NotificationValues } from './notification.rules.ts';

/** Data of a mail about an appointment. It is stored sealed, because the link is a secret. */
export interface NotificationMailPayload extends NotificationValues {
  /** Last four digits of the account number. */
  readonly accountEnding: string;
}

/** Returns the template of one kind of notification: what the text says, and the link, or whom to call about a canceled visit. */
const newsMail =
  (kind: NotificationKind) =>
  (portal: Portal, payload: NotificationMailPayload, language: Language): RenderedMail => {
    const { brand, timeZone } = portal.config;
    const startsAt = new Date(payload.startsAt);
    const values = {
      brand: brand.name,
      account: payload.accountEnding,
      name: payload.technicianName,
      phone: brand.supportPhone,
      day: formatMailDay(dayOf(startsAt, timeZone), language),
      from: mailTime(startsAt, language, timeZone).time,
      to: mailTime(new Date(payload.endsAt), language, timeZone).time,
      ...(payload.technicianName && { context: 'named' }),
    };
    const t = translator(language);
    const isCanceled = kind === 'appointment-canceled';
    const file = visitFile(portal, payload, language, isCanceled);
    const mail = layOutMail(
      {
        subject: t(`texts-email.${kind}.subject`, values),
        paragraphs: [t(`texts-email.${kind}.sentence`, values)],
        figure: { text: t('texts-email.day', values), kind: 'name' },
        details: [t(isCanceled ? 'texts-email.windowCanceled' : 'texts-email.window', values)],
        notes: [
          ...(file ? [t(isCanceled ? 'texts-email.calendarCanceled' : 'texts-email.calendar', values)] : []),
          t(payload.url ? 'texts-email.link' : 'texts-email.call', values),
        ],
        ...(payload.url && { button: { label: t('texts-email.button', values), url: payload.url } }),
        reason: t('texts-email.reason', values),
      },
      brand,
      language,
    );
    return file ? { ...mail, attachments: [file] } : mail;
  };

/** Returns the visit for the reader's calendar, or what takes it out of there; undefined if its time is not new. */
function visitFile(
  { config, clock }: Portal,
  { calendar, startsAt, endsAt }: NotificationMailPayload,
  language: Language,
  isCanceled: boolean,
): MailAttachment | undefined {
  if (!calendar) return undefined;
  const { brand, publicUrl } = config;
  const t = translator(language);
  const event = {
    id: calendarUidOf(calendar.appointmentId, publicUrl),
    sequence: calendar.sequence,
    isCanceled,
    start: new Date(startsAt),
    end: new Date(endsAt),
    stamp: clock.now(),
    summary: t(`texts-email.event.${calendar.kind}`, { brand: brand.name }),
    description: t('texts-email.event.description', { phone: brand.supportPhone }),
  };
  const content = calendarFileOf(brand, [event]);
  const method = isCanceled ? 'CANCEL' : 'PUBLISH';
  return { fileName: 'visit.ics', contentType: `text/calendar; charset=utf-8; method=${method}`, content };
}

/** Mails about appointments, by template. */
export const notificationMails = {
  'appointment-made': newsMail('appointment-made'),
  'appointment-moved': newsMail('appointment-moved'),
  'appointment-canceled': newsMail('appointment-canceled'),
  'technician-on-the-way': newsMail('technician-on-the-way'),
} as const satisfies Record<NotificationKind, MailTemplate>;
