import { comparableEmail } from '@myaccount/contract/mailable-email';
import { httpStatus, type JsonResponse, type ServiceResponse } from '../service-http.ts';
import { expiredDescription, refusedPersonErrors, signUpsDisabled } from './auth0.names.ts';
import type { CodeCheck, CodeSending, IdentityFailure } from './identity.ts';

const tooManyRequests = 429;
const usualWaitSeconds = 60;
const longestWaitSeconds = 3_600;

/** What a right code is exchanged for. */
export interface ServiceTokens {
  readonly idToken: string;
  readonly accessToken: string;
}

/** Returns what a start says. */
export function readStart(response: ServiceResponse, nowMs: number): CodeSending {
  if (response.kind !== 'response') return unavailable(response.text);
  const { status, body } = response;
  if (status === httpStatus.ok) return { outcome: 'sent' };
  const isUnknown = body.error === 'bad.email' || signUpsDisabled.test(String(body.error_description));
  if (status === httpStatus.firstClientError && isUnknown) return { outcome: 'unknown-address' };
  return failureOf(response, nowMs);
}

/** Returns the tokens of a right code, or why there are none. */
export function readTokens(response: ServiceResponse, nowMs: number): ServiceTokens | CodeCheck {
  if (response.kind !== 'response') return unavailable(response.text);
  const { status, body } = response;
  if (status === httpStatus.ok) {
    const { id_token: idToken, access_token: accessToken } = body;
    const isRead =
      typeof idToken === 'string' && typeof accessToken === 'string' && isHeaderText(accessToken);
    return isRead ? { idToken, accessToken } : unavailable('HTTP 200 without tokens');
  }
  const isAboutPerson =
    status >= httpStatus.firstClientError &&
    status < httpStatus.firstServerError &&
    status !== tooManyRequests;
  if (isAboutPerson && body.error === 'invalid_grant') {
    const isExpired = expiredDescription.test(String(body.error_description));
    return { outcome: isExpired ? 'expired-code' : 'wrong-code' };
  }
  if (isAboutPerson && refusedPersonErrors.includes(String(body.error)))
    return { outcome: 'refused', text: answerText(response) };
  return failureOf(response, nowMs);
}

/**
 * Returns whether an address signed in, by the claims of the id_token and the user-info, which must be about the same subject
 * (OpenID Connect Core 1.0, 5.3).
 */
export function readUserInfo(
  response: ServiceResponse,
  { claims, emailAddress, nowMs }: { claims: Claims; emailAddress: string; nowMs: number },
): CodeCheck {
  if (response.kind !== 'response') return unavailable(response.text);
  const { status, body: user } = response;
  if (status !== httpStatus.ok) return failureOf(response, nowMs);
  if (user.sub !== claims.sub) return { outcome: 'untrusted', text: 'user-info: another subject' };
  const isTokenRight = claims.email === undefined || isVerified(claims, emailAddress);
  return isTokenRight && isVerified(user, emailAddress)
    ? { outcome: 'verified' }
    : { outcome: 'untrusted', text: 'another address, or one that is not verified' };
}

type Claims = Readonly<Record<string, unknown>>;

/** Whether claims name this address as verified. */
function isVerified({ email, email_verified: isEmailVerified }: Claims, emailAddress: string): boolean {
  return isEmailVerified === true && typeof email === 'string' && comparableEmail(email) === emailAddress;
}

/** Returns what the service answered, for the log: its own error code, and no address or value. */
export function answerText(response: ServiceResponse): string {
  if (response.kind !== 'response') return response.text;
  const { error } = response.body;
  return typeof error === 'string' && /^[\w.-]{1,64}$/.test(error)
    ? `HTTP ${response.status} ${error}`
    : `HTTP ${response.status}`;
}

function failureOf(response: JsonResponse, nowMs: number): IdentityFailure {
  const { status, headers } = response;
  if (status === tooManyRequests)
    return { outcome: 'too-many', retryAfterSeconds: waitSeconds(headers, nowMs) };
  const isOurs = status < httpStatus.firstServerError;
  const names = isOurs ? 'the set-up, signUpsDisabled, or refusedPersonErrors (auth0.names.ts): ' : '';
  return unavailable(names + answerText(response), isOurs);
}

/** Returns an answer without a result. */
export function unavailable(text: string, isMisconfigured = false): IdentityFailure {
  return { outcome: 'unavailable', text, isMisconfigured };
}

/** `Retry-After` in seconds, or `x-ratelimit-reset` as a time in Unix seconds. */
function waitSeconds(headers: Headers | undefined, nowMs: number): number {
  const after = Number(headers?.get('retry-after') || Number.NaN);
  const until = Number(headers?.get('x-ratelimit-reset') || Number.NaN) - nowMs / 1_000;
  const seconds = [after, until].find(Number.isFinite) ?? usualWaitSeconds;
  return Math.min(longestWaitSeconds, Math.max(1, Math.ceil(seconds)));
}

/** Whether a token is valid in a header. */
function isHeaderText(token: string): boolean {
  return /^[\x21-\x7e]{1,8192}$/.test(token);
}
