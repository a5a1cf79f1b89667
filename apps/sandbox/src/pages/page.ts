import type { FastifyInstance, FastifyRequest } from 'fastify';
import { renderDocument } from './document.ts';
import { type Html, html } from './html.ts';

const menuEntries = [
  ['/', 'Overview'],
  ['/charges', 'Charges'],
  ['/inbox', 'Inbox'],
  ['/test-numbers', 'Test numbers'],
  ['/verifications', 'Verifications'],
  ['/visits', 'Visits'],
  ['/billing', 'Billing'],
  ['/codes', 'Sign-in codes'],
] as const;

export interface Page {
  readonly title: string;
  /** The path of this page's menu entry. */
  readonly section: (typeof menuEntries)[number][0];
  readonly content: Html;
  /** The path of a fragment that the page keeps fetching into its element `#fresh`. */
  readonly freshFrom?: string;
}

const instantFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** A complete page of the sandbox. */
export function renderPage({ title, section, content, freshFrom }: Page): string {
  const entries = menuEntries.map(
    ([address, name]) =>
      html`<a href="${address}"${address === section ? html` aria-current="page"` : ''}>${name}</a>`,
  );
  return renderDocument({
    language: 'en',
    title: `${title} · Sandbox`,
    styles: ['/sandbox.css', '/inbox.css'],
    head: freshFrom ? html`<script src="/fresh.js" data-from="${freshFrom}" defer></script>` : undefined,
    body: html`
<header class="bar"><a class="brand" href="/">Sandbox</a><nav aria-label="Main">${entries}</nav></header>
<main>${content}</main>
`,
  });
}

export interface ListPage extends Pick<Page, 'title' | 'section'> {
  readonly intro: (request: FastifyRequest) => Html;
  readonly lists: (request: FastifyRequest) => Html;
}

/** Serves a page that keeps fetching its lists again, so that they are fresh. */
export function serveLists(app: FastifyInstance, { title, section, intro, lists }: ListPage): void {
  const fragment = `${section}/fresh`;
  app.get(section, async (request, reply) => {
    const content = html`<h1>${title}</h1>${intro(request)}<div id="fresh">${lists(request)}</div>`;
    const freshFrom = request.url.replace(section, fragment);
    return reply.type('text/html').send(renderPage({ title, section, content, freshFrom }));
  });
  app.get(fragment, async (request, reply) => reply.type('text/html').send(lists(request).html));
}

/** Formats cents for display. */
export function dollars(amountCents: number): string {
  return (amountCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Formats an instant for display, with the exact value in the markup. */
export function instant(iso: string): Html {
  const text = instantFormat.format(new Date(iso));
  return html`<time datetime="${iso}">${text}</time>`;
}
