import type { Insertable } from 'kysely';
import { insertLookup } from '../../platform/database/account-lookup.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { changeRows, readRow } from '../rows.ts';
import { nextNumber } from './next-number.ts';

/** Ids and numbers of a built account and its customer. */
export interface BuiltAccount {
  readonly id: string;
  readonly accountNumber: string;
  readonly customerNumber: string;
}

interface AccountOptions {
  readonly account?: Partial<Insertable<Tables['account']>>;
  readonly customer?: Partial<Insertable<Tables['customer']>>;
}

const planId = 'FIBER-500';

/** Builds an active residential account for a new customer, with service and billing address. */
export async function buildAccount(db: Database, options: AccountOptions = {}): Promise<BuiltAccount> {
  await buildPlan(db);
  const number = nextNumber();
  const customer = await db
    .insertInto('customer')
    .values({
      customer_number: `C${number}`,
      first_name: 'Ana',
      last_name: 'Rivera',
      email_address: `ana${number}@example.com`,
      phone_number: '6145550100',
      date_of_birth: '1980-02-29',
      ...options.customer,
    })
    .returning(['id', 'customer_number as customerNumber'])
    .executeTakeFirstOrThrow();
  const account = await db
    .insertInto('account')
    .values({
      account_number: `${700_000 + number}`,
      customer_id: customer.id,
      account_type: 'RESIDENTIAL',
      status: 'ACTIVE',
      bill_type: 'EMAIL',
      cycle_day: 5,
      plan_id: planId,
      monthly_price_cents: 7_999,
      notification_preference: 'Email',
      service_since: '2024-11-05',
      ...options.account,
    })
    .returning(['id', 'account_number as accountNumber'])
    .executeTakeFirstOrThrow();
  await insertLookup(db, {
    kind: 'account',
    key: account.accountNumber,
    account_id: account.id,
    customer_id: customer.id,
  });
  await buildAddresses(db, account.id);
  return { ...account, customerNumber: customer.customerNumber };
}

/** Builds another account of the customer who has this one. */
export async function buildSecondAccount(
  db: Database,
  { id, customerNumber }: BuiltAccount,
): Promise<BuiltAccount> {
  const { customer_id } = await readRow(db, 'account', { id });
  const second = await buildAccount(db);
  await changeRows(db, 'account', { id: second.id }, { customer_id });
  return { ...second, customerNumber };
}

async function buildPlan(db: Database): Promise<void> {
  await db
    .insertInto('plan')
    .values({
      id: planId,
      name: 'Fiber 500',
      name_es: 'Fibra 500',
      monthly_price_cents: 7_999,
      download_mbps: 500,
      upload_mbps: 500,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function buildAddresses(db: Database, accountId: string): Promise<void> {
  const place = {
    account_id: accountId,
    street_nr_first: '120',
    street_nr_last: '',
    street_name: 'Maple Street',
    city: 'Columbus',
    state: 'OH',
    country: 'USA',
    post_code: '43215',
  };
  await db
    .insertInto('address')
    .values([
      { ...place, address_type: 'Service' },
      { ...place, address_type: 'Billing' },
    ])
    .execute();
}
