import type { Language } from '@myaccount/contract/languages';
import type { Brand } from '@myaccount/contract/web-config';
import { translator } from '../texts.ts';

/** Content of a mail: paragraphs, one figure, one button, and the reason why it was sent. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly figure?: string;
  readonly afterFigure?: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  readonly reason: string;
}

/** A mail ready to send, as plain text and as HTML. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Returns a text escaped for HTML and quoted attributes. */
export function escapeHtml(value: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Renders a mail as one column of 600 px and as plain text. */
export function layOutMail(content: MailContent, brand: Brand, language: Language): RenderedMail {
  const help = translator(language)('mail.help', { phone: brand.supportPhone, email: brand.supportEmail });
  const lines = [
    ...content.paragraphs,
    ...(content.figure ? [content.figure] : []),
    ...(content.afterFigure ?? []),
    ...(content.button ? [`${content.button.label}: ${content.button.url}`] : []),
    '--',
    content.reason,
    help,
    brand.name,
  ];
  return {
    subject: content.subject.replace(/[\r\n]+/g, ' '),
    text: `${lines.join('\n\n')}\n`,
    html: htmlOf(content, brand, { language, help }),
  };
}

function htmlOf(content: MailContent, brand: Brand, frame: { language: Language; help: string }): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(text)}</p>`;
  const figure = content.figure
    ? `<p style="margin:8px 0 24px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:2px">${escapeHtml(content.figure)}</p>`
    : '';
  const button = content.button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(content.button.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${brand.color};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(content.button.label)}</a></p>`
    : '';
  const small = (text: string) =>
    `<p style="margin:0 0 8px;font-size:13px;line-height:20px;color:#5c6370">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${frame.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7;color:#1b1f24;font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e3e5e8;border-radius:12px">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">${escapeHtml(brand.name)}</p>
${content.paragraphs.map(paragraph).join('\n')}
${figure}
${(content.afterFigure ?? []).map(paragraph).join('\n')}
${button}
<hr style="margin:24px 0;border:0;border-top:1px solid #e3e5e8">
${small(content.reason)}
${small(frame.help)}
</div>
</body>
</html>`;
}
