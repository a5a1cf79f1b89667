import { call } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { endpoints } from '../../api/endpoints.ts';
import { closeSession, openSession } from '../../api/session.ts';

const logoutTimeoutMs = 3000;

/** Asks for a code by mail. Throws ApiProblem. */
export async function askForCode(email: string): Promise<void> {
  await call(endpoints.sendCode, { body: { email } });
}

/** Opens a session with a mailed code. Throws ApiProblem, or UnreadableIdToken where nobody can tell who signed in. */
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

/** Ends the session here and on the server, then leaves to the provider's site (LOGIN-7). */
export async function signOut(): Promise<void> {
  const ended = call(endpoints.logout, { signal: AbortSignal.timeout(logoutTimeoutMs) });
  closeSession();
  // Without an answer the token still dies on its own; the customer is not kept waiting for it.
  await ended.catch(() => undefined);
  location.assign(config.siteUrl ?? '/');
}
