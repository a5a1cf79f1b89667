import { type Html, html } from '../pages/html.ts';
import { instant, renderPage } from '../pages/page.ts';
import { listTable } from '../pages/table.ts';
import type { Callback, Verification } from './verification.store.ts';
import { communities } from './verify-pass-names.ts';

/** A verification with what the portal was told of it. */
export type ListedVerification = Verification & { readonly callbacks: readonly Callback[] };

/** The newest verifications of the eligibility service. */
export function verificationsPage(verifications: readonly ListedVerification[]): string {
  return renderPage({
    title: 'Verifications',
    section: '/verifications',
    freshFrom: '/verifications/table',
    content: html`<h1>Verifications</h1>
<p>Who was verified in the widget, and what the portal answered to each callback. “Send” tells it again. For programs:
<a href="/verifications.json">/verifications.json</a>.</p><div id="fresh">${verificationsTable(verifications)}</div>`,
  });
}

/** The table alone. The page fetches it again to refresh. */
export function verificationsTable(verifications: readonly ListedVerification[]): Html {
  return listTable('verifications', verifications, [
    ['When', ({ at }) => instant(at), 'short'],
    ['Address', ({ email }) => email],
    ['Group', ({ community }) => communities[community]],
    ['Callbacks', ({ callbacks }) => callbacks.map(callbackText).join(', ') || 'none'],
    ['Send', sendForm],
  ]);
}

function sendForm({ number }: ListedVerification): Html {
  return html`<form method="post" action="/verifications/${number}/send"><select name="key" aria-label="Key">
<option value="right">right key</option><option value="wrong">wrong key</option></select> <button>Send</button></form>`;
}

function callbackText({ status, key }: Callback): string {
  return `${status ?? 'no response'}${key === 'wrong' ? ' (wrong key)' : ''}`;
}
