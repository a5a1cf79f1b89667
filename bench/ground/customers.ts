import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** A customer who is signed in, with the account that the calls are about. */
export interface SignedInCustomer {
  readonly token: string;
  readonly loginId: string;
  readonly emailAddress: string;
  readonly accountId: string;
  readonly accountNumber: string;
  readonly customerNumber: string;
}

const sessionHours = 8;

/**
 * Signs customers in who have at least five bills, chosen from the whole population so that no row is hotter than
 * the others. Sessions are written as the portal writes them; only the code is left out.
 */
export async function signInMany(client: pg.Client, count: number): Promise<SignedInCustomer[]> {
  const { rows } = await client.query<Omit<SignedInCustomer, 'token'>>(
    `select l.id as "loginId", l.email_address as "emailAddress", a.id as "accountId",
       a.account_number as "accountNumber", c.customer_number as "customerNumber"
     from account a
     join login_account la on la.account_id = a.id and la.role = 'primary'
     join login l on l.id = la.login_id
     join customer c on c.id = a.customer_id
     where a.status = 'ACTIVE' and (select count(*) from invoice i where i.account_id = a.id) >= 5
     order by md5(a.account_number) limit $1`,
    [count],
  );
  if (rows.length === 0) throw new Error('The population has no customer with five bills.');
  const customers = rows.map((row) => ({ ...row, token: randomBytes(32).toString('base64url') }));
  await client.query(
    `insert into session (token_hash, login_id, created_at, last_seen_at, expires_at, client_address, user_agent)
     select decode(hash, 'hex'), login_id, now(), now(), now() + interval '${sessionHours} hours', '127.0.0.1', 'bench'
     from unnest($1::text[], $2::uuid[]) as t (hash, login_id)`,
    [customers.map(({ token }) => hashOf(token)), customers.map(({ loginId }) => loginId)],
  );
  await client.query('analyze session');
  return customers;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Header of a signed-in call. */
export function bearer({ token }: SignedInCustomer): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
