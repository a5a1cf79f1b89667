import type { Language } from '@myaccount/contract/languages';
import { layOutMail, type RenderedMail } from '../../platform/mail/mail-layout.ts';
import type { MailTemplate } from '../../platform/outbox/deliver.ts';
import { pageUrl } from '../../platform/page-url.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';

/** Data of the mail about a discount. No number in it has more than four digits (MAIL-1). */
export interface DiscountMailPayload {
  /** Last four digits of the account number. */
  readonly accountEnding: string;
}

function discountMail(
  { config }: Portal,
  payload: DiscountMailPayload,
  language: Language,
  accountId: string,
): RenderedMail {
  const t = translator(language);
  const values = { account: payload.accountEnding, brand: config.brand.name };
  const text = (part: string) => t(`hero-discount-email.applied.${part}`, values);
  return layOutMail(
    {
      subject: text('subject'),
      paragraphs: [text('sentence')],
      figure: { text: text('name'), kind: 'name' },
      notes: [text('next')],
      button: { label: text('button'), url: pageUrl(config, '/billing', accountId) },
      reason: text('reason'),
    },
    config.brand,
    language,
  );
}

/** Mails about the Hero Discount by their template names in the outbox. */
export const heroDiscountMails = { 'hero-discount-applied': discountMail } as const satisfies Record<
  string,
  MailTemplate
>;
