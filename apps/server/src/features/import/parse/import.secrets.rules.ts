import type { ImportType } from '@myaccount/contract/import';
import type { Secrets } from '../../../platform/secrets.ts';
import { pinPurpose } from '../../accounts/accounts.service.ts';
import { tokenPurpose } from '../../payment-methods/payment-methods.service.ts';

/** A secret of the file as an import keeps it: sealed, and a keyed hash that shows whether it changed. */
export interface SealedField {
  readonly keyId: string;
  readonly fingerprint: string;
  /** Base64 of the sealed bytes. */
  readonly sealed: string;
}

/** Names one record of a file. */
export interface RecordKey {
  readonly type: ImportType;
  readonly key: string;
}

/** The secret field of each type of record that has one. */
export const secretFields: { readonly [T in ImportType]?: 'pin' | 'token' } = {
  customer: 'pin',
  account: 'pin',
  paymentMethod: 'token',
};

const purposeOf = (type: ImportType) => (secretFields[type] === 'token' ? tokenPurpose : pinPurpose);

/** Seals the secret of a record; equal secrets of two records have different fingerprints. */
export function sealSecret(secrets: Secrets, record: RecordKey, text: string): SealedField {
  const { keyId, bytes } = secrets.seal(text, purposeOf(record.type));
  return { keyId, fingerprint: fingerprint(secrets, record, text), sealed: bytes.toString('base64') };
}

/** True when both hold the same secret of a record, also when the keys of the settings changed in between. */
export function isSameSecret(
  secrets: Secrets,
  record: RecordKey,
  [before, now]: readonly [SealedField | null, SealedField | null],
): boolean {
  if (!before || !now) return before === now;
  if (before.keyId === now.keyId) return before.fingerprint === now.fingerprint;
  const sealed = { keyId: now.keyId, bytes: Buffer.from(now.sealed, 'base64') };
  const text = secrets.open(sealed, purposeOf(record.type));
  return before.fingerprint === fingerprint(secrets, record, text, before.keyId);
}

function fingerprint(secrets: Secrets, { type, key }: RecordKey, text: string, keyId?: string): string {
  const record = type === 'paymentMethod' ? key : `${type}:${key}`;
  return secrets.hmac(`import:${record}:${text}`, keyId).toString('base64url');
}
