import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../pages/html.ts';
import { instant, serveLists } from '../pages/page.ts';
import { type Column, listTable } from '../pages/table.ts';
import type { CallbackSender } from './callbacks.ts';
import type { Callback, Verification, VerificationStore } from './verification.store.ts';
import { communities } from './verify-pass-names.ts';

/** A verification with its callbacks to the portal, oldest first. */
type ListedVerification = Verification & { readonly callbacks: readonly Callback[] };

const pageLimit = 100;

/** Verifications for people (`/verifications`) and for tests (`/verifications.json`). */
export function registerVerifications(
  app: FastifyInstance,
  { verifications, callbacks }: VerificationStore,
  callbackSender: CallbackSender,
): void {
  const newest = () =>
    verifications.list({}, pageLimit).map((verification) => ({
      ...verification,
      callbacks: callbacks.list({ verification: verification.number }).reverse(),
    }));
  serveLists(app, {
    title: 'Verifications',
    section: '/verifications',
    intro:
      () => html`<p>Who was verified in the widget, and what the portal answered to each callback. “Send” tells it
again. For programs: <a href="/verifications.json">/verifications.json</a>.</p>`,
    lists: () => listTable('verifications', newest(), columns),
  });
  app.get('/verifications.json', async () => newest());
  app.post('/verifications/:number/send', async (request, reply) => {
    const { number } = request.params as { number: string };
    const verification = verifications.find({ number: Number(number) });
    if (!verification) return reply.code(404).send({ error: 'no such verification' });
    const { key } = (request.body ?? {}) as { key?: unknown };
    await callbackSender.send(verification, key === 'wrong' ? 'wrong' : 'right');
    return reply.redirect('/verifications', 303);
  });
}

const columns: readonly Column<ListedVerification>[] = [
  ['When', ({ at }) => instant(at), 'short'],
  ['Address', ({ email }) => email],
  ['Group', ({ community }) => communities[community]],
  ['Callbacks', ({ callbacks }) => callbacks.map(callbackText).join(', ') || 'none'],
  ['Send', sendForm],
];

function sendForm({ number }: ListedVerification): Html {
  return html`<form method="post" action="/verifications/${number}/send"><select name="key" aria-label="Key">
<option value="right">right key</option><option value="wrong">wrong key</option></select> <button>Send</button></form>`;
}

function callbackText({ status, key }: Callback): string {
  return `${status ?? 'no response'}${key === 'wrong' ? ' (wrong key)' : ''}`;
}
