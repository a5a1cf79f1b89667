import type { ConsentKind } from '@myaccount/contract/consent';
import type { Language } from '@myaccount/contract/languages';
import type { Trx } from '../../platform/database/connect.ts';

/** A consent with its full text. */
export interface Consent {
  readonly accountId: string;
  readonly loginId: string;
  readonly kind: ConsentKind;
  readonly textVersion: string;
  readonly language: Language;
  readonly agreedText: string;
  readonly agreedAt: Date;
  readonly clientAddress: string;
}

/** Stores a consent and returns its id. */
export async function insertConsent(trx: Trx, consent: Consent): Promise<string> {
  const row = await trx
    .insertInto('consent')
    .values({
      account_id: consent.accountId,
      kind: consent.kind,
      text_version: consent.textVersion,
      language: consent.language,
      agreed_text: consent.agreedText,
      agreed_at: consent.agreedAt,
      client_address: consent.clientAddress,
      login_id: consent.loginId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
