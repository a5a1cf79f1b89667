import type { ImportType } from '@myaccount/contract/import';
import type { Secrets } from '../../platform/secrets.ts';
import { pinPurpose } from '../accounts/accounts.service.ts';
import { tokenPurpose } from '../payment-methods/payment-methods.service.ts';

/** A secret of the file as an import keeps it: sealed, and a keyed hash that shows whether it changed. */
export interface SealedField {
  readonly keyId: string;
  readonly fingerprint: string;
  /** Base64 of the sealed bytes. */
  readonly sealed: string;
}

/** The secret field of each type of record that has one. */
export const secretFields: {
  readonly [T in ImportType]?: { readonly field: string; readonly purpose: string };
} = {
  customer: { field: 'pin', purpose: pinPurpose },
  account: { field: 'pin', purpose: pinPurpose },
  paymentMethod: { field: 'token', purpose: tokenPurpose },
};

/** Seals the secret of a record; equal secrets of two records have different fingerprints. */
export function sealSecret(secrets: Secrets, text: string, purpose: string, record: string): SealedField {
  const { keyId, bytes } = secrets.seal(text, purpose);
  return { keyId, fingerprint: fingerprint(secrets, text, record), sealed: bytes.toString('base64') };
}

/** True when both hold the same secret of a record, also when the keys of the settings changed in between. */
export function isSameSecret(
  secrets: Secrets,
  [before, now]: readonly [SealedField | null, SealedField | null],
  purpose: string,
  record: string,
): boolean {
  if (!before || !now) return before === now;
  if (before.keyId === now.keyId) return before.fingerprint === now.fingerprint;
  const text = secrets.open({ keyId: now.keyId, bytes: Buffer.from(now.sealed, 'base64') }, purpose);
  return before.fingerprint === fingerprint(secrets, text, record, before.keyId);
}

/** Identifies a record in fingerprints. */
export function secretRecord(type: ImportType, key: string): string {
  return type === 'paymentMethod' ? key : `${type}:${key}`;
}

function fingerprint(secrets: Secrets, text: string, record: string, keyId?: string): string {
  return secrets.hmac(`import:${record}:${text}`, keyId).toString('base64url');
}
