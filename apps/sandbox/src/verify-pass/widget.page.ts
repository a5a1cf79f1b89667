import type { Language } from '../hosted/texts.ts';
import { renderDocument } from '../pages/document.ts';
import { type Html, html } from '../pages/html.ts';
import { type Community, communities, outcomes, type WidgetOutcome } from './verify-pass-names.ts';
import { widgetTexts } from './widget-texts.ts';

/** The widget's page for an applicant. */
export interface Widget {
  readonly language: Language;
  readonly widgetKey: string;
  readonly token: string;
  readonly email: string;
}

/** The page on which the applicant is verified. The address cannot be changed. */
export function widgetPage({ language, widgetKey, token, email }: Widget): string {
  const texts = widgetTexts[language];
  const other = language === 'es' ? 'en' : 'es';
  const query = `token=${encodeURIComponent(token)}`;
  const path = `/auth/${encodeURIComponent(widgetKey)}`;
  const groups = (Object.keys(communities) as Community[]).map(
    (name) => [name, texts.communities[name]] as const,
  );
  const ends = outcomes.map((name) => [name, texts.outcomes[name]] as const);
  return widgetDocument(
    language,
    html`<p>${texts.intro}</p>
<form method="post" action="${path}?${query}&lang=${language}">
<label class="field">${texts.email}<input value="${email}" readonly></label>
<label class="field">${texts.group}<select name="community">${groups.map(option)}</select></label>
<label class="field">${texts.outcome}<select name="outcome">${ends.map(option)}</select></label>
<div class="actions"><button class="main">${texts.send}</button></div></form>
<p class="hint"><a lang="${other}" href="${path}?${query}&lang=${other}">${texts.otherLanguage}</a></p>`,
  );
}

/** The page after the applicant's choice, or in place of a widget that cannot be shown. */
export function widgetEndPage(
  language: Language,
  end: 'verified' | 'rejected' | 'closed' | 'unknown',
): string {
  const texts = widgetTexts[language];
  return widgetDocument(
    language,
    html`<p role="status">${texts[end]}</p><button type="button" id="close">${texts.close}</button>`,
  );
}

function option([value, label]: readonly [Community | WidgetOutcome, string]): Html {
  return html`<option value="${value}">${label}</option>`;
}

function widgetDocument(language: Language, content: Html): string {
  const { title } = widgetTexts[language];
  return renderDocument({
    language,
    title,
    styles: ['/hosted.css'],
    head: html`<script type="module" src="/widget.js"></script>`,
    body: html`<main><h1>${title}</h1>${content}</main>`,
  });
}
