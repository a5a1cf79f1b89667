import { type Html, html } from '../pages/html.ts';
import { instant, renderPage } from '../pages/page.ts';
import { listTable } from '../pages/table.ts';
import type { MailedCode } from './identity.store.ts';

/** The newest codes of the identity service. */
export function codesPage(codes: readonly MailedCode[], now: string): string {
  return renderPage({
    title: 'Sign-in codes',
    section: '/codes',
    freshFrom: '/codes/table',
    content: html`<h1>Sign-in codes</h1>
<p>Codes that the identity service mailed (the portal asks it with <code>FLAG_CUSTOM_LOGIN_FLOW=false</code>). The codes themselves are
in the <a href="/inbox">inbox</a>. For programs: <a href="/codes.json">/codes.json</a>.</p>
<form class="inline" method="post" action="/codes/rotate-keys"><button>Sign tokens with a new key</button></form>
<div id="fresh">${codesTable(codes, now)}</div>`,
  });
}

/** The table alone. The page fetches it again to refresh. */
export function codesTable(codes: readonly MailedCode[], now: string): Html {
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
