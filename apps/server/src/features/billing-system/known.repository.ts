import type { Address } from '@myaccount/contract/accounts';
import type { PaymentState } from '@myaccount/contract/payment-states';
import type pg from 'pg';
import type { BilledAccount } from '../../gateways/billing-system/billing-system.ts';
import { noAccountId } from '../../platform/database/account-lookup.ts';
import { loginForms } from '../../platform/email-forms.ts';
import { nameRecord } from '../import/parse/import.parse.rules.ts';
import type { Contact, KnownHere, LastContents } from './known-here.rules.ts';
import type { Reading } from './reading.repository.ts';

/** The connection of the transaction that writes a reading. */
export type ReadingClient = pg.ClientBase;

/**
 * Whether no newer reading of an account began; of one that is new, whether it still is not here. Holds back a newer one until the
 * transaction ends.
 */
export async function isNewestReading(
  client: ReadingClient,
  { accountId, accountNumber, number }: Pick<Reading, 'accountId' | 'accountNumber' | 'number'>,
): Promise<boolean> {
  if (!accountId) {
    // There is no row to lock yet: two that find it new wait for each other.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`billing ${accountNumber}`]);
    const text = "select 1 from account_lookup where kind = 'account' and key = $1";
    return (await client.query(text, [accountNumber])).rows.length === 0;
  }
  const { rows } = await client.query<{ number: number }>(
    'select number from billing_reading where account_id = $1 for update',
    [accountId],
  );
  return rows[0]?.number === number;
}

/** Locks a customer and an account until the transaction ends, as an import does: what is read after it is true until then. */
export async function lockCustomer(
  client: ReadingClient,
  customerNumber: string,
  accountId: string | null,
): Promise<void> {
  await client.query('select 1 from customer where customer_number = $1 for update', [customerNumber]);
  if (accountId) await client.query('select 1 from account where id = $1 for update', [accountId]);
}

/** By name, as every other import finds them: no index leads from an account to its records. */
const selectLast = (content: string) => `
  select r.record_type || ' ' || r.record_key as name, ${content} as content
  from unnest($1::uuid[], $2::text[], $3::text[]) line (account_id, type, key)
  join import_record r on r.account_id = line.account_id and r.record_type = line.type and r.record_key = line.key`;

const selectHere = `
  select jsonb_build_object('emailAddress', c.email_address, 'phoneNumber', c.phone_number, 'billType', a.bill_type,
      'addresses', (select coalesce(jsonb_agg(jsonb_build_object('addressType', address_type,
        'streetNrFirst', street_nr_first, 'streetNrLast', street_nr_last, 'streetName', street_name, 'city', city,
        'state', state, 'country', country, 'postCode', post_code)), '[]') from address where account_id = $1)) as contact,
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'state', state, 'amountCents', amount_cents)), '[]')
      from payment where account_id = $1 and external_id is null) as payments,
    (select monthly_price_cents from plan where id = a.plan_id) as "planPriceCents",
    (select opening_cents from billing_reading where account_id = $1) as "openingCents"
  from account a join customer c on c.id = a.customer_id where a.id = $1`;

interface HereRow {
  readonly contact: Contact & { readonly addresses: readonly Address[] };
  readonly payments: readonly { id: string; state: PaymentState; amountCents: number }[];
  readonly planPriceCents: number | null;
  readonly openingCents: number | null;
}

/** Reads what is known here of an account that was read, inside the transaction that writes it. Lines of bills an import compares itself. */
export async function findKnownHere(
  client: ReadingClient,
  accountId: string | null,
  { customer, account, invoices, payments }: BilledAccount,
  lines: 'with lines' | 'without lines' = 'without lines',
): Promise<KnownHere> {
  const named = [customer, ...(accountId ? [account, ...invoices, ...payments] : [])].flatMap(
    (record) => nameRecord(record) ?? [],
  );
  const last = await client.query<{ name: string; content: object }>(
    selectLast(lines === 'with lines' ? "content - 'pin'" : "content - 'pin' - 'items'"),
    [
      named.map(({ type }) => (type === 'customer' ? noAccountId : accountId)),
      named.map(({ type }) => type),
      named.map(({ key }) => key),
    ],
  );
  const here = accountId ? (await client.query<HereRow>(selectHere, [accountId])).rows[0] : undefined;
  return {
    last: new Map(last.rows.map(({ name, content }) => [name, content])) as LastContents,
    contact: here?.contact ?? null,
    payments: new Map(here?.payments.map((payment) => [payment.id, payment])),
    openingCents: here?.openingCents ?? null,
    planPriceCents: here?.planPriceCents ?? null,
  };
}

/** The accounts that a sign-in address opens, each with its customer's number. */
export async function findSignInAccounts(client: ReadingClient, emailAddress: string) {
  const { rows } = await client.query<{ accountNumber: string | null; role: string; customerNumber: string }>(
    `with la as materialized (
       select la.account_id, la.role from login l left join login_account la on la.login_id = l.id
       where l.email_address = any($1)
     ), a as materialized (select id, account_number, customer_id from account where id in (select account_id from la))
     select a.account_number as "accountNumber", la.role, c.customer_number as "customerNumber"
     from la left join a on a.id = la.account_id left join customer c on c.id = a.customer_id`,
    [loginForms(emailAddress)],
  );
  return rows;
}
