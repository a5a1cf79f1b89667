import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';
import type { JWK } from 'jose';
import { parseOperatorJson } from './json-keys.ts';
import type { SecretKey } from './secrets.ts';

/** 32 random bytes have 30 different values on average; fewer than 18 never happens. */
const fewestDifferentBytes = 18;

/** Parses “id:64 hex digits”, separated by commas. Returns undefined if an entry, an id, or a key is not usable. */
export function parseSecretKeys(text: string): SecretKey[] | undefined {
  const matches = text.split(',').map((entry) => /^([\w-]{1,32}):([0-9a-f]{64})$/i.exec(entry.trim()));
  const keys = matches.flatMap((match) =>
    match?.[1] && match[2] ? [{ id: match[1], key: Buffer.from(match[2], 'hex') }] : [],
  );
  const isComplete = keys.length === matches.length && keys.length > 0;
  return isComplete && hasNoTwins(keys) && keys.every(({ key }) => looksRandom(key)) ? keys : undefined;
}

/** Two keys with one id, or one key under two ids: neither can be rotated. */
function hasNoTwins(keys: readonly SecretKey[]): boolean {
  const ids = new Set(keys.map(({ id }) => id));
  const values = new Set(keys.map(({ key }) => key.toString('hex')));
  return ids.size === keys.length && values.size === keys.length;
}

/** Whether a key may come from a random generator: it is no repeated pattern, no counting series, and no text. */
function looksRandom(key: Buffer): boolean {
  const steps = new Set(key.map((byte, index) => byte - (key[index - 1] ?? byte - 1)));
  const isText = key.every((byte) => byte >= 0x20 && byte <= 0x7e);
  return new Set(key).size >= fewestDifferentBytes && steps.size > 2 && !isText;
}

/** Parses a JSON array of private ES256 keys (RFC 7517). Returns undefined or throws if one cannot sign. */
export function parseIdTokenKeys(text: string): JWK[] | undefined {
  const keys = parseOperatorJson(text);
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isSigningKey)) return undefined;
  return new Set(keys.map(({ kid }) => kid)).size === keys.length ? keys : undefined;
}

/** Whether the key is for ES256 and its public part verifies what its private part signs. Throws off the curve. */
function isSigningKey(jwk: JWK | null): jwk is JWK {
  if (jwk?.kty !== 'EC' || jwk.crv !== 'P-256' || typeof jwk.kid !== 'string' || !jwk.kid) return false;
  if ((jwk.alg ?? 'ES256') !== 'ES256' || (jwk.use ?? 'sig') !== 'sig' || !jwk.d) return false;
  const { kty, crv, x, y } = jwk;
  const publicKey = createPublicKey({ key: { kty, crv, x, y } as JsonWebKey, format: 'jwk' });
  const privateKey = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
  const probe = Buffer.from(jwk.kid);
  return verify('sha256', probe, publicKey, sign('sha256', probe, privateKey));
}
