import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runChecks } from '../src/ops/check.ts';

// Books as they stood before the balance was one truth: credit beside open bills, and a debt that no page showed.

const name = 'balance_migration';
const shared = inject('testPostgres');
let owner: pg.Pool;

async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: shared.superuserUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const migrations = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.sql'));
const run = async (file: string) => {
  await owner.query(readFileSync(new URL(file, import.meta.url), 'utf8'));
};

beforeAll(async () => {
  const url = new URL(shared.ownerUrl);
  await asSuperuser(`drop database if exists ${name} with (force)`);
  await asSuperuser(`create database ${name} owner ${url.username}`);
  url.pathname = `/${name}`;
  owner = new pg.Pool({ connectionString: url.href, max: 1 });
  for (const file of migrations.filter((each) => each < '0009')) await run(file);
  await owner.query(booksBefore);
  for (const file of migrations.filter((each) => each >= '0009')) await run(file);
}, 60_000);

afterAll(async () => {
  await owner.end();
  await asSuperuser(`drop database if exists ${name} with (force)`);
});

const booksBefore = `
  insert into plan values ('P', 'Plan', null, 0, 1, 1);
  insert into customer (customer_number, first_name, last_name, language) values ('C', 'Ana', 'Rivera', 'es');
  insert into account (account_number, customer_id, account_type, status, bill_type, cycle_day, plan_id, monthly_price_cents)
  select number, customer.id, 'RESIDENTIAL', 'ACTIVE', 'EMAIL', 5, 'P', 0
  from customer, unnest(array['payment', 'debt', 'bill', 'opening', 'late']) number;
  insert into address select id, type, '12', '', street, 'Dayton', 'OH', 'USA', '45402'
  from account, (values ('Service', 'Elm Street'), ('Billing', 'Oak Street')) place (type, street) where account_number = 'late';

  create function bill(number text, of_account text, issued date, previous bigint, cents bigint, open bigint) returns void
  language sql as $$
    insert into invoice (account_id, invoice_number, issued_on, due_on, original_due_on, period_start, period_end,
      previous_balance_cents, amount_cents, open_cents, paid_on)
    select id, number, issued, issued + 21, issued + 21, issued, issued + 27, previous, cents, open,
      case when cents > 0 and open = 0 then issued + 10 end from account where account_number = of_account;
    insert into invoice_item select account_id, id, 1, 'Fiber' from invoice where invoice_number = number;
    insert into invoice_charge select account_id, id, 1, 1, 'recurring', 'Fiber', cents from invoice where invoice_number = number;
    insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at, invoice_id)
    select account_id, 'invoice:' || id, case when cents > 0 then 'receivable' else 'revenue' end,
      case when cents > 0 then 'revenue' else 'receivable' end, abs(cents), issued, now(), id
    from invoice where invoice_number = number
  $$;
  create function pay(number text, of_account text, day date, cents bigint, paid_bill text, applied bigint) returns void
  language sql as $$
    insert into payment (account_id, external_id, state, amount_cents, occurred_at, occurred_on, method_type, card_type)
    select id, number, 'COMPLETED', cents, day, day, 'custom', 'VISA' from account where account_number = of_account;
    insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at, payment_id)
    select account_id, 'payment:' || id, 'cash', 'receivable', cents, day, now(), id from payment where external_id = number;
    insert into payment_allocation (account_id, payment_id, invoice_id, amount_cents, allocated_at)
    select p.account_id, p.id, i.id, applied, now() from payment p, invoice i
    where p.external_id = number and i.invoice_number = paid_bill
  $$;
  create function opening(of_account text, cents bigint) returns void language sql as $$
    insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at)
    select id, 'opening:1', case when cents > 0 then 'receivable' else 'opening' end,
      case when cents > 0 then 'opening' else 'receivable' end, abs(cents), '2026-09-05', now()
    from account where account_number = of_account
  $$;

  select bill('payment-1', 'payment', '2026-09-05', 0, 10281, 0), pay('payment-p', 'payment', '2026-09-20', 20000, 'payment-1', 10281),
    bill('payment-2', 'payment', '2026-10-05', -9719, 10281, 10281);
  select opening('debt', 5000), bill('debt-1', 'debt', '2026-09-05', 5000, 10000, 0),
    pay('debt-p', 'debt', '2026-09-20', 10000, 'debt-1', 10000);
  select bill('bill-1', 'bill', '2026-09-05', 0, -3000, -3000), bill('bill-2', 'bill', '2026-10-05', -3000, 8000, 8000),
    bill('bill-3', 'bill', '2026-11-05', 8000, 2000, 2000);
  select opening('opening', -12000), bill('opening-1', 'opening', '2026-09-05', -12000, 10000, 10000),
    bill('opening-2', 'opening', '2026-10-05', 10000, 5000, 5000);
  select opening('late', 700), bill('late-1', 'late', '2026-09-05', 700, 8000, 8000), bill('late-2', 'late', '2026-10-05', 8700, 8000, 8000),
    bill('late-3', 'late', '2026-10-20', 16700, 8000, 8000);
`;

