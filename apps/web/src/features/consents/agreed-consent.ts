import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { type ConsentKind, currentConsentVersion } from '@myaccount/contract/consent';
import { matchLanguage } from '@myaccount/contract/languages';

/** Returns what a form sends once the box of a kind is ticked, in the page's language. */
export function agreedConsent(kind: ConsentKind, language: string): AgreedConsent {
  return { kind, textVersion: currentConsentVersion(kind), language: matchLanguage([language]) };
}
