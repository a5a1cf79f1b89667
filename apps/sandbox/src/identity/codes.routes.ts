import type { Clock } from '@myaccount/clock';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../pages/html.ts';
import { instant, serveLists } from '../pages/page.ts';
import { listTable } from '../pages/table.ts';
import type { MailedCode, MailedCodes } from './identity.store.ts';
import type { SigningKeys } from './signing-keys.ts';

const pageLimit = 100;

/** Codes of the identity service for people (`/codes`) and for tests (`/codes.json`), and the rotation of its keys. */
export function registerCodes(
  app: FastifyInstance,
  codes: MailedCodes,
  signingKeys: SigningKeys,
  clock: Clock,
): void {
  serveLists(app, {
    title: 'Sign-in codes',
    section: '/codes',
    intro: () => html`<p>Codes that the identity service mailed (the portal asks it with
<code>FLAG_CUSTOM_LOGIN_FLOW=false</code>). The codes themselves are in the <a href="/inbox">inbox</a>. For programs:
<a href="/codes.json">/codes.json</a>.</p>
<form class="inline" method="post" action="/codes/rotate-keys"><button>Sign tokens with a new key</button></form>`,
    lists: () => codesTable(codes.list({}, pageLimit), clock.now().toISOString()),
  });
  app.get('/codes.json', async () => codes.list({}, pageLimit).map(({ code: _, ...rest }) => rest));
  app.post('/codes/rotate-keys', async (_request, reply) => {
    signingKeys.rotate();
    return reply.redirect('/codes', 303);
  });
}

function codesTable(codes: readonly MailedCode[], now: string): Html {
  const latest = new Map(codes.toReversed().map(({ email, number }) => [email, number]));
  return listTable('codes', codes, [
    ['When', ({ at }) => instant(at), 'short'],
    ['Address', ({ email }) => email],
    ['Customer’s network address', ({ client }) => client],
    ['Wrong tries', ({ tries }) => tries],
    ['State', (code) => stateOf(code, now, latest.get(code.email) === code.number)],
  ]);
}

function stateOf({ usedAt, expiresAt }: MailedCode, now: string, isLatest: boolean): string {
  if (usedAt !== null) return 'used';
  if (!isLatest) return 'replaced by a newer one';
  return expiresAt <= now ? 'expired' : 'works';
}
