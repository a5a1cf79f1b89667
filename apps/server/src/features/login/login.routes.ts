import * as contract from '@myaccount/contract/login';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { closeSession } from '../sessions/sessions.service.ts';
import { type LoginParts, sendCode, validateCode } from './login.service.ts';

/** LOGIN-3, LOGIN-4, LOGIN-9, LOGIN-10. */
export function registerLoginRoutes(endpoints: Endpoints, parts: LoginParts): void {
  endpoints.open(contract.sendCode, async ({ body, request }) => {
    await sendCode(parts, body.email, clientOf(request));
    return { status: 200 as const };
  });

  endpoints.open(contract.validateCode, async ({ body, request }) => {
    const input = { emailAddress: body.email, code: body.otp };
    const signedIn = await validateCode(parts, input, clientOf(request));
    return {
      status: 200 as const,
      id_token: signedIn.idToken,
      access_token: signedIn.accessToken,
      token_type: 'Bearer' as const,
      expires_in: signedIn.expiresInSeconds,
    };
  });

  endpoints.signedIn(contract.logout, async ({ caller }) => {
    await closeSession(parts.portal, caller);
    return { status: 200 as const };
  });
}
