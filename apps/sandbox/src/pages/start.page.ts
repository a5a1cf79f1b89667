import { type Control, modeNames, serviceModes } from '../control/control.ts';
import { identityFaults } from '../identity/identity-faults.ts';
import { smtpFaults } from '../inbox/smtp-faults.ts';
import { type MagicGroup, type MagicValue, magicCeilingCents, magicValues } from '../magic-values.ts';
import { smsFaults } from '../sms/sms-names.ts';
import { type Html, html } from './html.ts';
import { dollars, renderPage } from './page.ts';
import { type Column, table } from './table.ts';

type Addresses = Readonly<Record<'smtpUrl' | 'framesUrl', string>>;

const groupTitles: Readonly<Record<MagicGroup, string>> = {
  refused: 'Declined at once',
  'lost response': 'Response delayed or lost',
  duplicate: 'Duplicates',
  down: 'Processor down',
  'other amount': 'Different amount',
  'bank debit': 'Bank debits, days later',
};
/** The overview of everything a person can do with the sandbox. */
export function startPage(portalUrl: string, control: Control, addresses: Addresses): string {
  return renderPage({
    title: 'Overview',
    section: '/',
    content: html`<h1>Sandbox</h1>
<p>Card processors, their hosted forms, an eligibility service, a field service, a billing system, text messages, an identity service, and a mail server for testing. No real money moves, and no mail leaves this machine. Use the
<a href="${portalUrl}">portal</a> and see here what it did.</p>
${placesCard(addresses)}${magicCard()}${mailCard()}${textCard()}${identityCard()}${modesCard(control.read())}`,
  });
}

function placesCard({ smtpUrl, framesUrl }: Addresses): Html {
  return html`<section class="card"><h2>Services</h2><table class="stack"><tbody>
<tr><th><a href="/inbox">Inbox</a></th><td>Every mail and text, including sign-in codes. <code>GET /inbox/messages?to=ADDRESS</code></td></tr>
<tr><th><a href="/charges">Charges</a></th><td>Every charge and every attempt. <code>GET /charges.json</code>, <code>GET /attempts.json</code></td></tr>
<tr><th>TranSafe</th><td>REST v2 at <code>/transafe/api/v2</code></td></tr>
<tr><th>Orbital</th><td>JSON v4 at <code>/orbital/gwapi/v4/gateway</code></td></tr>
<tr><th>Card frame</th><td>TranSafe's PaymentFrame at <code>${framesUrl}/PaymentFrame</code>. <a href="/test-numbers">Test numbers</a></td></tr>
<tr><th>Card form</th><td>Chase's hosted form at <code>${framesUrl}/hpf/</code>. <a href="/test-numbers">Test numbers</a></td></tr>
<tr><th>VerifyPass</th><td>Applicant tokens, report, and widget at <code>${framesUrl}</code>. The widget offers each outcome, and
<a href="/verifications">Verifications</a> sends callbacks again</td></tr>
<tr><th>Field service</th><td>TMF646 v4 at <code>/field-service/tmf-api/appointment/v4</code>. <a href="/visits">Visits</a> moves technicians on
and sends events again</td></tr>
<tr><th>Gotransverse</th><td>Billing API 2.0 at <code>/gotransverse/billing/2</code>. <a href="/billing">Billing</a> issues bills, posts
checks, gives credits, and tells the portal</td></tr>
<tr><th>Twilio</th><td>Messages at <code>/2010-04-01</code>. Texts are in the <a href="/inbox">inbox</a>, where they can be replied to</td></tr>
<tr><th>Auth0</th><td>Sign-in codes, tokens, user-info, and keys at <code>${framesUrl}</code>. <a href="/codes">Sign-in codes</a></td></tr>
<tr><th>Mail</th><td>SMTP at <code>${smtpUrl}</code></td></tr>
</tbody></table></section>`;
}

