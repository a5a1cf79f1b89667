import { type Html, html } from '../pages/html.ts';
import { dollars, renderPage } from '../pages/page.ts';
import { type Column, listTable } from '../pages/table.ts';
import { ledgerOf } from './gotransverse.reader.ts';
import type { BillingStore, Stored } from './gotransverse.store.ts';
import { billTypes } from './gotransverse-names.ts';
import { type Ledger, totalOf } from './ledger.rules.ts';

type Texts = Readonly<Record<string, string>>;
type Act = readonly [act: string, label: string, fields?: Texts];
interface ListedAccount {
  readonly account: Stored<'account'>;
  readonly ledger: Ledger;
}

const maxRows = 50;
/** The acts, the label of each, and its fields with their labels. */
const nextBill: Act = ['next-bill', 'Issue the next bill'];
const acts: readonly Act[] = [
  nextBill,
  ['check', 'Post a check', { amount: 'Amount' }],
  ['credit', 'Give a credit', { amount: 'Amount', reason: 'Reason', invoice: 'Bill, if any' }],
  ['write-off', 'Write off what is open'],
  ['reissue', 'Reverse and reissue', { invoice: 'Bill', amount: 'At another amount' }],
  ['cancel-payment', 'Cancel a payment', { payment: 'Payment' }],
  ['refund-payment', 'Refund a payment', { payment: 'Payment' }],
  ['price', 'Change the price', { amount: 'Price a month' }],
  [
    'contact',
    'Change contact data',
    { email: 'E-mail', phone: 'Phone', bill_type: `Bills by: ${billTypes.join(', ')}` },
  ],
  ['auto-payment', 'Set automatic payment', { on: 'Automatic: true or false' }],
  ['deactivate', 'Deactivate'],
  ['remove', 'Remove'],
  ['add', 'Load lines', { lines: 'Lines of an import file' }],
];

/** The accounts whose number begins so, or the one with exactly this number and what can be done with it. */
export function billingPage(billing: BillingStore, search: string): string {
  const condition = { sql: "kind = 'account' and substr(key, 1, ?) = ?", values: [search.length, search] };
  const found = billing.select<Stored<'account'>>(condition, maxRows);
  const accounts = found.map((account) => ({ account, ledger: ledgerOf(billing, account) }));
  const only = accounts.find(({ account }) => account.key === search);
  return renderPage({
    title: 'Billing',
    section: '/billing',
    content: html`<h1>Billing</h1>
<p>The accounts of the billing system, at most ${maxRows}: choose one for all that can be done. Each act tells the
portal, which then reads the account. For programs: <code>POST /gotransverse/accounts/ACCOUNT/ACT</code>,
<code>POST /gotransverse/lines</code>.</p>
<form class="inline" action="/billing"><label>Account number<input name="account" value="${search}"></label>
<button>Search</button></form>${only ? accountCard(billing, only) : listTable('accounts', accounts, accountColumns)}`,
  });
}

const accountColumns: readonly Column<ListedAccount>[] = [
  ['Account', ({ account: { key } }) => html`<a href="/billing?account=${key}">${key}</a>`, 'short'],
  ['Status', ({ account }) => account.body.accountStatus],
  ['Balance', ({ ledger }) => dollars(ledger.balanceCents), 'figure'],
  ['Next bill', ({ account: { key } }) => form(key, nextBill)],
];

/** A form of an act with its fields, which begin with these values. */
function form(account: string, [act, label, fields = {}]: Act, values: Texts = {}): Html {
  const inputs = Object.entries(fields).map(
    ([name, text]) =>
      html`<label>${text}<input name="${name}" value="${values[name]}" size="20" autocomplete="off"></label>`,
  );
  return html`<form class="inline" method="post" action="/gotransverse/accounts/${account}/${act}">${inputs}
<button>${label}</button></form>`;
}

function accountCard(billing: BillingStore, { account: { key, id, body }, ledger }: ListedAccount): Html {
  const bill = billing.listOf('invoice', id).findLast(({ body: { reversedOn } }) => !reversedOn);
  const payment = billing.listOf('payment', id).findLast(({ body: { status } }) => status === 'COMPLETED');
  const about =
    bill && `Its newest bill is ${bill.key} of ${bill.body.issuedOn}, ${dollars(totalOf(bill.body))}:`;
  const newest = { invoice: bill?.key ?? '', payment: payment?.key ?? '' };
  return html`<section class="card"><h2>Account ${key}</h2>
<p>${body.accountStatus}, ${dollars(ledger.balanceCents)} open. ${about && `${about} ${dollars(ledger.leftOf(newest.invoice))} open.`} <a href="/billing">All accounts</a></p>
${acts.map((act) => form(key, act, newest))}</section>`;
}
