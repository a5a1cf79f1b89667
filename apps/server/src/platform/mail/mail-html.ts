import type { Language } from '@myaccount/contract/languages';
import type { Brand } from '@myaccount/contract/web-config';
import { inkOn } from '../colors.ts';
import { logoAddress, type MailLogo } from './mail-logo.ts';

/** Content of a mail: one sentence, one figure, one button, and the reason why it was sent. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** An amount, a code to type, or a name. */
  readonly figure?: { readonly text: string; readonly kind?: 'amount' | 'code' | 'name' };
  /** Short lines about the figure. */
  readonly details?: readonly string[];
  readonly notes?: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  readonly reason: string;
}

/** What surrounds the content of every mail. */
interface MailFrame {
  readonly brand: Brand;
  readonly language: Language;
  /** Whom to ask. */
  readonly help: string;
  readonly logo: MailLogo | undefined;
}

/** The page's font and its fallbacks: mail programs load no fonts. */
const fonts = "Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** For programs that follow the reader's color scheme. Others keep the light colors, which are set on each element. */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #131518 !important; }
  .card { background: #1d2024 !important; border-color: #3a4048 !important; }
  .text { color: #eceef1 !important; }
  .quiet { color: #a7afb9 !important; }
  .line { border-color: #3a4048 !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }`;

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

/** Returns a mail as one column of 600 px, for programs that read tables and inline styles only. */
export function htmlOf(content: MailContent, frame: MailFrame): string {
  const { paragraphs, figure, details = [], notes = [], button, reason } = content;
  const { brand, language, help } = frame;
  const rows = [
    previewOf(paragraphs),
    headerOf(frame),
    ...paragraphs.map((text) => paragraph(text)),
    ...(figure ? [figureOf(figure)] : []),
    ...details.map((text) => line(text, 'text', 'margin:0 0 4px;font-size:15px;line-height:22px')),
    details.length > 0 ? '<div style="height:16px;line-height:16px">&nbsp;</div>' : '',
    ...notes.map((text) => paragraph(text)),
    button ? buttonOf(button, brand) : '',
    '<hr class="line" style="margin:28px 0 20px;border:0;border-top:1px solid #dfe3e8">',
    ...[reason, help].map((text) =>
      line(text, 'quiet', 'margin:0 0 8px;font-size:13px;line-height:20px;color:#585f68'),
    ),
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>${styles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f7f9">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f9"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td class="card text" align="left" style="padding:32px;background:#ffffff;border:1px solid #dfe3e8;border-radius:12px;font-family:${fonts};color:#1a1d21">
${rows.filter(Boolean).join('\n')}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>`;
}

/** What lists of mails show beside the subject: without it, they would show the brand's name again. */
function previewOf([sentence = '']: readonly string[]): string {
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(sentence)}</div>`;
}

/**
 * The logo on white, so that it can be seen on dark cards too, and the name as text: programs may leave images out. The white
 * belongs to the image itself, so that nothing of it stays where the image is not shown.
 */
function headerOf({ brand, logo }: MailFrame): string {
  const image = logo
    ? `<td style="font-size:0;line-height:0"><img src="${logoAddress(logo)}" alt="" height="32" style="height:32px;border:0;border-radius:6px;background:#ffffff;vertical-align:middle"></td>`
    : '';
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 28px"><tr>${image}<td class="text" style="padding:0 0 0 ${logo ? '8px' : '0'};font-size:18px;line-height:24px;font-weight:700;color:#1a1d21">${escapeHtml(brand.name)}</td></tr></table>`;
}

function figureOf({ text, kind = 'amount' }: NonNullable<MailContent['figure']>): string {
  const spacing = kind === 'code' ? 'letter-spacing:6px' : 'letter-spacing:-0.5px';
  // A name is longer than an amount, and stays on one line of a phone.
  const size = kind === 'name' ? 'font-size:20px;line-height:28px' : 'font-size:40px;line-height:48px';
  return line(
    text,
    'text',
    `margin:8px 0 16px;${size};font-weight:700;font-variant-numeric:tabular-nums;${spacing}`,
  );
}

function buttonOf({ label, url }: NonNullable<MailContent['button']>, brand: Brand): string {
  const cell = `border-radius:8px;background:${brand.color}`;
  const link = `display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:600;color:${inkOn(brand.color)};text-decoration:none`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:12px 0 0"><tr><td align="center" bgcolor="${brand.color}" style="${cell}"><a href="${escapeHtml(url)}" style="${link}">${escapeHtml(label)}</a></td></tr></table>`;
}

function paragraph(text: string): string {
  return line(text, 'text', 'margin:0 0 16px;font-size:16px;line-height:24px');
}

/** A line of text, in which the end of a card or account number stays with its dots. */
function line(text: string, className: string, style: string): string {
  const unbroken = escapeHtml(text).replaceAll(/…\d+/g, '<span style="white-space:nowrap">$&</span>');
  return `<p class="${className}" style="${style}">${unbroken}</p>`;
}
