import type { Trx } from '../../platform/database/connect.ts';
import type { MethodUse } from './payment-methods.rules.ts';

/** A saved method, removed or not, with what decides whether it may be changed. */
export interface ChangedMethod extends MethodUse {
  readonly id: string;
  readonly cardType: string;
  readonly lastFour: string | null;
  readonly expiresOn: string | null;
}

/**
 * Locks one of a login's accounts: no payment, posting, or change of a method gets between. False if the account is not
 * the login's.
 */
export async function lockMethodsOf(trx: Trx, loginId: string, accountId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('account as a')
    .innerJoin('login_account as la', 'la.account_id', 'a.id')
    .select('a.id')
    .where('la.login_id', '=', loginId)
    .where('a.id', '=', accountId)
    .forNoKeyUpdate('a')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a saved method of a locked account; undefined if it has none with this id. */
export async function findChangedMethod(
  trx: Trx,
  accountId: string,
  methodId: string,
): Promise<ChangedMethod | undefined> {
  const row = await trx
    .selectFrom('payment_method as m')
    .select(['m.id', 'm.card_type as cardType', 'm.last_four as lastFour', 'm.expires_on as expiresOn'])
    .select(['m.is_default as isDefault', 'm.valid_to as validTo'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('autopay_enrollment as e')
            .select('e.id')
            .where('e.account_id', '=', accountId)
            .whereRef('e.payment_method_id', '=', 'm.id')
            .where('e.ended_at', 'is', null),
        )
        .as('isUsedByAutopay'),
      eb
        .exists(
          eb
            .selectFrom('payment as p')
            .select('p.id')
            .where('p.account_id', '=', accountId)
            .whereRef('p.payment_method_id', '=', 'm.id')
            .where('p.state', '=', 'PLANNED'),
        )
        .as('isUsedByPlanned'),
    ])
    .where('m.account_id', '=', accountId)
    .where('m.id', '=', methodId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { validTo, isUsedByAutopay, isUsedByPlanned, ...method } = row;
  return {
    ...method,
    isRemoved: validTo !== null,
    isUsedByAutopay: Boolean(isUsedByAutopay),
    isUsedByPlanned: Boolean(isUsedByPlanned),
  };
}

/** Makes a method of a locked account its only default, and the method that autopay charges. */
export async function setDefaultMethod(trx: Trx, accountId: string, methodId: string): Promise<void> {
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

/** Ends a method of a locked account. */
export async function endMethod(trx: Trx, accountId: string, methodId: string, at: Date): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ valid_to: at })
    .where('account_id', '=', accountId)
    .where('id', '=', methodId)
    .execute();
}
