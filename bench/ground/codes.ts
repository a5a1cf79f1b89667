import { randomInt } from 'node:crypto';
import { apiPath } from '@myaccount/contract/endpoint';
import { drawCode } from '../../apps/server/src/features/login/login.rules.ts';
import { Secrets } from '../../apps/server/src/platform/secrets.ts';
import { postCall } from '../calls.ts';
import type { Call } from '../load.ts';
import type { SignedInCustomer } from './customers.ts';
import { withClient } from './database.ts';
import type { Ground } from './ground.ts';

/** A sign-in code that works once. */
export interface GivenCode {
  readonly emailAddress: string;
  readonly code: string;
}

const writeCodes = `
  insert into login_code (login_id, code_hmac, key_id, sent_at, expires_at)
  select login_id, decode(hmac, 'hex'), $3, now(), now() + interval '5 minutes'
  from unnest($1::uuid[], $2::text[]) as drawn (login_id, hmac)
  on conflict (login_id) do update set code_hmac = excluded.code_hmac, key_id = excluded.key_id,
    sent_at = excluded.sent_at, expires_at = excluded.expires_at, tries = 0, used_at = null`;

/** Gives customers a code each as the portal does, only without the mail. */
export async function giveCodes(
  ground: Ground,
  customers: readonly SignedInCustomer[],
): Promise<GivenCode[]> {
  const { database } = await ground.many();
  const [id = '', key = ''] = ground.keys.SECRET_KEYS.split(':');
  const secrets = new Secrets([{ id, key: Buffer.from(key, 'hex') }]);
  // Of several accounts under one sign-in, one is enough: a second code would replace the first.
  const logins = [...new Map(customers.map((customer) => [customer.loginId, customer])).values()];
  const drawn = logins.map(({ loginId, emailAddress }) => {
    const code = drawCode(6);
    return { loginId, emailAddress, code, hmac: secrets.hmac(`${loginId}:${code}`).toString('hex') };
  });
  await withClient(database.ownerUrl, (client) =>
    client.query(writeCodes, [drawn.map(({ loginId }) => loginId), drawn.map(({ hmac }) => hmac), id]),
  );
  return drawn;
}

/** Each customer's code exchanged for a session, once, and from an address of its own, as customers do. */
export async function exchangeCalls(ground: Ground, customers: readonly SignedInCustomer[]): Promise<Call[]> {
  const codes = await giveCodes(ground, customers);
  return codes.map(({ emailAddress, code }) =>
    postCall(
      `${apiPath}/login/otp/validate`,
      { email: emailAddress, otp: code },
      { 'x-forwarded-for': anyAddress() },
    ),
  );
}

/** An address of a private network: hardly two customers in a run share one. */
export function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}
