import type { Language } from '@myaccount/contract/languages';
import { formatMailDay } from '../../platform/mail/mail-dates.ts';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { MailTemplate } from '../../platform/outbox/deliver.ts';
import { pageUrl } from '../../platform/page-url.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import { methodName } from './method-name.rules.ts';
import type { MethodMailEvent, NamedMethod } from './payment-methods.rules.ts';

/** Data of a mail about a saved method. No number in it has more than four digits (MAIL-1). */
export interface MethodMailPayload extends Omit<NamedMethod, 'id'> {
  /** Last four digits of the account number. */
  readonly accountEnding: string;
}

function methodMail(event: MethodMailEvent) {
  return (
    { config }: Portal,
    payload: MethodMailPayload,
    language: Language,
    accountId: string,
  ): RenderedMail => {
    const t = translator(language);
    const values = {
      account: payload.accountEnding,
      phone: config.brand.supportPhone,
      day: payload.expiresOn ? formatMailDay(payload.expiresOn, language) : '',
    };
    const text = (part: string) => t(`payment-methods-email.${event}.${part}`, values);
    return layOutMail(
      {
        subject: text('subject'),
        paragraphs: [text('sentence')],
        figure: { text: methodName(payload, language), kind: 'name' },
        notes: [text('next')],
        button: {
          label: t('payment-methods-email.manage'),
          url: pageUrl(config, '/billing/manage-payment-methods', accountId),
        },
        reason: t(`payment-methods-email.reason.${event === 'expiring' ? 'expiring' : 'changed'}`, {
          brand: config.brand.name,
        }),
      },
      config.brand,
      language,
    );
  };
}

/** Mails about saved methods by their template names in the outbox. */
export const methodMails = {
  'method-added': methodMail('added'),
  'method-removed': methodMail('removed'),
  'method-expiring': methodMail('expiring'),
} as const satisfies Record<`method-${MethodMailEvent}`, MailTemplate>;
