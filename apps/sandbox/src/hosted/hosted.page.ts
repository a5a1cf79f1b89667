import type { FastifyReply } from 'fastify';
import { renderDocument } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import type { CardQuestions } from './entry.rules.ts';
import { bankFields, cardFields } from './fields.page.ts';
import { type Language, textsOf } from './texts.ts';

/** One hosted form. */
export interface HostedForm {
  readonly kind: 'card' | 'bank';
  readonly language: Language;
  readonly questions: CardQuestions;
  readonly hasAutocomplete: boolean;
  readonly hasSubmitButton: boolean;
  readonly hasCancelButton: boolean;
  /** Where the form is sent. */
  readonly action: string;
  /** The origin of the page around the form: the only one that gets its messages. */
  readonly parentOrigin: string;
  /** The script of the protocol. */
  readonly script: string;
  readonly styleUrl?: string;
  /** Time after which the surrounding page is asked to load the form again; null: never. */
  readonly reloadAfterMs: number | null;
  readonly now: Date;
}

/** The page of a form, for an iframe: the page around has the headings and landmarks. */
export function hostedPage(form: HostedForm): string {
  const texts = textsOf(form.language, form.kind);
  const page = { texts, hasAutocomplete: form.hasAutocomplete };
  const title = form.kind === 'bank' ? texts.bankTitle : texts.cardTitle;
  const send = form.kind === 'bank' ? texts.addBank : texts.addCard;
  return renderDocument({
    language: form.language,
    title,
    styles: ['/hosted.css', ...(form.styleUrl ? [form.styleUrl] : [])],
    head: html`<script type="module" src="/${form.script}"></script>`,
    body: html`<form id="monetra-payment-form" action="${form.action}" method="post" novalidate data-parent="${form.parentOrigin}"
data-reload-after="${form.reloadAfterMs ?? ''}" data-working="${texts.working}" data-accepted="${texts.accepted}"
data-failed="${texts.failed}">
<p class="message" id="message" role="alert"></p>
${form.kind === 'bank' ? bankFields(page) : cardFields(page, form.questions, form.now)}
<div class="actions">${form.hasSubmitButton ? html`<button id="payment-submit-button" class="main" disabled>${send}</button>` : ''}
${form.hasCancelButton ? html`<button type="button" id="cancel" disabled>${texts.cancel}</button>` : ''}</div>
<p class="hint" id="status" role="status"></p></form>`,
  });
}

/** The page in place of a form that cannot be shown, with the reason for the people who set it up. */
export function refusalPage(language: Language, reason: string, text?: string): string {
  const title = text ?? textsOf(language, 'card').cannotShow;
  return renderDocument({
    language,
    title,
    styles: ['/hosted.css'],
    body: html`<p class="message">${title}</p><p class="hint"><code>${reason}</code></p>`,
  });
}

/** Sends a hosted page. Only the page at this origin may frame it, and only its style sheets are added; none: nobody's. */
export function sendHostedPage(reply: FastifyReply, page: string, parentOrigin?: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'self' ${parentOrigin ?? ''}`.trim(),
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    // A refusal has nothing to press, so any page may show it.
    ...(parentOrigin ? [`frame-ancestors ${parentOrigin}`] : []),
  ];
  return reply
    .header('content-security-policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(page);
}
