import { type Html, html } from '../pages/html.ts';
import { instant, renderPage } from '../pages/page.ts';
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
  if (verifications.length === 0) return html`<p class="quiet">No verifications yet.</p>`;
  return html`<table class="stack"><thead><tr><th>When</th><th>Address</th><th>Group</th><th>Callbacks</th><th>Send</th></tr></thead>
<tbody>${verifications.map(row)}</tbody></table>`;
}

function row({ number, email, community, at, callbacks }: ListedVerification): Html {
  return html`<tr><td class="short">${instant(at)}</td><td>${email}</td><td>${communities[community]}</td>
<td>${callbacks.length === 0 ? 'none' : callbacks.map(callbackText).join(', ')}</td>
<td><form method="post" action="/verifications/${number}/send"><select name="key" aria-label="Key">
<option value="right">right key</option><option value="wrong">wrong key</option></select> <button>Send</button></form></td></tr>`;
}

function callbackText({ status, key }: Callback): string {
  return `${status ?? 'no response'}${key === 'wrong' ? ' (wrong key)' : ''}`;
}
