import type { Language } from '@myaccount/contract/languages';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';

/** Somebody who gets mail about an account. */
export interface AccountRecipient {
  readonly emailAddress: string;
  readonly language: Language;
}

/** An account's number, its contact (null without an address), and logins. */
export interface ContactAndLogins {
  readonly accountNumber: string;
  readonly contact: AccountRecipient | null;
  readonly logins: readonly AccountRecipient[];
}

/**
 * Returns an account's contact with the login that acts (null for nobody) and, if asked for or without a contact, the primary
 * logins. Throws without such an account.
 */
export async function getContactAndLogins(
  trx: Trx,
  accountId: string,
  { loginId, withPrimaries }: { loginId: string | null; withPrimaries: boolean },
): Promise<ContactAndLogins> {
  const { accountNumber, emailAddress, language } = await trx
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['a.account_number as accountNumber', 'c.email_address as emailAddress', 'c.language'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const contact = emailAddress === null ? null : { emailAddress, language };
  const addsPrimaries = withPrimaries || contact === null;
  if (loginId === null && !addsPrimaries) return { accountNumber, contact, logins: [] };
  const logins = await trx
    .selectFrom('login_account as la')
    .innerJoin('login as l', 'l.id', 'la.login_id')
    .select('l.email_address as emailAddress')
    .select(sql<Language>`coalesce(l.language, ${language})`.as('language'))
    .where('la.account_id', '=', accountId)
    .where((eb) =>
      eb.or([eb('l.id', '=', loginId), ...(addsPrimaries ? [eb('la.role', '=', 'primary')] : [])]),
    )
    .orderBy('l.id')
    .execute();
  return { accountNumber, contact, logins };
}
