import { type TestNumber, testNumbers, testRoutingNumber } from '../hosted/test-numbers.ts';
import { type Html, html } from './html.ts';
import { renderPage } from './page.ts';
import { table } from './table.ts';

/** The numbers that a person can type into the hosted forms, and what each of them does. */
export function testNumbersPage(): string {
  const cards = testNumbers.filter(({ kind }) => kind === 'card');
  const accounts = testNumbers.filter(({ kind }) => kind === 'bank');
  return renderPage({
    title: 'Test numbers',
    section: '/test-numbers',
    content: html`<h1>Test numbers</h1>
<p>Type these into the card frame and the card form. Every other valid number works too. The sandbox keeps a token, the brand,
the last four digits, the expiration date, and the outcome of later charges. It never keeps a number.</p>
<section class="card"><h2>Cards</h2>
<p>Any expiration date in the future, any security code of three digits (American Express: four), and any name.</p>
${numbersTable(cards)}</section>
<section class="card"><h2>Bank accounts</h2>
<p>Routing number <code>${testRoutingNumber}</code>, or any other that passes the check, and any name.</p>
${numbersTable(accounts)}</section>
<section class="card"><h2>Other cases</h2>
<p>The button “Cancel” of the card form cancels it. A form expires 15 minutes after it was opened.
<a href="/#controls">The modes</a> of <code>card-frame</code> and <code>card-form</code> take a whole service down, or slow it
down. The card frame's tickets are checked by <code>transafe</code>.</p></section>`,
  });
}

function numbersTable(numbers: readonly TestNumber[]): Html {
  return table(numbers, [
    ['Number', ({ number }) => html`<code class="short">${inGroups(number)}</code>`],
    ['What happens', ({ meaning }) => meaning],
  ]);
}

function inGroups(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}
