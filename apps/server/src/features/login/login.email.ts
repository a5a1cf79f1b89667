import { basePath } from '@myaccount/contract/endpoint';
import type { Language } from '@myaccount/contract/languages';
import { dayOf } from '../../platform/business-day.ts';
import { formatMailDay, mailTime } from '../../platform/mail/mail-dates.ts';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import { securityHoldDays } from './login-change.rules.ts';

const dayMs = 86_400_000;

interface SecretPayload {
  /** The code, or the token of the link. */
  readonly secret: string;
  readonly sentAt: string;
  readonly minutes: number;
}

/** What a code confirms, besides signing in. */
export type Confirmation = 'fresh' | 'proof';

/** Returns the mail with a code. It states the time, so that the reader can tell codes apart. */
function codeMail(prefix: '' | `${Confirmation}.`) {
  return ({ config }: Portal, payload: SecretPayload, language: Language): RenderedMail => {
    const { t, asked, until } = wording({ config }, payload, language);
    const code = payload.secret;
    return layOutMail(
      {
        subject: t(`${prefix}subject`, { code }),
        paragraphs: [t(`${prefix}sentence`)],
        figure: { text: code, kind: 'code' },
        details: [t('validUntil', until)],
        notes: [t('newest', asked), t(`${prefix}warning`)],
        reason: t(`${prefix}reason`),
      },
      config.brand,
      language,
    );
  };
}

/** Returns the mail with the link. Its token follows “#”: browsers neither send nor log that part of an address. */
function linkMail({ config }: Portal, payload: SecretPayload, language: Language): RenderedMail {
  const { t, asked, until } = wording({ config }, payload, language);
  const url = `${config.publicUrl}${basePath}/login/link#${payload.secret}`;
  return layOutMail(
    {
      subject: t('linkSubject'),
      paragraphs: [t('linkSentence', asked), t('linkWhy'), t('linkExpires', until), t('linkWarning')],
      button: { label: t('linkButton'), url },
      reason: t('reason'),
    },
    config.brand,
    language,
  );
}

function wording({ config }: Pick<Portal, 'config'>, { sentAt, minutes }: SecretPayload, language: Language) {
  const sent = new Date(sentAt);
  const texts = translator(language);
  return {
    t: (key: string, values: object = {}) =>
      texts(`login-email.${key}`, { brand: config.brand.name, ...values }),
    asked: mailTime(sent, language, config.timeZone),
    until: mailTime(new Date(sent.getTime() + minutes * 60_000), language, config.timeZone),
  };
}

/** Data of a mail about a change of the sign-in address; of one that waits, with the page that stops it. */
type ChangePayload = Readonly<Record<'at' | 'opensAt' | 'expiresAt', string>> & { readonly url?: string };

/** Returns the mail about a change (LOST-1). It names no address: some of its readers may be strangers. */
function changeMail(name: 'requested' | 'invited' | 'stopped' | 'completed') {
  return ({ config }: Portal, payload: ChangePayload, language: Language): RenderedMail => {
    const { brand, timeZone } = config;
    const { url, at, opensAt, expiresAt } = payload;
    const t = (key: string, instant = at, laterDays = 0) => {
      const moment = new Date(Date.parse(instant) + laterDays * dayMs);
      const day = formatMailDay(dayOf(moment, timeZone), language);
      const values = {
        brand: brand.name,
        phone: brand.supportPhone,
        day,
        ...mailTime(moment, language, timeZone),
      };
      return translator(language)([`login-email.change.${name}.${key}`, `login-email.change.${key}`], values);
    };
    const isWaiting = name === 'requested' || name === 'invited';
    return layOutMail(
      {
        subject: t('subject', opensAt),
        paragraphs: [t('sentence'), ...(isWaiting ? [t('opens', opensAt), t('until', expiresAt, -1)] : [])],
        ...(url && isWaiting && { button: { label: t('stop'), url } }),
        notes: [...(name === 'completed' ? [t('hold', at, securityHoldDays)] : []), t('notYours')],
        reason: t('reason'),
      },
      brand,
      language,
    );
  };
}

/** Mails of signing in, by template. */
export const loginMails = {
  'login-code': codeMail(''),
  'login-link': linkMail,
  'login-fresh': codeMail('fresh.'),
  'login-proof': codeMail('proof.'),
  'login-change-requested': changeMail('requested'),
  'login-change-invited': changeMail('invited'),
  'login-change-stopped': changeMail('stopped'),
  'login-change-completed': changeMail('completed'),
};
