import type { Clock } from '@myaccount/clock';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Auth0Settings } from '../gateway-settings.ts';
import { unavailable } from './auth0.answers.ts';
import {
  clockToleranceSeconds,
  keyPauseMs,
  keysLifeMs,
  keysPath,
  longestTokenAgeSeconds,
  signatureAlgorithms,
} from './auth0.names.ts';
import type { CodeCheck } from './identity.ts';

/** What an id_token says, or why it cannot be believed or checked. */
export type IdTokenReading =
  | { readonly kind: 'claims'; readonly claims: JWTPayload & { readonly sub: string } }
  | { readonly kind: 'failure'; readonly check: CodeCheck };

/** The keys could not be read: nothing is known about the token. */
const unreadable: readonly string[] = [
  errors.JOSEError.code,
  errors.JWKSTimeout.code,
  errors.JWKSInvalid.code,
];

/**
 * Returns the check of id_tokens (OpenID Connect Core 1.0, 3.1.3.7): the service's own signature, issuer, audience, and times.
 * The service is sent no nonce, so a token with one answers somebody else's request.
 */
export function idTokenCheck(
  { url, issuer, clientId, timeoutMs }: Auth0Settings,
  clock: Clock,
): (idToken: string) => Promise<IdTokenReading> {
  const keys = createRemoteJWKSet(new URL(url + keysPath), {
    timeoutDuration: timeoutMs,
    cooldownDuration: keyPauseMs,
    cacheMaxAge: keysLifeMs,
  });
  return async (idToken) => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer,
        audience: clientId,
        algorithms: [...signatureAlgorithms],
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: clockToleranceSeconds,
        maxTokenAge: longestTokenAgeSeconds,
        currentDate: clock.now(),
      });
      const { sub, nonce, azp, aud } = payload;
      if (typeof sub !== 'string' || sub === '') return untrusted('no subject');
      if (nonce !== undefined) return untrusted('a nonce that was not sent');
      const isOurs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId;
      if (!isOurs) return untrusted('authorized party is another client');
      return { kind: 'claims', claims: { ...payload, sub } };
    } catch (error) {
      return readingOf(error);
    }
  };
}

function untrusted(text: string): IdTokenReading {
  return { kind: 'failure', check: { outcome: 'untrusted', text: `id_token: ${text}` } };
}

function readingOf(error: unknown): IdTokenReading {
  const isAboutToken = error instanceof errors.JOSEError && !unreadable.includes(error.code);
  if (isAboutToken) {
    const claim = error instanceof errors.JWTClaimValidationFailed ? ` ${error.claim}` : '';
    return untrusted(`${error.code}${claim}`);
  }
  const text = `keys not read: ${error instanceof Error ? error.message : 'unknown'}`;
  return { kind: 'failure', check: unavailable(text) };
}
