import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** A secret key from the settings. Its id is stored beside everything made with it, so that keys can be rotated. */
export interface SecretKey {
  readonly id: string;
  readonly key: Buffer;
}

/** A sealed value as stored: the id of the key and the encrypted bytes. */
export interface SealedValue {
  readonly keyId: string;
  readonly bytes: Buffer;
}

/** Returns a sealed value of its two columns; null where they are empty. */
export function sealedValueOf(bytes: Buffer | null, keyId: string | null): SealedValue | null {
  return bytes && keyId !== null ? { bytes, keyId } : null;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Seals values (AES-256-GCM) and computes keyed hashes (HMAC-SHA-256) with the keys from the settings. */
export class Secrets {
  readonly #currentId: string;
  /** Made once: of plain bytes Node makes a key object at each use, which takes longer than the use. */
  readonly #keys: ReadonlyMap<string, KeyObject>;

  constructor(keys: readonly SecretKey[]) {
    const [current] = keys;
    if (!current) throw new Error('SECRET_KEYS must contain at least one key');
    this.#currentId = current.id;
    this.#keys = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
  }

  /** Id of the key for new values. */
  get currentKeyId(): string {
    return this.#currentId;
  }

  /** Returns an encrypted text. `purpose` binds it to its column: {@link open} fails for another one. */
  seal(text: string, purpose: string): SealedValue {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.#currentId), nonce);
    cipher.setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return { keyId: this.#currentId, bytes: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
  }

  /** Returns the text of a sealed value. Throws if the value, purpose or key does not match. */
  open(sealed: SealedValue, purpose: string): string {
    const nonce = sealed.bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#key(sealed.keyId), nonce);
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const body = sealed.bytes.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }

  /** Returns the keyed hash of a short secret, by the current key or the key of an earlier hash. */
  hmac(text: string, keyId: string = this.#currentId): Buffer {
    return createHmac('sha256', this.#key(keyId)).update(text).digest();
  }

  #key(id: string): KeyObject {
    const key = this.#keys.get(id);
    if (!key) throw new Error(`SECRET_KEYS lacks the key "${id}", which is needed to read stored values`);
    return key;
  }
}

/** Returns a random token's hash, as stored. */
export function hashToken(token: string): Buffer {
  // Via hex the bytes come from Node's buffer pool. A binary digest would allocate memory on every call.
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}