function magicCard(): Html {
  const groups = Object.keys(groupTitles) as MagicGroup[];
  return html`<section class="card" id="magic"><h2>Select the outcome of a payment</h2>
<p>The cents of an <strong>amount below ${dollars(magicCeilingCents)}</strong> select the outcome: ${dollars(105)} and
${dollars(905)} are both declined. A larger amount, or cents that are not listed, is an ordinary payment.</p>
<p>A <strong>saved method</strong> can select the outcome of any amount, by a keyword in its token:
<code>visa-4242-declined</code> or <code>bank-6789-returned</code>. With <code>ordinary</code>, as generated customers have it,
no amount selects anything.</p>
${groups.map(magicGroup)}</section>`;
}

function magicGroup(group: MagicGroup): Html {
  const values = magicValues.filter((value) => value.group === group);
  const columns: readonly Column<MagicValue>[] = [
    ['Amount', ({ cents }) => (cents === undefined ? 'any' : dollars(100 + cents)), 'short'],
    ['Keyword', ({ keyword }) => html`<code class="short">${keyword}</code>`],
    meaningColumn,
  ];
  return html`<h3>${groupTitles[group]}</h3>${table(values, columns, 'choices')}`;
}

const meaningColumn: Column<{ meaning: string }> = ['What happens', ({ meaning }) => meaning];
const tagColumn: Column<{ tag: string }> = [
  'Address',
  ({ tag }) => html`<code class="short">ann+${tag}@example.com</code>`,
];

function mailCard(): Html {
  return html`<section class="card" id="mail"><h2>Select the outcome of a mail</h2>
<p>A tag in the recipient's address selects it. Every other address works.</p>
${table(smtpFaults, [tagColumn, meaningColumn])}</section>`;
}

function textCard(): Html {
  const number = (ending: string) =>
    html`<code class="short">(614) ${ending.slice(0, 3)}-${ending.slice(3)}</code>`;
  return html`<section class="card" id="texts"><h2>Select the outcome of a text</h2>
<p>The last seven digits of the phone number select it, with any area code. Every other number works.</p>
${table(smsFaults, [['Number', ({ ending }) => number(ending)], meaningColumn])}</section>`;
}

function identityCard(): Html {
  return html`<section class="card" id="identity"><h2>Select the outcome of a sign-in by the identity service</h2>
<p>A tag in the address selects it. The portal asks the service only with <code>FLAG_CUSTOM_LOGIN_FLOW=false</code>.</p>
${table(identityFaults, [tagColumn, meaningColumn])}</section>`;
}

function modesCard(modes: ReturnType<Control['read']>): Html {
  const rows = modes.map(
    ({ processor, mode, calls }) => html`<tr><th>${processor}</th>
<td><span class="state state-${mode}">${mode}</span>, ${serviceModes[mode]}${calls === null ? '' : `, for ${calls} more`}</td></tr>`,
  );
  const option = (name: string) => html`<option>${name}</option>`;
  return html`<section class="card" id="controls"><h2>Set the mode of a service</h2>
<table class="switches"><tbody>${rows}</tbody></table>
<form class="inline" method="post" action="/control">
<label>Service<select name="processor">${modes.map(({ processor }) => option(processor))}</select></label>
<label>Mode<select name="mode">${modeNames.map(option)}</select></label>
<label>Delay in slow mode, ms<input name="delayMs" inputmode="numeric" size="8" placeholder="8000"></label>
<label>Status in hop mode<input name="status" inputmode="numeric" size="4" placeholder="503"></label>
<label>Account (Gotransverse)<input name="account" size="10" placeholder="all"></label>
<label>Field (Gotransverse)<input name="field" size="12"></label>
<label>Number of calls<input name="calls" inputmode="numeric" size="6" placeholder="all"></label>
<button>Set</button></form>
<form class="inline" method="post" action="/control/reset"><button>Reset all</button></form>
<p class="quiet">Programs: <code>POST /control {"processor","mode","delayMs","status","account","field","calls"}</code>, <code>POST /control/reset</code>.
A restart resets the modes and keeps charges and mail.</p></section>`;
}
