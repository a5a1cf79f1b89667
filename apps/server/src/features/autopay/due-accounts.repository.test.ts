import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../platform/database/connect.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { listAccountsToAnnounce, listAccountsToCharge } from './due-accounts.repository.ts';

const portal = forFile(() => startTestPortal());
const today = '2026-11-24';

/**
 * Accounts of every kind: autopay on, off, ended, or ended and on again; up to three bills, paid, open, credit, or void, that are
 * due from long ago to days ahead, several on one day; opening debt and credit; charged today, before, or never; announced or not.
 */
const make = sql`
  with owner as (insert into customer (customer_number, first_name, last_name) values ('due', 'Ann', 'Due') returning id),
  plan as (insert into plan (id, name, monthly_price_cents, download_mbps, upload_mbps) values ('due', 'Due', 1, 1, 1) returning id),
  a as (
    insert into account (account_number, customer_id, account_type, status, bill_type, cycle_day, plan_id, monthly_price_cents)
    select 'due' || n, owner.id, 'RESIDENTIAL', 'ACTIVE', 'EMAIL', 1, plan.id, 1 from owner, plan, generate_series(1, 1600) n
    returning id, substr(account_number, 4)::int as n),
  m as (
    insert into payment_method (account_id, method_type, processor, card_type, token_sealed, token_key_id, created_at)
    select id, 'custom', 'transafe', 'VISA', '', '', now() from a returning account_id, id),
  e as (
    insert into autopay_enrollment (account_id, payment_method_id, enrolled_at, ended_at)
    select a.id, m.id, now(), case when k = 0 then now() end from a join m on m.account_id = a.id
    cross join generate_series(0, 1) k where (a.n + k) % 4 <> 0 and (k = 1 or n % 3 = 0)),
  o as (
    insert into opening_balance (account_id, amount_cents, open_cents, due_on)
    select id, case when n % 7 = 0 then -500 else 500 end, case n % 7 when 0 then -500 when 1 then 0 else 500 end,
      ${today}::date - 45 + n % 53 from a where n % 3 = 1),
  c as (
    insert into autopay_charge (account_id, due_on, attempt, run_on, payment_method_id, refusal, amount_cents)
    select a.id, ${today}::date - k, 1, ${today}::date - k, m.id, 'declined', 1 from a join m on m.account_id = a.id
    cross join generate_series(0, 2) k where n % 5 = k),
  i as (
    insert into invoice (account_id, invoice_number, issued_on, due_on, original_due_on, period_start, period_end,
      previous_balance_cents, amount_cents, open_cents, as_issued, voided_at)
    select a.id, 'due' || n || '-' || k, d, d, d, date '2020-01-01' + k, date '2020-02-01', 0, case when n % 11 = 0 then -200 else 200 end,
      case when n % 11 = 0 then -200 when (n + k) % 4 = 0 then 0 else 200 end, '{}', case when (n + k) % 6 = 0 then now() end
    from a cross join generate_series(1, 3) k
    cross join lateral (select ${today}::date - case when n % 8 = 0 then 3 else (n * k) % 47 - 6 end as d) due
    where (n * k) % 5 <> 4)
  insert into outbox (event_key, account_id, channel, recipient, template, language, payload, created_at, next_attempt_at, state)
  select 'autopay-upcoming:' || a.id || ':' || (${today}::date + k), a.id, 'mail', '', 'note', 'en', '{}', now(), now(), 'SENT'
  from a cross join generate_series(1, 4) k where (n + k) % 3 = 0`;

/** What it says, account by account: autopay, something that is due, and no charge of the day. */
const toCharge = (runOn: string) => sql<{ id: string }>`
  select e.account_id as id from autopay_enrollment e where e.ended_at is null
    and (exists (select 1 from invoice i where i.account_id = e.account_id and i.open_cents > 0 and i.voided_at is null
        and i.due_on <= ${runOn})
      or exists (select 1 from opening_balance o where o.account_id = e.account_id and o.open_cents > 0 and o.due_on <= ${runOn}))
    and not exists (select 1 from autopay_charge c where c.account_id = e.account_id and c.run_on = ${runOn})
  order by 1`;

const toAnnounce = (from: string, to: string) => sql<{ id: string }>`
  select e.account_id as id from autopay_enrollment e where e.ended_at is null
    and exists (select 1 from invoice i where i.account_id = e.account_id and i.open_cents > 0 and i.voided_at is null
      and i.due_on between ${from} and ${to}
      and not exists (select 1 from outbox o where o.event_key = 'autopay-upcoming:' || e.account_id || ':' || i.due_on))
  order by 1`;

async function all(batches: AsyncGenerator<string[]>): Promise<{ ids: string[]; count: number }> {
  const ids: string[] = [];
  let count = 0;
  for await (const batch of batches) {
    count += 1;
    expect(batch.length).toBeLessThanOrEqual(500);
    ids.push(...batch);
  }
  return { ids, count };
}

const idsOf = async (statement: ReturnType<typeof toCharge>, db: Database) =>
  (await statement.execute(db)).rows.map(({ id }) => id);

describe('[AUTOPAY-4] what is due finds the accounts that asking each one finds', () => {
  beforeAll(async () => void (await make.execute(portal.db)));

  test.each([-50, -41, -3, -1, 0, 1, 6, 30])(
    'to charge, %i days from today: each once, in batches',
    async (days) => {
      const { rows } = await sql<{ day: string }>`select ${today}::date + ${days}::int as day`.execute(
        portal.db,
      );
      const runOn = rows[0]?.day ?? '';
      const { ids, count } = await all(listAccountsToCharge(portal.db, runOn));
      const expected = await idsOf(toCharge(runOn), portal.db);
      expect(ids.toSorted()).toEqual(expected);
      if (days === 0) expect(count).toBeGreaterThan(1);
      if (days >= -41) expect(expected.length).toBeGreaterThan(0);
    },
  );

  test.each([
    ['2026-11-25', '2026-11-27'],
    ['2026-11-25', '2026-11-25'],
    ['2026-10-01', '2026-12-24'],
    ['2026-12-24', '2026-12-30'],
  ])('to announce from %s to %s', async (from, to) => {
    const { ids } = await all(listAccountsToAnnounce(portal.db, from, to));
    expect([...new Set(ids)].toSorted()).toEqual(await idsOf(toAnnounce(from, to), portal.db));
  });

  test('and reads what is due by its indexes, whoever has autopay', async () => {
    const { rows } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where indexname in ('invoice_due', 'opening_balance_due') order by 1`.execute(
      portal.db,
    );
    expect(rows.map(({ indexdef }) => indexdef.replace(/.* USING /, ''))).toEqual([
      'btree (due_on, account_id) WHERE ((open_cents > 0) AND (voided_at IS NULL))',
      'btree (due_on, account_id) WHERE (open_cents > 0)',
    ]);
  });
});
