import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { ProcessorName } from '@myaccount/contract/processors';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import { compileOnce, type Placeholders } from '../../platform/database/pipeline/pipeline.ts';
import type { SealedValue } from '../../platform/secrets.ts';
import type { ShownMethod } from './payment-methods.rules.ts';

const shownColumns = [
  'id',
  'method_type as methodType',
  'card_type as cardType',
  'nickname',
  'last_four as lastFour',
  'expires_on as expiresOn',
  'account_holder_name as holderName',
] as const;

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

const selectChargedMethods = compileOnce(
  (trx, { accountIds, ids }: Placeholders<{ accountIds: readonly string[]; ids: readonly string[] }>) =>
    trx
      .selectFrom('payment_method')
      .select(shownColumns)
      .select(['account_id as accountId', 'processor', 'valid_to', 'token_sealed', 'token_key_id'])
      .select(['is_valid as isValid', 'network_transaction as networkTransaction'])
      .where(isOneOf('account_id', accountIds))
      .where(isOneOf('id', ids))
      .compile(),
);

/** Returns a method, removed or not, as it is shown; undefined if the account has none with this id. */
export async function findShownMethod(
  db: Database,
  { accountId, methodId }: MethodKey,
): Promise<ShownMethod | undefined> {
  return await db
    .selectFrom('payment_method')
    .select(shownColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', methodId)
    .executeTakeFirst();
}

/** Returns the default method of an account; undefined if it has none. */
export async function findDefaultMethod(db: Database, accountId: string): Promise<ShownMethod | undefined> {
  const [method] = await selectDefaultMethod(db, { accountId });
  return method;
}

const selectDefaultMethod = compileOnce((db, { accountId }: Placeholders<{ accountId: string }>) =>
  db
    .selectFrom('payment_method')
    .select(shownColumns)
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .where('valid_to', 'is', null)
    .compile(),
);

/** Makes a method of a locked account its only default, and the method that autopay charges. */
export async function setDefaultMethod(trx: Trx, { accountId, methodId }: MethodKey): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .where('id', '!=', methodId)
    .execute();
  await trx
    .updateTable('payment_method')
    .set({ is_default: true })
    .where('account_id', '=', accountId)
    .where('id', '=', methodId)
    .execute();
  await trx
    .updateTable('autopay_enrollment')
    .set({ payment_method_id: methodId })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns the reasons for which debits of a method came back. */
export async function listReturnsOfMethod(
  db: Database,
  { accountId, methodId }: MethodKey,
): Promise<(PaymentFailure | null)[]> {
  const rows = await db
    .selectFrom('payment')
    .select('failure_code')
    .where('account_id', '=', accountId)
    .where('payment_method_id', '=', methodId)
    .where('state', '=', 'RETURNED')
    .execute();
  return rows.map((row) => row.failure_code);
}
