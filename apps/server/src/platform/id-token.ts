import type { User } from '@myaccount/contract/login';
import { type CryptoKey, exportJWK, importJWK, type JWK, SignJWT } from 'jose';

/** Signs id_tokens and publishes the keys that verify them. */
export interface IdTokens {
  sign(user: User, times: { issuedAt: Date; expiresInSeconds: number }): Promise<string>;
  /** Public keys (RFC 7517). */
  readonly keySet: { readonly keys: readonly JWK[] };
}

/** Audience of the id_token: the portal's own page. */
const audience = 'myaccount-web';

/** Prepares the keys from the settings. The first one signs (ES256); all are published. Throws if it lacks a kid. */
export async function prepareIdTokens(jwks: readonly JWK[], issuer: string): Promise<IdTokens> {
  const [current] = jwks;
  if (!current?.kid) throw new Error('ID_TOKEN_KEYS: the first key needs a kid');
  const key = (await importJWK(current, 'ES256')) as CryptoKey;
  const keys = await Promise.all(jwks.map(publicPart));
  const header = { alg: 'ES256', kid: current.kid, typ: 'JWT' };
  return {
    keySet: { keys },
    sign: ({ sub, ...claims }, { issuedAt, expiresInSeconds }) => {
      const seconds = Math.floor(issuedAt.getTime() / 1_000);
      return new SignJWT(claims)
        .setProtectedHeader(header)
        .setSubject(sub)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + expiresInSeconds)
        .sign(key);
    },
  };
}

async function publicPart({ kid, kty, crv, x, y }: JWK): Promise<JWK> {
  const key = await importJWK({ kty, crv, x, y }, 'ES256', { extractable: true });
  return { ...(await exportJWK(key)), kid, alg: 'ES256', use: 'sig' };
}
