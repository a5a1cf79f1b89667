import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { ProcessorName } from '@myaccount/contract/processors';
import { compileOnce, type Placeholders } from '../../platform/database/compile-once.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { SealedValue } from '../../platform/secrets.ts';
import type { ShownMethod } from './payment-methods.rules.ts';

/** A saved method with everything needed to charge it. */
export interface ChargedMethod extends ShownMethod {
  readonly accountId: string;
  readonly id: string;
  readonly processor: ProcessorName;
  readonly isRemoved: boolean;
  /** False once the bank said that there is no such account. */
  readonly isValid: boolean;
  readonly networkTransaction: string | null;
  readonly token: SealedValue;
}

/** A saved method of an account. */
export interface MethodKey {
  readonly accountId: string;
  readonly methodId: string;
}

/** Returns a saved method, removed or not; undefined if the account has none with this id. */
export async function findChargedMethod(
  trx: Trx,
  accountId: string,
  methodId: string,
): Promise<ChargedMethod | undefined> {
  const [method] = await listChargedMethods(trx, [{ accountId, methodId }]);
  return method;
}

/** Returns the saved methods that exist, removed or not, in any order. */
export async function listChargedMethods(trx: Trx, keys: readonly MethodKey[]): Promise<ChargedMethod[]> {
  const accountIds = keys.map(({ accountId }) => accountId);
  const ids = keys.map(({ methodId }) => methodId);
  const rows = await selectChargedMethods(trx, { accountIds, ids });
  return rows.map(({ token_sealed: bytes, token_key_id: keyId, valid_to: validTo, ...method }) => ({
    ...method,
    isRemoved: validTo !== null,
    token: { bytes, keyId },
  }));
}

interface MethodKeys {
  readonly accountIds: readonly string[];
  readonly ids: readonly string[];
}

const selectChargedMethods = compileOnce((trx, { accountIds, ids }: Placeholders<MethodKeys>) =>
  trx
    .selectFrom('payment_method')
    .select(['account_id as accountId', 'id', 'method_type as methodType', 'card_type as cardType'])
    .select(['nickname', 'last_four as lastFour'])
    .select(['expires_on as expiresOn', 'account_holder_name as holderName', 'processor', 'valid_to'])
    .select(['is_valid as isValid', 'network_transaction as networkTransaction'])
    .select(['token_sealed', 'token_key_id'])
    .where(isOneOf('account_id', accountIds))
    .where(isOneOf('id', ids))
    .compile(),
);

/** Returns the reasons for which debits of a method came back. */
export async function listReturnsOfMethod(
  db: Database,
  method: { readonly accountId: string; readonly methodId: string },
): Promise<(PaymentFailure | null)[]> {
  const rows = await db
    .selectFrom('payment')
    .select('failure_code')
    .where('account_id', '=', method.accountId)
    .where('payment_method_id', '=', method.methodId)
    .where('state', '=', 'RETURNED')
    .execute();
  return rows.map((row) => row.failure_code);
}
