import type { Language } from '@myaccount/contract/languages';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';

/** Somebody who gets mail about an account. */
export interface AccountRecipient {
  readonly emailAddress: string;
  readonly language: Language;
}

/** An account's number, its contact (null without an address), and logins. Throws without such an account. */
export async function getContactAndLogins(
  trx: Trx,
  accountId: string,
  loginId: string | null,
): Promise<{ accountNumber: string; contact: AccountRecipient | null; logins: AccountRecipient[] }> {
  const { accountNumber, emailAddress, language } = await trx
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['a.account_number as accountNumber', 'c.email_address as emailAddress', 'c.language'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const contact = emailAddress === null ? null : { emailAddress, language };
  if (contact && loginId === null) return { accountNumber, contact, logins: [] };
  const logins = await trx
    .selectFrom('login_account as la')
    .innerJoin('login as l', 'l.id', 'la.login_id')
    .select('l.email_address as emailAddress')
    .select(sql<Language>`coalesce(l.language, ${language})`.as('language'))
    .where('la.account_id', '=', accountId)
    .where((eb) => eb.or([eb('l.id', '=', loginId), ...(contact ? [] : [eb('la.role', '=', 'primary')])]))
    .orderBy('l.id')
    .execute();
  return { accountNumber, contact, logins };
}
