import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { logout, sendCode, validateCode, validateLink } from '@myaccount/contract/login';
import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { serverNow } from '../../api/server-time.ts';
import { closeSession, openSession } from '../../api/session.ts';
import { forgetSentCode, forgetSentLink, type SentMail } from './sent-mail.ts';

const logoutTimeoutMs = 3000;
const millisecondsPerSecond = 1000;

/** Requests a code or a link by mail. With an earlier mail's challenge, that mail stops working. Throws ApiProblem. */
export async function requestMail(email: string, earlierChallenge?: string): Promise<SentMail> {
  const body = { email, challenge: earlierChallenge };
  const { method, challenge, expiresAt } = await call<typeof sendCode>('POST /login/otp/send', { body });
  const sentAt = Date.now() - (challenge === undefined ? codeAgeMs(expiresAt) : 0);
  return { email, method, challenge: challenge ?? earlierChallenge, expiresAt, sentAt };
}

/** Returns how long ago a code was sent that the server did not send again. */
function codeAgeMs(expiresAt: string): number {
  const leftMs = Date.parse(expiresAt) - serverNow().getTime();
  return config.limits.codeSeconds * millisecondsPerSecond - leftMs;
}

/** Opens a session with a mailed code. Throws ApiProblem, or UnreadableIdToken when the token does not name the user. */
export async function signInWithCode({ email, challenge }: SentMail, otp: string): Promise<void> {
  keepSession(
    await call<typeof validateCode>('POST /login/otp/validate', { body: { email, otp, challenge } }),
  );
}

/** Opens a session with the token of a mailed link. Throws like {@link signInWithCode}. */
export async function signInWithLink(token: string, challenge: string): Promise<void> {
  keepSession(await call<typeof validateLink>('POST /login/link/validate', { body: { token, challenge } }));
}

function keepSession(reply: ReplyOf<typeof validateCode>): void {
  // First, so that the tab that waits for the link hears of it: opening the session may clear the whole storage.
  forgetSentLink();
  forgetSentCode();
  openSession({
    accessToken: reply.access_token,
    idToken: reply.id_token,
    expiresIn: reply.expires_in,
    tokenType: reply.token_type,
    receivedAt: new Date().toISOString(),
  });
}

/** Ends the session here and on the server, then opens the provider's site (LOGIN-7), or another address. */
export async function signOut(address = config.siteUrl ?? '/'): Promise<void> {
  const ended = call<typeof logout>('GET /login/otp/logout', {
    signal: AbortSignal.timeout(logoutTimeoutMs),
  });
  closeSession();
  // Without a response the token expires by itself, so the customer does not wait for one.
  await ended.catch(() => undefined);
  location.assign(address);
}
