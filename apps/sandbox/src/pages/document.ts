import { type Html, html } from './html.ts';

/** What every page of the sandbox's services has. */
export interface PageDocument {
  readonly language: 'en' | 'es';
  readonly title: string;
  /** Addresses of its style sheets. */
  readonly styles: readonly string[];
  /** Its scripts. */
  readonly head?: Html | undefined;
  readonly body: Html;
}

/** Returns a whole page as text. */
export function renderDocument({ language, title, styles, head, body }: PageDocument): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${styles.map((address) => html`<link rel="stylesheet" href="${address}">`)}
<link rel="icon" href="data:,">
${head}
</head>
<body>${body}</body>
</html>`.html;
}
