import type { CardType, MethodType } from '@myaccount/contract/payment-methods';
import type { ProcessorName } from '@myaccount/contract/processors';
import type { Trx } from '../../platform/database/connect.ts';
import type { SealedValue } from '../../platform/secrets.ts';

/** Returns what decides whether a locked account may have a method. */
export async function getSavingAccount(trx: Trx, accountId: string) {
  return await trx
    .selectFrom('account')
    .select(['account_number as accountNumber', 'ach_enabled as isAchEnabled'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Returns the methods of a locked account at one processor that were not removed, with their sealed tokens. */
export async function listLiveMethods(trx: Trx, accountId: string, processor: ProcessorName) {
  const rows = await trx
    .selectFrom('payment_method')
    .select(['id', 'token_sealed', 'token_key_id'])
    .where('account_id', '=', accountId)
    .where('processor', '=', processor)
    .where('valid_to', 'is', null)
    .execute();
  return rows.map((row) => ({ id: row.id, token: { bytes: row.token_sealed, keyId: row.token_key_id } }));
}

/** A method to save. */
export interface NewMethod {
  readonly accountId: string;
  readonly methodType: MethodType;
  readonly processor: ProcessorName;
  readonly cardType: CardType;
  readonly nickname: string | null;
  readonly lastFour: string;
  readonly expiresOn: string | null;
  readonly holderName: string | null;
  readonly token: SealedValue;
  readonly consentId: string | null;
  readonly createdAt: Date;
}

/** Saves a method of a locked account and returns its id. */
export async function insertMethod(trx: Trx, method: NewMethod): Promise<string> {
  const { id } = await trx
    .insertInto('payment_method')
    .values({
      account_id: method.accountId,
      external_id: null,
      method_type: method.methodType,
      processor: method.processor,
      card_type: method.cardType,
      nickname: method.nickname,
      last_four: method.lastFour,
      expires_on: method.expiresOn,
      account_holder_name: method.holderName,
      token_sealed: method.token.bytes,
      token_key_id: method.token.keyId,
      valid_to: null,
      created_at: method.createdAt,
      consent_id: method.consentId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns whether a method is its account's default. */
export async function isDefaultMethod(trx: Trx, accountId: string, methodId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_method')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', methodId)
    .where('is_default', '=', true)
    .where('valid_to', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
