import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const modulusLength = 2048;

function newKey(): SigningKey {
  return { kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength }) };
}

/** How a token is signed; anything but `right` is a forgery. */
export type Signature = 'right' | 'other-key' | 'none' | 'hmac';

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/** The service's own RSA keys, made when first used. A restart makes new ones. */
export function createSigningKeys() {
  let current: SigningKey | undefined;
  let unpublished: SigningKey | undefined;
  const key = (): SigningKey => {
    current ??= newKey();
    return current;
  };
  return {
    /** Signs with another key from now on. The one before is published no more. */
    rotate: () => {
      current = newKey();
    },
    /** The published keys (RFC 7517). */
    keySet: () => {
      const { kid, publicKey } = key();
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] };
    },
    /** Returns a signed token (RFC 7515). */
    sign(claims: object, signature: Signature): string {
      const { kid, privateKey, publicKey } = key();
      const alg = { none: 'none', hmac: 'HS256', right: 'RS256', 'other-key': 'RS256' }[signature];
      const content = [{ alg, typ: 'JWT', kid }, claims].map(encode).join('.');
      if (signature === 'none') return `${content}.`;
      if (signature === 'hmac') {
        const secret = publicKey.export({ type: 'spki', format: 'pem' });
        return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
      }
      unpublished ??= signature === 'right' ? undefined : newKey();
      const signer = signature === 'right' ? privateKey : (unpublished?.privateKey ?? privateKey);
      return `${content}.${sign('sha256', Buffer.from(content), signer).toString('base64url')}`;
    },
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
