import type { Language } from '@myaccount/contract/languages';
import type { Brand } from '@myaccount/contract/web-config';
import { translator } from '../texts.ts';
import { withPlainSpaces } from './mail-dates.ts';
import { htmlOf, type MailContent } from './mail-html.ts';
import { type MailLogo, mailLogoOf } from './mail-logo.ts';

/** A file that a mail carries. */
export interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: string;
}

/** A mail ready to send, as plain text and as HTML. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The image that the HTML shows. */
  readonly logo?: MailLogo | undefined;
  readonly attachments?: readonly MailAttachment[];
}

/** Renders a mail as one column of 600 px and as plain text. */
export function layOutMail(content: MailContent, brand: Brand, language: Language): RenderedMail {
  const { paragraphs, figure, details = [], notes = [], button, reason } = content;
  const help = translator(language)('mail.help', { phone: brand.supportPhone, email: brand.supportEmail });
  const logo = mailLogoOf(brand);
  const blocks = [
    ...paragraphs,
    ...(figure ? [figure.text] : []),
    ...(details.length > 0 ? [details.join('\n')] : []),
    ...notes,
    ...(button ? [`${button.label}: ${button.url}`] : []),
    '--',
    reason,
    help,
    brand.name,
  ];
  return {
    subject: withPlainSpaces(content.subject).replace(/[\r\n]+/g, ' '),
    text: withPlainSpaces(`${blocks.join('\n\n')}\n`),
    html: htmlOf(content, { brand, language, help, logo }),
    logo,
  };
}
