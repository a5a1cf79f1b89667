import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';

/** New values of the two settings that hold keys. */
export interface GeneratedKeys {
  readonly SECRET_KEYS: string;
  readonly ID_TOKEN_KEYS: string;
}

/** AES-256 and HMAC-SHA-256 take keys of this length. */
const secretKeyBytes = 32;
const suffixBytes = 4;

/** Generates one key for each setting. Their ids begin with `name` (up to 20 of `[A-Za-z0-9_-]`). */
export function generateKeys(name: string): GeneratedKeys {
  const id = `${name}-${randomBytes(suffixBytes).toString('hex')}`;
  return {
    SECRET_KEYS: `${id}:${randomBytes(secretKeyBytes).toString('hex')}`,
    ID_TOKEN_KEYS: JSON.stringify([generateSigningKey(id)]),
  };
}

function generateSigningKey(kid: string): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'ES256', use: 'sig', kid };
}
