import { randomUUID } from 'node:crypto';
import { idTokenCheck } from '../gateways/identity/auth0.id-token.ts';
import { ServiceHttp } from '../gateways/service-http.ts';
import type { Probing, Result } from './probing.ts';

/** Posts a signed frame as a browser does, and one with a wrong signature, which must not be shown. */
export async function showFrame(
  { portal, services, answers }: Probing,
  isBankAccount: boolean,
): Promise<Result> {
  const { transafeFrameUrl, publicUrl, processorTimeoutMs } = portal.config;
  const timestamp = Math.floor(portal.clock.now().getTime() / 1_000);
  const { origin } = new URL(publicUrl);
  const isShown = async (signatureEnd: string) => {
    const frame = { timestamp, domain: origin, sequence: randomUUID(), styleSheet: undefined };
    const { fields, hash } = services.cardFrame.sign({ ...frame, hasHolderName: true, isBankAccount });
    const form = new URLSearchParams(fields.map(({ name, value }): [string, string] => [name, value]));
    form.set('hmac-hmacsha256', hash + signatureEnd);
    const signal = AbortSignal.timeout(processorTimeoutMs);
    const call = { method: 'POST', body: form, headers: { origin }, redirect: 'manual', signal } as const;
    const page = await fetch(`${transafeFrameUrl}/PaymentFrame`, call);
    answers.push({ kind: 'response', status: page.status, body: {} });
    // The form's id (transafe.com, “PaymentFrame”).
    return (await page.text()).includes('monetra-payment-form');
  };
  if (!(await isShown(''))) return { outcome: 'refused' };
  return { outcome: (await isShown('0')) ? 'shown with a wrong signature' : 'shown' };
}

/** Reads what the identity service says of itself, and has its keys refuse a token that none of them signed. */
export async function readIdentity({ portal: { config, clock } }: Probing): Promise<Result> {
  const { auth0 } = config;
  if (!auth0) return 'not set up';
  const { url, timeoutMs } = auth0;
  const discovery = { method: 'GET', path: '/.well-known/openid-configuration' } as const;
  const issuer = await new ServiceHttp({ url, timeoutMs, headers: {} }).ask(
    discovery,
    ({ body }) => body.issuer,
  );
  if (issuer !== auth0.issuer) return { outcome: `issuer ${JSON.stringify(issuer)}` };
  const head = Buffer.from(JSON.stringify({ alg: 'RS256', kid: randomUUID() })).toString('base64url');
  const token = await idTokenCheck(auth0, clock)(`${head}.e30.AAAA`);
  const text =
    token.kind === 'failure' && 'text' in token.check ? token.check.text : 'a forged token is believed';
  return { outcome: text.includes('NO_MATCHING_KEY') ? 'keys read' : text };
}
