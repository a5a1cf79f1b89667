import type { Language } from '@myaccount/contract/languages';
import { dayOf } from '../../platform/business-day.ts';
import { formatMailDay, mailTime } from '../../platform/mail/mail-dates.ts';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import type { NoticePart } from './notice.rules.ts';

/** Data of a notice (NOTICE-1). No new value, and no number beyond four digits. */
export interface NoticePayload {
  /** Last four digits of the account number. */
  readonly accountEnding: string;
  readonly parts: readonly NoticePart[];
  readonly changedAt: string;
}

/** Returns the mail about changes of an account: what, when, and what to do if it was not the reader. */
function noticeMail({ config }: Portal, payload: NoticePayload, language: Language): RenderedMail {
  const texts = translator(language);
  const { brand, timeZone } = config;
  const changedAt = new Date(payload.changedAt);
  const values = {
    brand: brand.name,
    phone: brand.supportPhone,
    account: payload.accountEnding,
    day: formatMailDay(dayOf(changedAt, timeZone), language),
    ...mailTime(changedAt, language, timeZone),
  };
  const t = (key: string) => texts(`account-info-email.${key}`, values);
  const isPending = payload.parts.includes('waiting-email');
  return layOutMail(
    {
      subject: t('subject'),
      paragraphs: [t('sentence')],
      details: payload.parts.map((part) => `• ${t(`parts.${part}`)}`),
      notes: [...(isPending ? [t('waiting')] : []), t('yours'), t('notYours')],
      reason: t('reason'),
    },
    config.brand,
    language,
  );
}

/** Mails about changes of an account, by template. */
export const accountInfoMails = { 'account-changed': noticeMail };
