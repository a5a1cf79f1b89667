import { basePath } from '@myaccount/contract/endpoint';
import type { Language } from '@myaccount/contract/languages';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { Portal } from '../../platform/portal.ts';
import { showTime } from '../../platform/show-time.ts';
import { translator } from '../../platform/texts.ts';

interface SecretPayload {
  /** The code, or the token of the link. */
  readonly secret: string;
  readonly sentAt: string;
  readonly minutes: number;
}

/** Returns the mail with the code. It states the time, so that the reader can tell codes apart. */
function codeMail({ config }: Portal, payload: SecretPayload, language: Language): RenderedMail {
  const { t, values } = wording({ config }, payload, language);
  const code = payload.secret;
  return layOutMail(
    {
      subject: t('login-email.subject', { ...values, code }),
      paragraphs: [t('login-email.sentence', values)],
      figure: { text: code, kind: 'code' },
      details: [t('login-email.validUntil', values)],
      notes: [t('login-email.newest', values), t('login-email.warning', values)],
      reason: t('login-email.reason', values),
    },
    config.brand,
    language,
  );
}

/** Returns the mail with the link. Its token follows “#”: browsers neither send nor log that part of an address. */
function linkMail({ config }: Portal, payload: SecretPayload, language: Language): RenderedMail {
  const { t, values } = wording({ config }, payload, language);
  const url = `${config.publicUrl}${basePath}/login/link#${payload.secret}`;
  return layOutMail(
    {
      subject: t('login-email.linkSubject', values),
      paragraphs: [
        t('login-email.linkSentence', values),
        t('login-email.linkWhy', values),
        t('login-email.linkExpires', values),
        t('login-email.linkWarning', values),
      ],
      button: { label: t('login-email.linkButton', values), url },
      reason: t('login-email.reason', values),
    },
    config.brand,
    language,
  );
}

function wording({ config }: Pick<Portal, 'config'>, { sentAt, minutes }: SecretPayload, language: Language) {
  const sent = new Date(sentAt);
  const time = showTime(sent, config.timeZone);
  const until = showTime(new Date(sent.getTime() + minutes * 60_000), config.timeZone);
  return { t: translator(language), values: { brand: config.brand.name, time, until } };
}

/** Mails of signing in, by template. */
export const loginMails = { 'login-code': codeMail, 'login-link': linkMail };
