import { createHash, randomBytes } from 'node:crypto';
import { withClient } from './database.ts';
import type { PortalInstance } from './environment.ts';

/** A signed-in customer, with the account to call for. */
export interface SignedInCustomer {
  readonly token: string;
  readonly loginId: string;
  readonly emailAddress: string;
  readonly accountId: string;
  readonly accountNumber: string;
  readonly customerNumber: string;
  /** The latest bill. */
  readonly invoiceId: string;
}

const maxCustomers = 10_000;
const billsOnPage = 5;

const customersWithBills = `
  select l.id as "loginId", l.email_address as "emailAddress", a.id as "accountId",
    a.account_number as "accountNumber", c.customer_number as "customerNumber", i.id as "invoiceId"
  from account a
  join login_account la on la.account_id = a.id and la.role = 'primary'
  join login l on l.id = la.login_id
  join customer c on c.id = a.customer_id
  cross join lateral (
    select id, count(*) over () as bills from invoice
    where account_id = a.id and voided_at is null and kind in ('cycle', 'manual') order by issued_on desc limit 1
  ) i
  where a.status = 'ACTIVE' and i.bills >= $2
  order by md5(a.account_number) limit $1`;

const openSessions = `
  insert into session (token_hash, login_id, created_at, last_seen_at, expires_at, client_address, user_agent)
  select decode(hash, 'hex'), login_id, now(), now(), now() + interval '8 hours', '127.0.0.1', 'bench'
  from unnest($1::text[], $2::uuid[]) as opened (hash, login_id)`;

/**
 * Signs in customers with at least a full page of bills: at most 10,000 from the whole population, so that no row is hot.
 * Writes their sessions as the portal does, without a code.
 */
export async function signedInCustomers(
  { database }: Pick<PortalInstance, 'database'>,
  bills = billsOnPage,
): Promise<SignedInCustomer[]> {
  return await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<Omit<SignedInCustomer, 'token'>>(customersWithBills, [
      maxCustomers,
      bills,
    ]);
    if (rows.length === 0) throw new Error(`The population has no customer with ${bills} bills.`);
    const customers = rows.map((row) => ({ ...row, token: randomBytes(32).toString('base64url') }));
    const hashes = customers.map(({ token }) => createHash('sha256').update(token).digest('hex'));
    await client.query(openSessions, [hashes, customers.map(({ loginId }) => loginId)]);
    await client.query('vacuum analyze session');
    return customers;
  });
}
