import type { Endpoint } from '@myaccount/contract/endpoint';
import { apiPath } from '@myaccount/contract/endpoint';
import * as freshCode from '@myaccount/contract/fresh-code';
import * as contract from '@myaccount/contract/login';
import * as change from '@myaccount/contract/login-change';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';
import type { Call, Endpoints } from '../../platform/http/endpoints.ts';
import { showHits } from '../../platform/rate-limit.ts';
import type { Feature, ServingPortal } from '../feature.ts';
import { closeSession } from '../sessions/sessions.service.ts';
import { sendFreshCode, validateFreshCode } from './confirmation.service.ts';
import { loginMails } from './login.email.ts';
import type { LoginClient, LoginResult } from './login.service.ts';
import { browserMarkSeconds, codeTotal, failureTotal } from './login-budgets.rules.ts';
import { showLoginChange } from './login-change.service.ts';
import { loginSettings } from './login-settings.rules.ts';
import { sendCode } from './send-code.service.ts';
import { validateCode, validateLink } from './validate-code.service.ts';

const maximumMarkLength = 128;

/** Registers the calls of LOST-2, LOGIN-3, LOGIN-4, LOGIN-9, LOGIN-10, and SIGNIN. */
function registerLoginRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  const { login, publicUrl } = portal.config;
  // Browsers let no unencrypted page set a cookie with this prefix (RFC 6265bis, 4.1.3).
  const markCookie = `${publicUrl.startsWith('https:') ? '__Secure-' : ''}myaccount-browser`;
  showHits([codeTotal(login), failureTotal(login)]);

  endpoints.open(contract.sendCode, async (call) => {
    const { email: emailAddress, challenge } = call.body;
    const client = loginClientOf(call, markCookie);
    const { messageId, expiresAt, ...sent } = await sendCode(portal, { emailAddress, challenge }, client);
    if (messageId) void portal.deliver(messageId);
    return { status: 200 as const, ...sent, expiresAt: expiresAt.toISOString() };
  });

  endpoints.open(contract.validateCode, async (call) => {
    const { email: emailAddress, otp: code, challenge } = call.body;
    const input = { emailAddress, code, challenge };
    const result = await validateCode(portal, input, loginClientOf(call, markCookie));
    return signedIn(call.reply, result, markCookie);
  });

  endpoints.open(contract.validateLink, async (call) => {
    const result = await validateLink(portal, call.body, loginClientOf(call, markCookie));
    return signedIn(call.reply, result, markCookie);
  });

  endpoints.signedIn(freshCode.sendFreshCode, async (call) => {
    const { messageId, challenge, expiresAt } = await sendFreshCode(portal, call);
    if (messageId) void portal.deliver(messageId);
    return { challenge, expiresAt: expiresAt.toISOString() };
  });

  endpoints.signedIn(freshCode.validateFreshCode, async (call) => {
    await validateFreshCode(portal, call);
    return { status: 200 as const };
  });

  // The token is in the address of the page.
  const hideAddress = (reply: FastifyReply) => reply.header('referrer-policy', 'no-referrer');
  endpoints.open(change.showLoginChange, async ({ query, reply }) => {
    hideAddress(reply);
    return await showLoginChange(portal, query.Token);
  });
  endpoints.open(change.stopLoginChange, async ({ body, client, reply }) => {
    hideAddress(reply);
    return await showLoginChange(portal, body.token, client);
  });

  endpoints.signedIn(contract.logout, async ({ caller }) => {
    await closeSession(portal, caller);
    return { status: 200 as const };
  });
}

function loginClientOf({ client, request }: Call<Endpoint>, markCookie: string): LoginClient {
  const mark = parseCookie(request.headers.cookie ?? '')[markCookie];
  const browserMark = mark && mark.length <= maximumMarkLength ? mark : null;
  return { ...client, browserMark };
}

/** Sets the browser's new mark, and returns the contract's reply. */
function signedIn(reply: FastifyReply, result: LoginResult, markCookie: string) {
  const cookie = stringifySetCookie({
    name: markCookie,
    value: result.browserMark,
    path: `${apiPath}/login`,
    maxAge: browserMarkSeconds,
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
  });
  reply.header('set-cookie', cookie);
  return {
    status: 200 as const,
    id_token: result.idToken,
    access_token: result.accessToken,
    token_type: 'Bearer' as const,
    expires_in: result.expiresInSeconds,
  };
}

/** Signing in and out. */
export const login: Feature = {
  tags: { login: 'Signing in with an e-mailed code, and signing out.' },
  settings: loginSettings,
  routes: registerLoginRoutes,
  mails: loginMails,
};
