import type { Insertable } from 'kysely';
import { tokenPurpose } from '../../features/payment-methods/payment-methods.service.ts';
import { insertLookup } from '../../platform/database/account-lookup.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Portal } from '../../platform/portal.ts';
import { insertRow } from '../rows.ts';
import type { BuiltAccount } from './account.ts';

export interface BuiltMethod {
  readonly id: string;
}

interface MethodOptions {
  /** The processor's token. The sandbox's magic values select the outcome of its charges. */
  readonly token?: string;
  readonly method?: Partial<Insertable<Tables['payment_method']>>;
}

/** What tells a bank account at TranSafe from the default method. */
export const bankAccount = {
  method_type: 'custom',
  processor: 'transafe',
  card_type: 'ACH',
  nickname: 'Checking',
  last_four: '6789',
  expires_on: null,
} as const;

/** Builds a saved method: by default a Visa at Orbital, valid for years and the account's default. */
export async function buildMethod(
  portal: Portal,
  account: BuiltAccount,
  { token = 'tok-visa-4242', method = {} }: MethodOptions = {},
): Promise<BuiltMethod> {
  const sealed = portal.secrets.seal(token, tokenPurpose);
  const { external_id: key } = method;
  if (key) await insertLookup(portal.db, { kind: 'paymentMethod', key, account_id: account.id });
  return await portal.db
    .insertInto('payment_method')
    .values({
      account_id: account.id,
      method_type: 'tokenized-credit-card',
      processor: 'orbital',
      card_type: 'VISA',
      nickname: 'Everyday Visa',
      last_four: '4242',
      expires_on: '2030-08-31',
      account_holder_name: 'Ana Rivera',
      token_sealed: sealed.bytes,
      token_key_id: sealed.keyId,
      is_default: true,
      created_at: portal.clock.now(),
      ...method,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Builds an autopay enrollment without a consent. */
export async function buildEnrollment(
  db: Database,
  account: Pick<BuiltAccount, 'id'>,
  method: BuiltMethod,
): Promise<void> {
  const enrolled_at = new Date('2026-11-24T17:00:00Z');
  await insertRow(db, 'autopay_enrollment', {
    account_id: account.id,
    payment_method_id: method.id,
    enrolled_at,
  });
}
