import type { Language } from '@myaccount/contract/languages';
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
            .whereRef('e.account_id', '=', 'm.account_id')
            .whereRef('e.payment_method_id', '=', 'm.id')
            .where('e.ended_at', 'is', null),
        )
        .as('isUsedByAutopay'),
      eb
        .exists(
          eb
            .selectFrom('payment as p')
            .select('p.id')
            .whereRef('p.account_id', '=', 'm.account_id')
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

/** Somebody who gets mail about an account's methods. */
export interface MethodMailRecipient {
  readonly emailAddress: string;
  readonly language: Language;
}

/** An account as its mail names it, with the addresses of its customer and of one login. */
export interface MethodMailAccount {
  readonly accountNumber: string;
  readonly recipients: readonly MethodMailRecipient[];
}

/**
 * Returns whom to mail about an account's methods: its customer and the login that acted, each address once. The
 * account's primary login stands in for a customer without an address.
 */
export async function getMethodMailAccount(
  trx: Trx,
  accountId: string,
  loginId: string | null,
): Promise<MethodMailAccount> {
  const account = await trx
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['a.account_number as accountNumber', 'c.email_address as emailAddress', 'c.language'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const logins = await trx
    .selectFrom('login_account as la')
    .innerJoin('login as l', 'l.id', 'la.login_id')
    .select(['l.id', 'l.email_address as emailAddress', 'l.language', 'la.role'])
    .where('la.account_id', '=', accountId)
    .orderBy('l.id')
    .execute();
  const { accountNumber, emailAddress, language } = account;
  const isMailed = (login: (typeof logins)[number]) =>
    login.id === loginId || (emailAddress === null && login.role === 'primary');
  const found = [
    ...(emailAddress === null ? [] : [{ emailAddress, language }]),
    ...logins.filter(isMailed).map((login) => ({
      emailAddress: login.emailAddress,
      language: login.language ?? language,
    })),
  ];
  const byAddress = new Map(found.map((recipient) => [recipient.emailAddress.toLowerCase(), recipient]));
  return { accountNumber, recipients: [...byAddress.values()] };
}
