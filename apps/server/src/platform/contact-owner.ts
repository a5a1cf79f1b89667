import { sql } from 'kysely';
import { type IdOperand, isOneOf } from './database/is-one-of.ts';

/**
 * Whether a login is the primary user of every account of the customer of `account a`: all of them show the same contact.
 * `accountIds` are the accounts of the login.
 */
export function ownsContact({
  loginId,
  accountIds,
}: {
  readonly loginId: IdOperand;
  readonly accountIds: readonly IdOperand[];
}) {
  return sql<boolean>`not exists (
    select 1 from account_lookup b
    where b.kind = 'account' and b.customer_id = a.customer_id and b.account_id not in (
      select lb.account_id from login_account lb
      where lb.login_id = ${loginId} and ${isOneOf('lb.account_id', accountIds)} and lb.role = 'primary'))`;
}
