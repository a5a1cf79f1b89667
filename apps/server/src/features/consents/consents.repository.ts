import type { ConsentKind } from '@myaccount/contract/consent';
import type { Language } from '@myaccount/contract/languages';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { Caller } from '../../platform/http/endpoints.ts';

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

/** Returns the caller's account with its number of consents; undefined if the account is not the caller's. */
export async function findConsentAccount(
  db: Database,
  { loginId, accountIds }: Caller,
  accountNumber: string,
) {
  const row = await db
    .selectFrom('login_account as la')
    .innerJoin('account as a', 'a.id', 'la.account_id')
    .leftJoin('consent as c', (join) =>
      join.onRef('c.account_id', '=', 'a.id').on(isOneOf('c.account_id', accountIds)),
    )
    .select(['a.id as accountId', 'la.role'])
    .select((eb) => eb.fn.count<string>('c.id').as('totalCount'))
    .where('la.login_id', '=', loginId)
    .where(isOneOf('a.id', accountIds))
    .where('a.account_number', '=', accountNumber)
    .groupBy(['a.id', 'la.role'])
    .executeTakeFirst();
  return row && { ...row, totalCount: Number(row.totalCount) };
}

/** A consent as the list shows it, with the given name of who agreed. */
export interface ListedConsent extends Omit<Consent, 'accountId' | 'loginId' | 'agreedText'> {
  readonly id: string;
  readonly loginId: string | null;
  readonly givenName: string | null;
}

/** Returns a page of the consents of an account that was found for its caller, newest first. */
export async function listConsents(
  db: Database,
  { accountId, page, size }: { readonly accountId: string; readonly page: number; readonly size: number },
): Promise<ListedConsent[]> {
  return await db
    .selectFrom('consent as c')
    .leftJoin('login as l', 'l.id', 'c.login_id')
    .select(['c.id', 'c.kind', 'c.text_version as textVersion', 'c.language', 'c.agreed_at as agreedAt'])
    .select(['c.client_address as clientAddress', 'c.login_id as loginId', 'l.given_name as givenName'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.agreed_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

/** A consent's words, and what its file says of them. */
export type KeptConsent = Pick<Consent, 'kind' | 'textVersion' | 'language' | 'agreedText' | 'agreedAt'>;

/** Starts a query of the words of consents in the caller's account. */
function keptConsents(db: Database, { loginId, accountIds }: Caller, accountNumber: string) {
  return db
    .selectFrom('login_account as la')
    .innerJoin('account as a', 'a.id', 'la.account_id')
    .innerJoin('consent as c', 'c.account_id', 'a.id')
    .select(['c.kind', 'c.text_version as textVersion', 'c.language'])
    .select(['c.agreed_text as agreedText', 'c.agreed_at as agreedAt'])
    .where('la.login_id', '=', loginId)
    .where(isOneOf('a.id', accountIds))
    .where('a.account_number', '=', accountNumber);
}

/** Returns a consent of the caller's account by its id; undefined if there is none. */
export async function findConsent(
  db: Database,
  caller: Caller,
  { accountNumber, id }: { readonly accountNumber: string; readonly id: string },
): Promise<KeptConsent | undefined> {
  return await keptConsents(db, caller, accountNumber).where('c.id', '=', id).executeTakeFirst();
}

/** Returns the consent of the open autopay enrollment of the caller's account; undefined if there is none. */
export async function findAutopayConsent(
  db: Database,
  caller: Caller,
  accountNumber: string,
): Promise<KeptConsent | undefined> {
  return await keptConsents(db, caller, accountNumber)
    .innerJoin('autopay_enrollment as e', (join) =>
      join.onRef('e.account_id', '=', 'c.account_id').onRef('e.consent_id', '=', 'c.id'),
    )
    .where('e.ended_at', 'is', null)
    .executeTakeFirst();
}