test('the migration applies every credit, and all checks hold', async () => {
  const results = await runChecks(owner, new Date('2026-11-24T17:00:00Z'));
  expect(results.filter(({ broken }) => broken > 0)).toEqual([]);
  const { rows } = await owner.query(
    'select invoice_number, open_cents, paid_on from invoice order by invoice_number',
  );
  expect(rows.map((row) => [row.invoice_number, row.open_cents, row.paid_on])).toEqual([
    ['bill-1', 0, null],
    ['bill-2', 5_000, null],
    ['bill-3', 2_000, null],
    ['debt-1', 0, '2026-09-15'],
    ['late-1', 8_000, null],
    ['late-2', 8_000, null],
    ['late-3', 8_000, null],
    ['opening-1', 0, '2026-09-05'],
    ['opening-2', 3_000, null],
    ['payment-1', 0, '2026-09-15'],
    ['payment-2', 562, null],
  ]);
});

test('the debt that an account came with is an item of its own, the credit is used up', async () => {
  const { rows } = await owner.query(`
    select account_number, o.amount_cents, o.open_cents, o.due_on from opening_balance o
    join account a on a.id = o.account_id order by 1`);
  expect(rows.map((row) => [row.account_number, row.amount_cents, row.open_cents, row.due_on])).toEqual([
    ['debt', 5_000, 5_000, '2026-09-05'],
    ['late', 700, 700, '2026-09-05'],
    ['opening', -12_000, 0, '2026-09-05'],
  ]);
});

test('what the file stated is told apart from what was applied since', async () => {
  const { rows } = await owner.query(`
    select i.invoice_number, a.amount_cents, a.is_stated from payment_allocation a
    join invoice i on i.account_id = a.account_id and i.id = a.invoice_id
    where a.payment_id is not null and a.reversed_at is null order by 1`);
  expect(rows.map((row) => [row.invoice_number, row.amount_cents, row.is_stated])).toEqual([
    ['debt-1', 10_000, true],
    ['payment-1', 10_281, true],
    ['payment-2', 9_719, false],
  ]);
});

test('bills keep who they were addressed to and what was past due when they were issued', async () => {
  const { rows } = await owner.query(
    "select as_issued from invoice where invoice_number like 'late-%' order by invoice_number",
  );
  const [first, second, third] = rows.map((row) => row.as_issued);
  expect(first).toEqual({
    language: 'es',
    holderName: 'Ana Rivera',
    businessName: null,
    billingAddress: ['12 Oak Street', 'Dayton, OH 45402'],
    serviceAddress: ['12 Elm Street', 'Dayton, OH 45402'],
    pastDueCents: 0,
    pastDueSince: null,
    earlierBills: [],
  });
  expect(second).toMatchObject({
    pastDueCents: 8_700,
    pastDueSince: '2026-09-05',
    earlierBills: [{ month: '2026-09', amountCents: 8_000 }],
  });
  expect(third).toMatchObject({
    pastDueCents: 8_700,
    pastDueSince: '2026-09-05',
    earlierBills: [
      { month: '2026-09', amountCents: 8_000 },
      { month: '2026-10', amountCents: 8_000 },
    ],
  });
});
