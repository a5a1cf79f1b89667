import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto';

/** A secret of the settings, with the id that is stored beside what it made, so that keys can be changed. */
export interface SecretKey {
  readonly id: string;
  readonly key: Buffer;
}

/** A sealed value as it is stored: which key sealed it, and the bytes. */
export interface Sealed {
  readonly keyId: string;
  readonly bytes: Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Seals values (AES-256-GCM) and makes keyed hashes (HMAC-SHA-256) with the keys of the settings. */
export class Secrets {
  readonly #current: SecretKey;
  readonly #keys: Map<string, Buffer>;

  constructor(keys: readonly SecretKey[]) {
    const [current] = keys;
    if (!current) throw new Error('SECRET_KEYS: at least one key is needed');
    this.#current = current;
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
  }

  /** Id of the key that new values are made with. */
  get currentKeyId(): string {
    return this.#current.id;
  }

  /** Encrypts a text; `purpose` binds it to its column, so that it cannot be moved to another. */
  seal(text: string, purpose: string): Sealed {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#current.key, nonce);
    cipher.setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return { keyId: this.#current.id, bytes: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
  }

  /** Decrypts what {@link seal} made for the same purpose; throws when it was changed or its key is gone. */
  open(sealed: Sealed, purpose: string): string {
    const nonce = sealed.bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#key(sealed.keyId), nonce);
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const body = sealed.bytes.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }

  /** Keyed hash of a short secret, by the current key or the one that made an earlier hash. */
  hmac(text: string, keyId: string = this.#current.id): Buffer {
    return createHmac('sha256', this.#key(keyId)).update(text).digest();
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (!key) throw new Error(`SECRET_KEYS: the key "${id}" is needed to read what it made`);
    return key;
  }
}

/** Plain hash of a random token, as it is stored. */
export function hashToken(token: string): Buffer {
  // By way of text the bytes lie in Node’s pool; asked for as bytes they would be memory of their own at every call.
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}
