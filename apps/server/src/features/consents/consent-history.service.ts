import type { consents } from '@myaccount/contract/consents';
import type { ReplyOf } from '@myaccount/contract/endpoint';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { consentEntryOf, consentFileOf } from './consent-history.rules.ts';
import {
  findAutopayConsent,
  findConsent,
  findConsentAccount,
  type KeptConsent,
  listConsents,
} from './consents.repository.ts';

/** CONSENT-1: returns a page of what was agreed to in the caller's account, newest first, in two statements. */
export async function showConsents(
  { db }: Portal,
  caller: Caller,
  { accountNumber, page, size }: { accountNumber: string; page: number; size: number },
): Promise<ReplyOf<typeof consents>> {
  const account = await findConsentAccount(db, caller, accountNumber);
  if (!account) throw notFound();
  const { accountId, role, totalCount } = account;
  const listed = await listConsents(db, { accountId, page, size });
  const reader = { loginId: caller.loginId, role };
  return {
    totalCount,
    totalPages: Math.ceil(totalCount / size),
    result: listed.map((consent) => consentEntryOf(consent, reader)),
  };
}

/** CONSENT-1: returns the words of a consent in the caller's account. Throws not found, also for somebody else's. */
export async function downloadConsent(
  { db }: Portal,
  caller: Caller,
  { accountNumber, id }: { readonly accountNumber: string; readonly id: string },
) {
  return fileOf(await findConsent(db, caller, { accountNumber, id: idOrNobody(id) }));
}

/** CONSENT-1: returns the words agreed to when autopay was turned on. Throws not found where there are none. */
export async function downloadAutopayConsent({ db }: Portal, caller: Caller, accountNumber: string) {
  return fileOf(await findAutopayConsent(db, caller, accountNumber));
}

/** Returns the file of what was agreed to. */
function fileOf(consent: KeptConsent | undefined) {
  if (!consent) throw notFound();
  return { kind: consent.kind, content: consentFileOf(consent) };
}
