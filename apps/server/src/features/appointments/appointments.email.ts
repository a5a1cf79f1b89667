import type { Language } from '@myaccount/contract/languages';
import { dayOf } from '../../platform/business-day.ts';
import { formatMailDay, mailTime } from '../../platform/mail/mail-dates.ts';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { MailTemplate } from '../../platform/outbox/deliver.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';

/** Data of the mail that a visit keeps its time. It is stored sealed, because the link is a secret. */
export interface KeptMailPayload {
  /** Address of the visit's page. */
  readonly url: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Last four digits of the account number. */
  readonly accountEnding: string;
}

function keptMail({ config }: Portal, payload: KeptMailPayload, language: Language): RenderedMail {
  const { brand, timeZone } = config;
  const [startsAt, endsAt] = [new Date(payload.startsAt), new Date(payload.endsAt)];
  const values = {
    brand: brand.name,
    account: payload.accountEnding,
    day: formatMailDay(dayOf(startsAt, timeZone), language),
    from: mailTime(startsAt, language, timeZone).time,
    to: mailTime(endsAt, language, timeZone).time,
  };
  const t = translator(language);
  const text = (part: string) => t(`appointments-email.kept.${part}`, values);
  return layOutMail(
    {
      subject: text('subject'),
      paragraphs: [text('sentence')],
      figure: { text: values.day, kind: 'name' },
      details: [text('window')],
      notes: [text('link')],
      button: { label: text('button'), url: payload.url },
      reason: text('reason'),
    },
    brand,
    language,
  );
}

/** Mails about visits by their template names in the outbox; the others are the notifications of texts. */
export const appointmentMails = { 'appointment-kept': keptMail } as const satisfies Record<
  string,
  MailTemplate
>;
