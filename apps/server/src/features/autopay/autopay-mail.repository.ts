import type { Language } from '@myaccount/contract/languages';
import type { Trx } from '../../platform/database/connect.ts';

/** Where mail about an account's autopay goes. */
export interface Recipient {
  readonly emailAddress: string | null;
  readonly language: Language;
  readonly accountNumber: string;
}

/** Returns the customer's address on record or, without one, the primary login's. */
export async function getRecipient(trx: Trx, accountId: string): Promise<Recipient> {
  const row = await trx
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .leftJoin('login_account as la', (join) =>
      join.onRef('la.account_id', '=', 'a.id').on('la.role', '=', 'primary'),
    )
    .leftJoin('login as l', 'l.id', 'la.login_id')
    .select(['a.account_number', 'c.email_address', 'c.language', 'l.email_address as login_address'])
    .where('a.id', '=', accountId)
    .orderBy('l.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    emailAddress: row.email_address ?? row.login_address,
    language: row.language,
    accountNumber: row.account_number,
  };
}
