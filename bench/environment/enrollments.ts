import { dayOf } from '../../apps/server/src/platform/business-day.ts';
import { type DatabaseServer, withClient } from '../../environment/database.ts';
import type { DatabaseAddresses } from '../../scripts/start/local-settings.ts';

/** Accounts with autopay and nothing else. */
const enroll = (enrollments: number) => `
  insert into plan (id, name, monthly_price_cents, download_mbps, upload_mbps) values ('fiber', 'Fiber', 5000, 500, 500);
  insert into customer (customer_number, first_name, last_name) values ('1', 'Ann', 'Bench');
  insert into account (account_number, customer_id, account_type, status, bill_type, cycle_day, plan_id, monthly_price_cents)
  select n::text, c.id, 'RESIDENTIAL', 'ACTIVE', 'EMAIL', 1, 'fiber', 5000 from customer c, generate_series(1, ${enrollments}) n;
  insert into payment_method (account_id, method_type, processor, card_type, token_sealed, token_key_id, is_default, created_at)
  select id, 'custom', 'transafe', 'VISA', '', '', true, now() from account;
  insert into autopay_enrollment (account_id, payment_method_id, enrolled_at)
  select account_id, id, now() - interval '60 days' from payment_method`;

/** A bill for one of so many accounts, due on a day. */
const makeBills = `
  insert into invoice (account_id, invoice_number, issued_on, due_on, original_due_on, period_start, period_end,
    previous_balance_cents, amount_cents, open_cents, as_issued)
  select id, account_number, d - 20, d, d, d - 50, d - 20, 0, 2000, 2000, '{}'
  from account, (select $1::date as d) due where account_number::int % $2::int = 0`;

/** Returns a new database with enrollments in autopay, and no bill. */
export async function makeEnrollments(
  postgres: DatabaseServer,
  name: string,
  enrollments: number,
): Promise<DatabaseAddresses> {
  const database = await postgres.emptyDatabase(name);
  console.log(`Making ${enrollments.toLocaleString('en-US')} enrollments …`);
  await withClient(database.ownerUrl, async (client) => {
    await client.query(enroll(enrollments));
    await client.query('vacuum analyze');
  });
  // What is still to be written must not count later.
  await postgres.asSuperuser((client) => client.query('checkpoint'));
  return database;
}

/** Makes a bill, due today, for one of so many enrollments. Returns today. */
export async function makeDueBills({ ownerUrl }: DatabaseAddresses, oneOf: number): Promise<string> {
  const today = dayOf(new Date(), 'UTC');
  await withClient(ownerUrl, async (client) => {
    await client.query(makeBills, [today, oneOf]);
    await client.query('vacuum analyze invoice');
  });
  return today;
}
