import { type Html, html } from '../pages/html.ts';
import { dollars, instant } from '../pages/page.ts';
import { type Column, listTable } from '../pages/table.ts';
import type { Attempt, Charge } from './charge.store.ts';
import type { ChargeState } from './charge.ts';

type ListedCharge = Charge & { readonly state: ChargeState };

/** The newest charges and attempts of both processors. */
export function chargesTables(charges: readonly ListedCharge[], attempts: readonly Attempt[]): Html {
  return html`<section class="card"><h2>Charges</h2>${listTable('charges', charges, chargeColumns)}</section>
<section class="card"><h2>Attempts</h2>
<p class="quiet">Every charge request, with or without a charge.</p>
${listTable('attempts', attempts, attemptColumns)}</section>`;
}

const whatColumns: readonly Column<Attempt>[] = [
  ['Processor', ({ processor }) => processor, 'labeled'],
  ['Token', ({ token }) => html`<code>${token}</code>`, 'labeled'],
  ['Reference', ({ reference }) => html`<code class="short">${reference ?? '–'}</code>`, 'labeled'],
];
const outcomeColumn: Column<Attempt> = ['Outcome', ({ outcome }) => outcome, 'labeled'];

const chargeColumns: readonly Column<ListedCharge>[] = [
  ['When', ({ at }) => instant(at), 'short'],
  ['Amount', amountOf, 'figure'],
  ['State', stateOf],
  ...whatColumns,
  outcomeColumn,
];

const attemptColumns: readonly Column<Attempt>[] = [
  ['When', ({ at }) => instant(at), 'short'],
  ['Amount', ({ amountCents }) => dollars(amountCents), 'figure'],
  outcomeColumn,
  ...whatColumns,
];

function stateOf(charge: ListedCharge): Html {
  const { state } = charge;
  return html`<span class="state state-${state}">${state}</span><span class="note">${noteOf(charge)}</span>${returnForm(charge)}`;
}

/** Lets a person play the bank: a debit comes back with the chosen code. */
function returnForm({ id, kind, state }: ListedCharge): Html {
  if (kind !== 'bank' || (state !== 'pending' && state !== 'settled')) return html``;
  return html`<form method="post" action="/charges/${id}/return"><select name="code" aria-label="Return code">
<option value="R01">R01 insufficient funds</option><option value="R02">R02 account closed</option>
<option value="R10">R10 not authorized</option></select> <button>Return</button></form>`;
}

function amountOf(charge: Charge): string {
  const isPartial = !charge.refusal && charge.amountCents !== charge.requestedCents;
  return isPartial
    ? `${dollars(charge.amountCents)} of ${dollars(charge.requestedCents)}`
    : dollars(charge.requestedCents);
}

function noteOf({ state, refusal, returnCode }: ListedCharge): string {
  if (refusal) return ` (${refusal.replaceAll('-', ' ')})`;
  return state === 'returned' ? ` (${returnCode})` : '';
}
