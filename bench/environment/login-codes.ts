import { randomInt } from 'node:crypto';
import { apiPath } from '@myaccount/contract/endpoint';
import { generateCode } from '../../apps/server/src/features/login/login.rules.ts';
import { Secrets } from '../../apps/server/src/platform/secrets.ts';
import { postCall } from '../calls.ts';
import type { Call } from '../load.ts';
import type { SignedInCustomer } from './customers.ts';
import { withClient } from './database.ts';
import type { BenchEnvironment } from './environment.ts';

/** A sign-in code for one use. */
export interface LoginCode {
  readonly emailAddress: string;
  readonly code: string;
}

const writeCodes = `
  insert into login_code (login_id, code_hmac, key_id, sent_at, expires_at)
  select login_id, decode(hmac, 'hex'), $3, now(), now() + interval '5 minutes'
  from unnest($1::uuid[], $2::text[]) as drawn (login_id, hmac)
  on conflict (login_id) do update set code_hmac = excluded.code_hmac, key_id = excluded.key_id,
    sent_at = excluded.sent_at, expires_at = excluded.expires_at, attempts = 0, used_at = null`;

/** Creates a code per customer as the portal does, without the mail. */
export async function createLoginCodes(
  environment: BenchEnvironment,
  customers: readonly SignedInCustomer[],
): Promise<LoginCode[]> {
  const { database } = await environment.many();
  const [id = '', key = ''] = environment.keys.SECRET_KEYS.split(':');
  const secrets = new Secrets([{ id, key: Buffer.from(key, 'hex') }]);
  // One code per login: a second code would replace the first.
  const logins = [...new Map(customers.map((customer) => [customer.loginId, customer])).values()];
  const drawn = logins.map(({ loginId, emailAddress }) => {
    const code = generateCode(6);
    return { loginId, emailAddress, code, hmac: secrets.hmac(`${loginId}:${code}`).toString('hex') };
  });
  await withClient(database.ownerUrl, (client) =>
    client.query(writeCodes, [drawn.map(({ loginId }) => loginId), drawn.map(({ hmac }) => hmac), id]),
  );
  return drawn;
}

/** Exchanges each customer's code for a session once, from a random client address. */
export async function exchangeCalls(
  environment: BenchEnvironment,
  customers: readonly SignedInCustomer[],
): Promise<Call[]> {
  const codes = await createLoginCodes(environment, customers);
  return codes.map(({ emailAddress, code }) =>
    postCall(
      `${apiPath}/login/otp/validate`,
      { email: emailAddress, otp: code },
      { 'x-forwarded-for': randomAddress() },
    ),
  );
}

/** A random private address. Few customers in a run share one. */
export function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}
