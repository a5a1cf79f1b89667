import { randomInt } from 'node:crypto';
import { apiPath } from '@myaccount/contract/endpoint';
import {
  codeHmacOf,
  generateCode,
  generateToken,
  subjectHmacOf,
} from '../../apps/server/src/features/login/login.rules.ts';
import { hashToken, Secrets } from '../../apps/server/src/platform/secrets.ts';
import { type Call, postCall } from '../../environment/calls.ts';
import type { SignedInCustomer } from '../../environment/customers.ts';
import { withClient } from '../../environment/database.ts';
import type { PortalInstance } from '../../environment/environment.ts';
import type { BenchEnvironment } from './bench-environment.ts';

/** A sign-in code for one use, with the challenge it belongs to. */
export interface LoginCode {
  readonly emailAddress: string;
  readonly code: string;
  readonly challenge: string;
}

const writeChallenges = `
  insert into login_challenge (challenge_hash, address_hmac, login_id, method, secret_hmac, key_id, sent_at, expires_at)
  select decode(challenge_hash, 'hex'), decode(address_hmac, 'hex'), login_id, 'code', decode(secret_hmac, 'hex'), $5, now(),
    now() + interval '5 minutes'
  from unnest($1::text[], $2::text[], $3::uuid[], $4::text[]) as drawn (challenge_hash, address_hmac, login_id, secret_hmac)`;

/** Creates a challenge with a code per customer as the portal does, without the mail. */
export async function createLoginCodes(
  { keys }: BenchEnvironment,
  { database }: PortalInstance,
  customers: readonly SignedInCustomer[],
): Promise<LoginCode[]> {
  const [id = '', key = ''] = keys.SECRET_KEYS.split(':');
  const secrets = new Secrets([{ id, key: Buffer.from(key, 'hex') }]);
  const logins = [...new Map(customers.map((customer) => [customer.loginId, customer])).values()];
  const drawn = logins.map(({ loginId, emailAddress }) => {
    const [code, challenge] = [generateCode(6), generateToken()];
    const challengeHash = hashToken(challenge);
    const subjectHmac = subjectHmacOf(secrets, emailAddress);
    const secretHmac = codeHmacOf(secrets, challengeHash, code);
    return { loginId, emailAddress, code, challenge, challengeHash, subjectHmac, secretHmac };
  });
  const values = [
    drawn.map(({ challengeHash }) => challengeHash.toString('hex')),
    drawn.map(({ subjectHmac }) => subjectHmac.toString('hex')),
    drawn.map(({ loginId }) => loginId),
    drawn.map(({ secretHmac }) => secretHmac.toString('hex')),
    id,
  ];
  await withClient(database.ownerUrl, (client) => client.query(writeChallenges, values));
  return drawn;
}

/** Exchanges each customer's code for a session once, from a random client address. */
export async function exchangeCalls(
  environment: BenchEnvironment,
  site: PortalInstance,
  customers: readonly SignedInCustomer[],
): Promise<Call[]> {
  const codes = await createLoginCodes(environment, site, customers);
  return codes.map(({ emailAddress, code, challenge }) =>
    postCall(
      `${apiPath}/login/otp/validate`,
      { email: emailAddress, otp: code, challenge },
      { 'x-forwarded-for': randomAddress() },
    ),
  );
}

/** A random private address. Few customers in a run share one. */
export function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}
