import type { Language } from '@myaccount/contract/languages';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { Portal } from '../../platform/portal.ts';
import { showTime } from '../../platform/show-time.ts';
import { translator } from '../../platform/texts.ts';

interface CodePayload {
  readonly code: string;
  readonly sentAt: string;
  readonly minutes: number;
}

/** Returns the mail with the code. It states the time, so that the reader can tell codes apart. */
export function loginCodeMail({ config }: Portal, payload: CodePayload, language: Language): RenderedMail {
  const t = translator(language);
  const values = {
    ...payload,
    brand: config.brand.name,
    time: showTime(new Date(payload.sentAt), config.timeZone),
  };
  return layOutMail(
    {
      subject: t('login-email.subject', values),
      paragraphs: [t('login-email.sentence', values)],
      figure: payload.code,
      afterFigure: [t('login-email.expires', values), t('login-email.warning', values)],
      reason: t('login-email.reason', values),
    },
    config.brand,
    language,
  );
}
