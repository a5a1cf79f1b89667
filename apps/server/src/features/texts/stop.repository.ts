import type { NotificationPreference } from '@myaccount/contract/accounts';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/connect.ts';
import { isOneOf } from '../../platform/database/is-one-of.ts';
import type { RowOf } from '../../platform/database/tables.ts';
import { addInboxEvent } from '../../platform/inbox-event.ts';
import { lockAccounts } from '../accounts/account-lock.repository.ts';

/** The service's name in `inbox_event`. */
const provider = 'twilio';

/** Stores that an event arrived. Returns false if it arrived before. */
export async function addEvent(
  trx: Trx,
  eventId: string,
  receivedAt: Date,
  payload: object,
): Promise<boolean> {
  return await addInboxEvent(trx, { provider, eventId, receivedAt, payload, state: 'APPLIED' });
}

/** An account whose customer has a number. */
export interface NumberAccount {
  readonly accountId: string;
  readonly phoneNumber: string;
  readonly preference: NotificationPreference;
  /** Whether STOP holds for it. */
  readonly isStopped: boolean;
  readonly stoppedPreference: StoppedPreference;
}

export type StoppedPreference = RowOf<'text_stop'>['stopped_preference'];

/** Locks the accounts of every customer with a number, in any of its forms. Whoever changes accounts locks them in this order. */
export async function lockAccountsOfNumber(
  trx: Trx,
  phoneNumbers: readonly string[],
): Promise<NumberAccount[]> {
  if (phoneNumbers.length === 0) return [];
  const found = await trx
    .selectFrom('customer as c')
    .innerJoin('account_lookup as l', 'l.customer_id', 'c.id')
    .select('l.account_id as accountId')
    .where('l.kind', '=', 'account')
    .where('c.phone_number', 'in', phoneNumbers)
    .execute();
  const accountIds = found.map(({ accountId }) => accountId);
  if (accountIds.length === 0) return [];
  await lockAccounts(trx, accountIds);
  return await trx
    .selectFrom('account as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .leftJoin('text_stop as s', (join) =>
      join
        .onRef('s.account_id', '=', 'a.id')
        .on(isOneOf('s.account_id', accountIds))
        .onRef('s.phone_number', '=', 'c.phone_number'),
    )
    .select(['a.id as accountId', 'a.notification_preference as preference'])
    .select('c.phone_number as phoneNumber')
    .$narrowType<{ phoneNumber: string }>()
    .select(sql<boolean>`s.account_id is not null and s.resumed_at is null`.as('isStopped'))
    .select('s.stopped_preference as stoppedPreference')
    .where(isOneOf('a.id', accountIds))
    .where('c.phone_number', 'in', phoneNumbers)
    .orderBy('a.id')
    .execute();
}

/** Stores that STOP holds for a number of an account, and which preference it replaced. */
export async function insertStop(
  trx: Trx,
  { accountId, phoneNumber }: NumberAccount,
  stoppedAt: Date,
  preference: StoppedPreference,
): Promise<void> {
  const values = { stopped_at: stoppedAt, stopped_preference: preference, resumed_at: null };
  await trx
    .insertInto('text_stop')
    .values({ account_id: accountId, phone_number: phoneNumber, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'phone_number']).doUpdateSet(values))
    .execute();
}

/** Stores that START took STOP back. */
export async function endStop(
  trx: Trx,
  { accountId, phoneNumber }: NumberAccount,
  resumedAt: Date,
): Promise<void> {
  await trx
    .updateTable('text_stop')
    .set({ resumed_at: resumedAt })
    .where('account_id', '=', accountId)
    .where('phone_number', '=', phoneNumber)
    .execute();
}
