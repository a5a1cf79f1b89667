import { apiPath } from '@myaccount/contract/endpoint';
import type { BrowserContext } from '@playwright/test';
import type { SignedInCustomer } from '../../environment/customers.ts';
import type { PortalInstance } from '../../environment/environment.ts';
import type { BenchEnvironment } from './bench-environment.ts';
import { createLoginCodes, randomAddress } from './login-codes.ts';

/** Who signs in, and where. */
export interface BrowserSignIn {
  readonly environment: BenchEnvironment;
  readonly site: PortalInstance;
  readonly customer: SignedInCustomer | undefined;
}

/** Gives every page of the browser what a page stores of a session. */
export async function keepSession(context: BrowserContext, session: string): Promise<void> {
  await context.addInitScript((text) => sessionStorage.setItem('auth-token', text), session);
}

/** Signs a customer in, and returns what a page stores of the session. */
export async function openSession({ environment, site, customer }: BrowserSignIn): Promise<string> {
  const [loginCode] = customer ? await createLoginCodes(environment, site, [customer]) : [];
  const response = await fetch(`${site.portal.url}${apiPath}/login/otp/validate`, {
    method: 'POST',
    // The part `calls` uses up the tries of this machine's own address.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': randomAddress() },
    body: JSON.stringify({
      email: loginCode?.emailAddress,
      otp: loginCode?.code,
      challenge: loginCode?.challenge,
    }),
  });
  if (!response.ok) throw new Error(`Signing in was refused: ${response.status} ${await response.text()}`);
  const answer = (await response.json()) as Record<string, unknown>;
  return JSON.stringify({
    accessToken: answer.access_token,
    idToken: answer.id_token,
    expiresIn: answer.expires_in,
    tokenType: answer.token_type,
    receivedAt: new Date().toISOString(),
  });
}
