import type { Clock } from '@myaccount/clock';
import type { BaseLogger } from 'pino';
import type { Config } from '../../platform/platform-settings.ts';
import type { Auth0Settings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import { type ServiceCall, ServiceHttp, type ServiceResponse } from '../service-http.ts';
import { answerText, readStart, readTokens, readUserInfo, type ServiceTokens } from './auth0.answers.ts';
import { idTokenCheck } from './auth0.id-token.ts';
import {
  clientHeader,
  languageHeader,
  logoutPath,
  otpGrant,
  scope,
  startPath,
  tokenPath,
  userInfoPath,
} from './auth0.names.ts';
import type { CodeCheck, CodeExchange, Identity } from './identity.ts';

const service = 'auth0';

/** Opens Auth0's passwordless sign-in. Nothing is sent before the first call. */
export function openAuth0(settings: Auth0Settings, clock: Clock, log: BaseLogger): Identity {
  const { url, clientId, clientSecret, connection, timeoutMs } = settings;
  const http = new ServiceHttp({ url, headers: {}, timeoutMs });
  const checkIdToken = idTokenCheck(settings, clock);
  const client = { client_id: clientId, client_secret: clientSecret };
  const nowMs = () => clock.now().getTime();

  /** Makes a call. At the debug level the log says what came back, without addresses, codes, tokens, and secrets. */
  const call = async (request: ServiceCall): Promise<ServiceResponse> => {
    const response = await http.call(request);
    log.debug({ service, path: request.path, answer: answerText(response) }, 'identity service answered');
    return response;
  };

  const exchange = async ({ emailAddress, code, clientAddress }: CodeExchange) => {
    const grant = { grant_type: otpGrant, username: emailAddress, otp: code, realm: connection, scope };
    const headers = { [clientHeader]: clientAddress };
    const body = { ...client, ...grant };
    return readTokens(await call({ method: 'POST', path: tokenPath, body, headers }), nowMs());
  };

  const identify = async (
    { idToken, accessToken }: ServiceTokens,
    emailAddress: string,
    untilMs: number,
  ): Promise<CodeCheck> => {
    const token = await checkIdToken(idToken);
    if (token.kind === 'failure') return token.check;
    const response = await call({
      method: 'GET',
      path: userInfoPath,
      headers: { authorization: `Bearer ${accessToken}` },
      timeoutMs: Math.max(1, Math.ceil(untilMs - performance.now())),
    });
    return readUserInfo(response, { claims: token.claims, emailAddress, nowMs: nowMs() });
  };

  return {
    sendCode: ({ emailAddress, language, clientAddress }) =>
      measureCall(service, 'start', async () => {
        const body = { ...client, connection, email: emailAddress, send: 'code', authParams: { scope } };
        const headers = { [languageHeader]: language, [clientHeader]: clientAddress };
        return readStart(await call({ method: 'POST', path: startPath, body, headers }), nowMs());
      }),
    checkCode: (typed) =>
      measureCall(service, 'token', async () => {
        const untilMs = performance.now() + timeoutMs;
        const tokens = await exchange(typed);
        return 'idToken' in tokens ? await identify(tokens, typed.emailAddress, untilMs) : tokens;
      }),
    state: () => http.state(),
  };
}

/**
 * Returns where signing out leads; null for the root of the portal's own address. It may lead over the service, where the browser
 * ends its session, and which then leads it back (the address must be allowed there).
 */
export function signedOutUrlOf({
  auth0,
  siteUrl,
  publicUrl,
}: Pick<Config, 'auth0' | 'siteUrl' | 'publicUrl'>): string | null {
  if (!auth0?.endsSessions) return siteUrl;
  const query = { client_id: auth0.clientId, returnTo: siteUrl ?? `${publicUrl}/` };
  return `${auth0.url}${logoutPath}?${new URLSearchParams(query)}`;
}
