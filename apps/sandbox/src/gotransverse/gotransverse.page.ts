import { type Html, html } from '../pages/html.ts';
import { dollars, renderPage } from '../pages/page.ts';
import { type Column, listTable } from '../pages/table.ts';
import { ledgerOf } from './gotransverse.reader.ts';
import type { BillingStore, Stored } from './gotransverse.store.ts';
import { billTypes } from './gotransverse-names.ts';
import { type Ledger, totalOf } from './ledger.rules.ts';

interface Listed {
  readonly account: Stored<'account'>;
  readonly ledger: Ledger;
}

const maxRows = 50;
/** The acts on an account without those on a bill or a payment, the label of each, and its fields with their labels. */
const acts: readonly (readonly [act: string, label: string, fields?: Readonly<Record<string, string>>])[] = [
  ['next-bill', 'Issue the next bill'],
  ['check', 'Post a check', { amount: 'Amount' }],
  ['credit', 'Give a credit', { amount: 'Amount', reason: 'Reason', invoice: 'Bill, if any' }],
  ['write-off', 'Write off what is open'],
  ['price', 'Change the price', { amount: 'Price a month' }],
  ['contact', 'Change contact data', { email: 'E-mail', phone: 'Phone', bill_type: billTypes.join(', ') }],
  ['auto-payment', 'Set automatic payment', { on: 'true or false' }],
  ['deactivate', 'Deactivate'],
  ['remove', 'Remove'],
  ['add', 'Load lines', { lines: 'Lines of an import file' }],
];

/** The accounts whose number begins so, or the one with exactly this number and what can be done with it. */
export function billingPage(billing: BillingStore, search: string): string {
  const condition = { sql: "kind = 'account' and substr(key, 1, ?) = ?", values: [search.length, search] };
  const found = billing.select<'account'>(condition, maxRows);
  const accounts = found.map((account) => ({ account, ledger: ledgerOf(billing, account) }));
  const only = accounts.find(({ account }) => account.key === search);
  return renderPage({
    title: 'Billing',
    section: '/billing',
    content: html`<h1>Billing</h1>
<p>The accounts of the billing system, at most ${maxRows}: choose one for its bills and all that can be done. Each act tells the
portal, which then reads the account. For programs: <code>POST /gotransverse/accounts/ACCOUNT/ACT</code>,
<code>POST /gotransverse/lines</code>.</p>
<form class="inline" action="/billing"><label>Account number<input name="account" value="${search}"></label>
<button>Search</button></form>${only ? accountCards(billing, only) : listTable('accounts', accounts, accountColumns)}`,
  });
}

const accountColumns: readonly Column<Listed>[] = [
  ['Account', ({ account: { key } }) => html`<a href="/billing?account=${key}">${key}</a>`, 'short'],
  ['Status', ({ account }) => account.body.accountStatus],
  ['Balance', ({ ledger }) => dollars(ledger.balanceCents), 'figure'],
  ['Next bill', ({ account: { key } }) => form(key, 'next-bill', 'Issue the next bill')],
];

/** A form of an act with its fields. What it is about is hidden. */
function form(
  account: string,
  act: string,
  label: string,
  fields = {},
  about?: [name: string, value: string],
): Html {
  const inputs = Object.entries<string>(fields).map(
    ([name, text]) => html`<label>${text}<input name="${name}" size="12" autocomplete="off"></label>`,
  );
  return html`<form class="inline" method="post" action="/gotransverse/accounts/${account}/${act}">${inputs}
${about && html`<input type="hidden" name="${about[0]}" value="${about[1]}">`}<button>${label}</button></form>`;
}

function accountCards(billing: BillingStore, { account: { key, id, body }, ledger }: Listed): Html {
  const newest = <Row extends Stored>(rows: readonly Row[]) =>
    rows.toSorted((a, b) => b.id - a.id).slice(0, maxRows);
  const bills = newest([...billing.listOf('invoice', id), ...billing.listOf('adjustment', id)]);
  const billColumns: readonly Column<(typeof bills)[number]>[] = [
    ['Bill', (bill) => bill.key, 'short'],
    ['Issued', (bill) => `${bill.body.issuedOn}, ${bill.body.kind ?? 'cycle'}`],
    ['Amount', (bill) => dollars(totalOf(bill.body)), 'figure'],
    ['Open', (bill) => dollars(ledger.leftOf(bill.key)), 'figure'],
    ['Reversed', (bill) => bill.body.reversedOn ?? reissueForm(key, bill.key)],
  ];
  const paymentColumns: readonly Column<Stored<'payment'>>[] = [
    ['Payment', (payment) => payment.key, 'short'],
    ['When', (payment) => payment.body.occurredOn],
    ['Amount', (payment) => `$${payment.body.amount}`, 'figure'],
    [
      'State',
      (payment) => [
        payment.body.status,
        payment.body.status === 'COMPLETED' ? endForms(key, payment.key) : '',
      ],
    ],
  ];
  return html`<section class="card"><h2>Account ${key}</h2>
<p>${body.accountStatus}, ${dollars(ledger.balanceCents)} open. <a href="/billing">All accounts</a></p>
${acts.map(([act, label, fields]) => form(key, act, label, fields))}</section>
<section class="card"><h2>Bills and adjustments</h2>${listTable('bills', bills, billColumns)}</section>
<section class="card"><h2>Payments</h2>${listTable('payments', newest(billing.listOf('payment', id)), paymentColumns)}</section>`;
}

function reissueForm(account: string, bill: string): Html {
  return form(account, 'reissue', `Reissue ${bill}`, { amount: 'At another amount' }, ['invoice', bill]);
}

function endForms(account: string, payment: string): Html[] {
  const endings = ['Cancel', 'Refund'];
  return endings.map((word) =>
    form(account, `${word.toLowerCase()}-payment`, `${word} ${payment}`, {}, ['payment', payment]),
  );
}
