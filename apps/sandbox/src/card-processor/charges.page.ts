import { type Html, html } from '../pages/html.ts';
import { dollars, instant, renderPage } from '../pages/page.ts';
import type { Attempt } from './charge.store.ts';
import type { Charge, ChargeState } from './charge.ts';

export interface ChargesPage {
  readonly charges: readonly (Charge & { state: ChargeState })[];
  readonly attempts: readonly Attempt[];
}

/** The newest charges and attempts of both processors. */
export function chargesPage(page: ChargesPage): string {
  return renderPage({
    title: 'Charges',
    section: '/charges',
    freshFrom: '/charges/tables',
    content: html`<h1>Charges</h1>
<p>Every charge that both card processors stored, whether or not the portal got a response. Complete lists for
programs: <a href="/charges.json">/charges.json</a> (<a href="/charges.json?declined=yes">with declined charges</a>) and
<a href="/attempts.json">/attempts.json</a>.</p><div id="fresh">${chargesTables(page)}</div>`,
  });
}

/** The tables alone. The page fetches them again to refresh. */
export function chargesTables({ charges, attempts }: ChargesPage): Html {
  return html`<section class="card"><h2>Charges</h2>${charges.length ? chargesTable(charges) : emptyText('charges')}</section>
<section class="card"><h2>Attempts</h2>
<p class="quiet">Every charge request, with or without a charge.</p>
${attempts.length ? attemptsTable(attempts) : emptyText('attempts')}</section>`;
}

function emptyText(items: string): Html {
  return html`<p class="quiet">No ${items} yet.</p>`;
}

function chargesTable(charges: ChargesPage['charges']): Html {
  const rows = charges.map(
    (
      charge,
    ) => html`<tr><td class="short">${instant(charge.at)}</td><td class="figure">${amountOf(charge)}</td>
<td><span class="state state-${charge.state}">${charge.state}</span><span class="note">${noteOf(charge)}</span>${returnForm(charge)}</td>
<td data-label="Processor">${charge.processor}</td><td data-label="Token"><code>${charge.token}</code></td><td data-label="Reference"><code class="short">${charge.reference ?? '–'}</code></td>
<td data-label="Outcome">${charge.outcome}</td></tr>`,
  );
  return html`<table class="stack"><thead><tr><th>When</th><th class="figure">Amount</th><th>State</th><th>Processor</th>
<th>Token</th><th>Reference</th><th>Outcome</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Lets a person play the bank: a debit comes back with the chosen code. */
function returnForm({ id, kind, state }: ChargesPage['charges'][number]): Html {
  if (kind !== 'bank' || (state !== 'pending' && state !== 'settled')) return html``;
  return html`<form method="post" action="/charges/${id}/return"><select name="code" aria-label="Return code">
<option value="R01">R01 insufficient funds</option><option value="R02">R02 account closed</option>
<option value="R10">R10 not authorized</option></select> <button>Return</button></form>`;
}

function attemptsTable(attempts: readonly Attempt[]): Html {
  const rows = attempts.map(
    (
      attempt,
    ) => html`<tr><td class="short">${instant(attempt.at)}</td><td class="figure">${dollars(attempt.amountCents)}</td>
<td data-label="Outcome">${attempt.outcome}</td><td data-label="Processor">${attempt.processor}</td><td data-label="Token"><code>${attempt.token}</code></td>
<td data-label="Reference"><code class="short">${attempt.reference ?? '–'}</code></td></tr>`,
  );
  return html`<table class="stack"><thead><tr><th>When</th><th class="figure">Amount</th><th>Outcome</th><th>Processor</th>
<th>Token</th><th>Reference</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function amountOf(charge: Charge): string {
  const isPartial = !charge.refusal && charge.amountCents !== charge.requestedCents;
  return isPartial
    ? `${dollars(charge.amountCents)} of ${dollars(charge.requestedCents)}`
    : dollars(charge.requestedCents);
}

function noteOf({ state, refusal, returnCode, refundedCents }: ChargesPage['charges'][number]): string {
  if (refusal) return ` (${refusal.replaceAll('-', ' ')})`;
  if (state === 'returned') return ` (${returnCode})`;
  return refundedCents > 0 ? ` (${dollars(refundedCents)} refunded)` : '';
}
