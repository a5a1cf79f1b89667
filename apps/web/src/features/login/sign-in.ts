import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { endpoints } from '../../api/endpoints.ts';
import { closeSession, openSession } from '../../api/session.ts';

const logoutTimeoutMs = 3000;

/** Requests a code by mail. Throws ApiProblem. */
export async function requestCode(email: string): Promise<void> {
  await call(endpoints.sendCode, { body: { email } });
}

/** Opens a session with a mailed code. Throws ApiProblem, or UnreadableIdToken when the token does not name the user. */
export async function signIn(email: string, otp: string): Promise<void> {
  const reply = await call(endpoints.validateCode, { body: { email, otp } });
  openSession({
    accessToken: reply.access_token,
    idToken: reply.id_token,
    expiresIn: reply.expires_in,
    tokenType: reply.token_type,
    receivedAt: new Date().toISOString(),
  });
}

/** Ends the session here and on the server, then opens the provider's site (LOGIN-7). */
export async function signOut(): Promise<void> {
  const ended = call(endpoints.logout, { signal: AbortSignal.timeout(logoutTimeoutMs) });
  closeSession();
  // Without a response the token expires by itself, so the customer does not wait for one.
  await ended.catch(() => undefined);
  location.assign(config.siteUrl ?? '/');
}
