import * as contract from '@myaccount/contract/login';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { closeSession } from '../sessions/sessions.service.ts';
import { type LoginContext, sendCode, validateCode } from './login.service.ts';

/** Registers the calls of LOGIN-3, LOGIN-4, LOGIN-9, and LOGIN-10. */
export function registerLoginRoutes(endpoints: Endpoints, context: LoginContext): void {
  endpoints.open(contract.sendCode, async ({ body, request }) => {
    await sendCode(context, body.email, clientOf(request));
    return { status: 200 as const };
  });

  endpoints.open(contract.validateCode, async ({ body, request }) => {
    const input = { emailAddress: body.email, code: body.otp };
    const result = await validateCode(context, input, clientOf(request));
    return {
      status: 200 as const,
      id_token: result.idToken,
      access_token: result.accessToken,
      token_type: 'Bearer' as const,
      expires_in: result.expiresInSeconds,
    };
  });

  endpoints.signedIn(contract.logout, async ({ caller }) => {
    await closeSession(context.portal, caller);
    return { status: 200 as const };
  });
}
