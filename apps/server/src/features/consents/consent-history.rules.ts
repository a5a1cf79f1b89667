import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import type { Role } from '@myaccount/contract/accounts';
import type { ConsentEntry } from '@myaccount/contract/consents';
import { networkNameOf } from '../../platform/http/client.ts';
import type { KeptConsent, ListedConsent } from './consents.repository.ts';

/** Returns a consent in the terms of the customer who reads it. As in the history of changes, a member reads the network of the own ones only. */
export function consentEntryOf(
  consent: ListedConsent,
  reader: { loginId: string; role: Role },
): ConsentEntry {
  const { id, kind, textVersion, language, agreedAt, clientAddress, givenName } = consent;
  const isOwn = consent.loginId === reader.loginId;
  return {
    id,
    kind,
    textVersion,
    language,
    agreedAt: agreedAt.toISOString(),
    by: isOwn ? { kind: 'you', name: null } : { kind: 'person', name: givenName },
    network: isOwn || isHolder(reader, accountRights.networks.read) ? networkNameOf(clientAddress) : null,
  };
}

/** Returns the file of a consent: its words, then time, version, and language. */
export function consentFileOf({ agreedText, agreedAt, textVersion, language }: KeptConsent): Buffer {
  return Buffer.from(`${agreedText}\n\n${agreedAt.toISOString()} (${textVersion}, ${language})\n`);
}
