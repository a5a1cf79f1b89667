import { compileOnce, type Placeholders } from '../../platform/database/compile-once.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Payment } from './payment.repository.ts';

/** Returns the recipient of a payment's mail, the login that paid or, without one, the account's customer, and the account's number. */
export async function getMailRecipient(trx: Trx, payment: Payment) {
  const { accountId, loginId } = payment;
  const [row] = await selectRecipient(trx, { accountId, loginId });
  if (!row) throw new Error(`There is no account ${accountId}`);
  return {
    emailAddress: row.login_address ?? row.email_address,
    language: row.login_language ?? row.language,
    accountNumber: row.account_number,
  };
}

const selectRecipient = compileOnce(
  (
    trx,
    { accountId, loginId }: Placeholders<{ readonly accountId: string; readonly loginId: string | null }>,
  ) =>
    trx
      .selectFrom('account as a')
      .innerJoin('customer as c', 'c.id', 'a.customer_id')
      .leftJoin('login as l', (join) => join.on('l.id', '=', loginId))
      .select(['a.account_number', 'c.email_address', 'c.language'])
      .select(['l.email_address as login_address', 'l.language as login_language'])
      .where('a.id', '=', accountId)
      .compile(),
);
