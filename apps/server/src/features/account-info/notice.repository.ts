import type { Language } from '@myaccount/contract/languages';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';

/** Somebody who is told about a change. */
export interface NoticeRecipient {
  readonly emailAddress: string;
  readonly language: Language;
}

/** An account as its notices name it, and whom they go to. */
export interface NoticeAccount {
  readonly accountNumber: string;
  readonly recipients: readonly NoticeRecipient[];
}

/**
 * Returns whom to tell about a change of an account: its contact and the login that acted, each address once. The primary
 * logins stand in for a customer without an address.
 */
export async function getNoticeAccount(trx: Trx, accountId: string, loginId: string): Promise<NoticeAccount> {
  const { accountNumber, emailAddress, language } = await trx
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['a.account_number as accountNumber', 'c.email_address as emailAddress', 'c.language'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const logins = await trx
    .selectFrom('login_account as la')
    .innerJoin('login as l', 'l.id', 'la.login_id')
    .select('l.email_address as emailAddress')
    .select(sql<Language>`coalesce(l.language, ${language})`.as('language'))
    .where('la.account_id', '=', accountId)
    .where((eb) =>
      eb.or([eb('l.id', '=', loginId), ...(emailAddress === null ? [eb('la.role', '=', 'primary')] : [])]),
    )
    .orderBy('l.id')
    .execute();
  const found = [...(emailAddress === null ? [] : [{ emailAddress, language }]), ...logins];
  const byAddress = new Map<string, NoticeRecipient>();
  for (const recipient of found) {
    const key = recipient.emailAddress.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, recipient);
  }
  return { accountNumber, recipients: [...byAddress.values()] };
}
