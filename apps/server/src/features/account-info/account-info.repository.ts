import type { Standing } from '@myaccount/contract/account-rights';
import type { NotificationPreference } from '@myaccount/contract/accounts';
import type { PostalAddress } from '@myaccount/contract/address-lines';
import type { Language } from '@myaccount/contract/languages';
import { sql } from 'kysely';
import { ownsContact } from '../../platform/contact-owner.ts';
import { findByNumber } from '../../platform/database/account-lookup.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { type SealedValue, sealedValueOf } from '../../platform/secrets.ts';
import { lockAccounts } from '../accounts/account-lock.repository.ts';

/** What customers may change of an account, as stored, and who asks. */
export interface AccountRow extends Standing {
  readonly id: string;
  readonly customerId: string;
  readonly version: number;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  /** Of the caller's mails. */
  readonly language: Language;
  readonly preference: NotificationPreference;
  /** STOP was sent from the phone number. */
  readonly isTextStopped: boolean;
  readonly pin: SealedValue | null;
  readonly billingAddress: PostalAddress | undefined;
}

/** An account with its PIN in the clear for whoever may read it. It must not leave the feature. */
export interface StoredAccount extends Omit<AccountRow, 'pin'> {
  /** Null without a PIN, and for everybody who may not read it: to them every PIN is another one. */
  readonly pin: string | null;
  /** The new e-mail address of the caller that waits for its code. */
  readonly pendingEmailAddress: string | null;
}

/**
 * Locks an account of the caller together with the customer's other accounts, which show the same contact: whoever changes
 * the customer locks them first. Nothing if it is not the caller's.
 */
export async function lockAccountInfo(trx: Trx, caller: Caller, accountNumber: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select b.account_id as id from account_lookup a
    join login_account la on la.account_id = a.account_id and la.login_id = ${caller.loginId}
    join account_lookup b on b.kind = 'account' and b.customer_id = a.customer_id
    where a.kind = 'account' and a.key = ${accountNumber} and ${isOneOf('a.account_id', caller.accountIds)}`.execute(
    trx,
  );
  await lockAccounts(
    trx,
    rows.map(({ id }) => id),
  );
}

/** Returns an account of the caller; undefined if it is not the caller's. */
export async function findAccountInfo(
  db: Database | Trx,
  caller: Caller,
  accountNumber: string,
): Promise<AccountRow | undefined> {
  const row = await db
    .selectFrom('login_account as la')
    .innerJoin('account as a', 'a.id', 'la.account_id')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .innerJoin('login as l', 'l.id', 'la.login_id')
    .leftJoin('text_stop as s', (join) =>
      join
        .onRef('s.account_id', '=', 'a.id')
        .onRef('s.phone_number', '=', 'c.phone_number')
        .on('s.resumed_at', 'is', null),
    )
    .select((eb) => eb('s.account_id', 'is not', null).$castTo<boolean>().as('isTextStopped'))
    .select(['a.id', 'a.customer_id as customerId', 'la.role', 'a.version'])
    .select(ownsContact(caller).as('ownsContact'))
    .select(sql<Language>`coalesce(l.language, c.language)`.as('language'))
    .select(['c.email_address as emailAddress', 'c.phone_number as phoneNumber'])
    .select(['a.notification_preference as preference', 'a.pin_sealed', 'a.pin_key_id'])
    .where('la.login_id', '=', caller.loginId)
    .where(isOneOf('a.id', caller.accountIds))
    .where('a.account_number', '=', accountNumber)
    .executeTakeFirst();
  if (!row) return undefined;
  const { pin_sealed: bytes, pin_key_id: keyId, ...account } = row;
  const billingAddress = await db
    .selectFrom('address')
    .select(['street_nr_first as streetNrFirst', 'street_nr_last as streetNrLast'])
    .select(['street_name as streetName', 'city', 'state', 'country', 'post_code as postCode'])
    .where('account_id', '=', account.id)
    .where('address_type', '=', 'Billing')
    .executeTakeFirst();
  return { ...account, pin: sealedValueOf(bytes, keyId), billingAddress };
}

/** Returns the PIN of any account for support, by its number; undefined without such an account. */
export async function findPinForSupport(
  db: Database,
  accountNumber: string,
): Promise<{ id: string; pin: SealedValue | null } | undefined> {
  const row = await findByNumber(db, 'account', accountNumber, (accountId) =>
    db
      .selectFrom('account')
      .select(['id', 'pin_sealed as bytes', 'pin_key_id as keyId'])
      .where('id', '=', accountId)
      .where('account_number', '=', accountNumber)
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  const { id, bytes, keyId } = row;
  return { id, pin: sealedValueOf(bytes, keyId) };
}

/** Stores PIN or preference of a locked account, and raises its version. */
export async function changeAccount(
  trx: Trx,
  accountId: string,
  { pin, preference }: { pin?: SealedValue | undefined; preference?: NotificationPreference | undefined },
): Promise<void> {
  await trx
    .updateTable('account')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .$if(pin !== undefined, (update) =>
      update.set({ pin_sealed: pin?.bytes ?? null, pin_key_id: pin?.keyId ?? null }),
    )
    .$if(preference !== undefined, (update) => update.set({ notification_preference: preference ?? '' }))
    .where('id', '=', accountId)
    .execute();
}

/** Stores the billing address of a locked account. */
export async function changeBillingAddress(
  trx: Trx,
  accountId: string,
  address: PostalAddress,
): Promise<void> {
  const values = {
    street_nr_first: address.streetNrFirst,
    street_nr_last: address.streetNrLast,
    street_name: address.streetName,
    city: address.city,
    state: address.state,
    country: address.country,
    post_code: address.postCode,
  };
  await trx
    .insertInto('address')
    .values({ account_id: accountId, address_type: 'Billing', ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'address_type'])
        .doUpdateSet((eb) => ({ ...values, version: eb('address.version', '+', 1) })),
    )
    .execute();
}
