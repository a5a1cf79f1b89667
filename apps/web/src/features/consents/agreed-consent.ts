import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { currentConsentVersion, type WordedConsentKind } from '@myaccount/contract/consent';
import { matchLanguage } from '@myaccount/contract/languages';

/** Returns what a form sends once the box of a kind is ticked, in the page's language. */
export function agreedConsent(kind: WordedConsentKind, language: string): AgreedConsent {
  return { kind, textVersion: currentConsentVersion(kind), language: matchLanguage([language]) };
}
