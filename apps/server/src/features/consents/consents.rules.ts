import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { type ConsentKind, consentVersions } from '@myaccount/contract/consent';

/** Which of a call's consents is refused, and why. */
export interface ConsentFailure {
  /** Path below `consents`: `0.textVersion`. */
  readonly field: string;
  readonly reason: 'invalid' | 'unexpected';
}

/** True for a version of a kind's text that customers may agree to. */
export function isConsentVersion(kind: ConsentKind, version: string): boolean {
  const versions: readonly string[] = consentVersions[kind];
  return versions.includes(version);
}

/** Returns the first consent that cannot be kept: a kind that the call has no use for or has twice, an unknown version. */
export function findConsentFailure(
  consents: readonly AgreedConsent[],
  usedKinds: readonly ConsentKind[],
): ConsentFailure | undefined {
  for (const [index, { kind, textVersion }] of consents.entries()) {
    const isRepeated = consents.findIndex((other) => other.kind === kind) < index;
    if (isRepeated || !usedKinds.includes(kind)) return { field: `${index}.kind`, reason: 'unexpected' };
    if (!isConsentVersion(kind, textVersion)) return { field: `${index}.textVersion`, reason: 'invalid' };
  }
  return undefined;
}
