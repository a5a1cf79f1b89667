import type { Secrets } from '../../platform/secrets.ts';

/** A secret of the file as an import keeps it: sealed, and a keyed hash to tell whether it changed. */
export interface SealedField {
  readonly keyId: string;
  readonly fingerprint: string;
  /** Base64 of the sealed bytes. */
  readonly sealed: string;
}

/** Seals a secret of the record `key`; equal secrets of two records do not look alike. */
export function sealField(secrets: Secrets, text: string, purpose: string, key: string): SealedField {
  const { keyId, bytes } = secrets.seal(text, purpose);
  return { keyId, fingerprint: fingerprint(secrets, text, key), sealed: bytes.toString('base64') };
}

/** Whether both hold the same secret, also when the keys of the settings changed in between. */
export function isSameSecret(secrets: Secrets, purpose: string, key: string) {
  return (before: SealedField | null, now: SealedField | null): boolean => {
    if (!before || !now) return before === now;
    if (before.keyId === now.keyId) return before.fingerprint === now.fingerprint;
    const text = secrets.open({ keyId: now.keyId, bytes: Buffer.from(now.sealed, 'base64') }, purpose);
    return before.fingerprint === fingerprint(secrets, text, key, before.keyId);
  };
}

function fingerprint(secrets: Secrets, text: string, key: string, keyId?: string): string {
  return secrets.hmac(`import:${key}:${text}`, keyId).toString('base64url');
}
