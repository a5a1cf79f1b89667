import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { buildPayment } from '../../testing/builders/payment.ts';
import { forFile } from '../../testing/for-tests.ts';
import { connectOwner } from '../../testing/owner.ts';
import { recordingLog, runJobs, startTestPortal } from '../../testing/portal.ts';
import { deleteOldest } from './retention.repository.ts';
import { type RetainedTable, retainedTables, retentions } from './retention.rules.ts';

const lines: Record<string, unknown>[] = [];
const portal = forFile(() => startTestPortal({ RETAIN_SESSIONS_DAYS: '30' }, recordingLog(lines)));
const owner = forFile(() => connectOwner(portal));
let login: BuiltLogin;
let paymentId: string;
beforeAll(async () => {
  login = await buildLogin(portal.db);
  paymentId = (await buildPayment(portal.db, login.account)).id;
});
afterEach(async () => {
  lines.length = 0;
  for (const table of retainedTables) await owner.query(`delete from ${table}`);
});

const hourMs = 3_600_000;
const daysOf: Readonly<Record<RetainedTable, number>> = {
  rate_limit: 1,
  login_challenge: 1,
  login_throttle: 1,
  login_browser: 1,
  email_change: 1,
  login_change: 1,
  session: 30,
  captured_method: 1,
  frame_sequence: 1,
  outbox: 90,
  text_message: 90,
  inbox_event: 90,
  hero_application: 90,
  appointment_change: 365,
  appointment_link: 30,
  account_lookup: 30,
  slot: 1,
  page_event: 90,
  idempotency_key: 1,
};

/** Statements that store a row of a given age. $1 is the instant, $2 a number that no other row has. */
const inserts: Readonly<Record<RetainedTable, () => string>> = {
  rate_limit: () =>
    `insert into rate_limit values ('k' || $2::int, 1, extract(epoch from $1::timestamptz) * 1000)`,
  login_challenge: () =>
    `insert into login_challenge (challenge_hash, address_hmac, method, secret_hmac, key_id, sent_at, expires_at)
     values ($2::int::text::bytea, '', 'code', '', 'k', $1, $1)`,
  login_throttle: () =>
    'insert into login_throttle (address_hmac, expires_at) values ($2::int::text::bytea, $1)',
  login_browser: () =>
    `insert into login_browser (mark_hash, login_id, created_at, last_used_at, expires_at)
     values ($2::int::text::bytea, '${login.loginId}', $1, $1, $1)`,
  email_change: () =>
    `with a as (
       insert into account (account_number, customer_id, account_type, status, bill_type, cycle_day, plan_id,
         monthly_price_cents, notification_preference, service_since)
       select 'w' || $2::int, customer_id, account_type, status, bill_type, cycle_day, plan_id,
         monthly_price_cents, notification_preference, service_since
       from account where id = '${login.account.id}' returning id)
     insert into email_change (account_id, login_id, email_address, challenge_hash, requested_at, expires_at)
     select id, '${login.loginId}', 'new@example.com', '', $1, $1 from a`,
  login_change: () =>
    `with l as (insert into login (email_address) values ('w' || $2::int || '@example.com') returning id)
     insert into login_change (login_id, from_address, to_address, token_hash, opens_at, expires_at)
     select id, 'old', 'new', $2::int::text::bytea, $1, $1 from l`,
  session: () =>
    `insert into session (token_hash, login_id, created_at, last_seen_at, expires_at, client_address, user_agent)
     values ($2::int::text::bytea, '${login.loginId}', $1, $1, $1, '', '')`,
  captured_method: () =>
    `insert into captured_method (login_id, capture_hash, processor, opened_at)
     values ('${login.loginId}', $2::int::text::bytea, 'transafe', $1)`,
  frame_sequence: () => `insert into frame_sequence values ('${login.loginId}', 's' || $2::int, $1)`,
  outbox: () =>
    `insert into outbox (event_key, channel, recipient, template, language, payload, state, created_at, next_attempt_at)
     values ('e' || $2::int, 'mail', 'ann@example.com', 'note', 'en', '{}', 'SENT', $1, $1)`,
  text_message: () =>
    `insert into text_message (account_id, event_key, topic, kind, language, recipient, state, created_at, useless_after)
     values ('${login.account.id}', 'e' || $2::int, 't', 'k', 'en', '+16145550100', 'DELIVERED', $1, $1)`,
  inbox_event: () => `insert into inbox_event values ('transafe', 'e' || $2::int, $1, '{}', 'APPLIED')`,
  hero_application: () =>
    `insert into hero_application (account_id, login_id, email_address, requested_at)
     values ('${login.account.id}', '${login.loginId}', 'n' || $2::int || '@example.com', $1)`,
  appointment_change: () =>
    `with v as (${newVisit()})
     insert into appointment_change (account_id, appointment_id, area, starts_at, ends_at, state, requested_at, settled_at)
     select account_id, id, 'n' || $2::int, $1, $1::timestamptz + interval '1 hour', 'CONFIRMED', $1, $1 from v`,
  appointment_link: () =>
    `with v as (${newVisit()})
     insert into appointment_link (account_id, appointment_id, token_hash, created_at, expires_at)
     select account_id, id, $2::int::text::bytea, $1, $1 from v`,
  account_lookup: () =>
    `insert into account_lookup values ('appointmentLink', 'n' || $2::int, '${login.account.id}', $1)`,
  slot: () =>
    `insert into slot (area, starts_at, ends_at, capacity) values ('n' || $2::int, $1, $1::timestamptz + interval '1 hour', 1)`,
  page_event: () =>
    `insert into page_event (account_id, login_id, at, action, error, client_address, correlation_id)
     values ('${login.account.id}', '${login.loginId}', $1, 'n' || $2::int, null, '', '')`,
  idempotency_key: () =>
    `insert into idempotency_key
     values ('${login.loginId}', 'pay', 'k' || $2::int, '', '${login.account.id}', '${paymentId}', $1)`,
};

function newVisit(): string {
  return `insert into appointment (account_id, kind, starts_at, ends_at, job_status)
    values ('${login.account.id}', 'repair', now(), now() + interval '1 hour', 'Ready') returning account_id, id`;
}

let nextNumber = 0;

async function insert(table: RetainedTable, agedMs: number): Promise<void> {
  nextNumber += 1;
  const at = new Date(portal.clock.now().getTime() - agedMs);
  await owner.query(inserts[table](), [at, nextNumber]);
}

async function countOf(table: string): Promise<number> {
  const { rows } = await owner.query(`select count(*)::int as found from ${table}`);
  return rows[0].found;
}

const run = () => runJobs(portal, 'retention.delete-expired');

describe('[RETENTION-1] the retention job', () => {
  test.each(retainedTables)(
    'deletes rows of %s that are older than their setting, and no others',
    async (table) => {
      const limitMs = daysOf[table] * 24 * hourMs;
      await insert(table, limitMs + hourMs);
      await insert(table, limitMs - hourMs);
      await insert(table, 0);
      await run();
      expect(await countOf(table)).toBe(2);
      expect(lines).toMatchObject([{ msg: 'retention', deleted: { [table]: 1 }, isComplete: true }]);
      await run();
      expect(await countOf(table)).toBe(2);
    },
  );

  test('keeps mail that waits, and callbacks that nobody could apply', async () => {
    await insert('outbox', 400 * 24 * hourMs);
    await insert('inbox_event', 400 * 24 * hourMs);
    await insert('inbox_event', 400 * 24 * hourMs);
    await owner.query("update outbox set state = 'WAITING'");
    await owner.query(
      "update inbox_event set state = case when event_id = (select max(event_id) from inbox_event) then 'AMBIGUOUS' else 'RECEIVED' end",
    );
    await run();
    expect([await countOf('outbox'), await countOf('inbox_event')]).toEqual([1, 2]);
  });

  test('deletes mail that was given up', async () => {
    await insert('outbox', 400 * 24 * hourMs);
    await owner.query("update outbox set state = 'DEAD'");
    await run();
    expect(await countOf('outbox')).toBe(0);
  });

  test('deletes any number of rows, the oldest first and a batch at a time', async () => {
    await owner.query(`insert into rate_limit select 'r' || n, 1, n from generate_series(2500, 1, -1) n`);
    expect(await deleteOldest(portal.db, 'rate_limit', portal.clock.now(), 400)).toBe(400);
    const { rows } = await owner.query('select min(expire)::int as oldest from rate_limit');
    expect(rows[0].oldest).toBe(401);
    await run();
    expect(await countOf('rate_limit')).toBe(0);
    expect(lines).toMatchObject([{ deleted: { rate_limit: 2_100 } }]);
  });

  test('goes on with the other tables when one fails, and then fails', async () => {
    await insert('rate_limit', 100 * 24 * hourMs);
    await insert('page_event', 400 * 24 * hourMs);
    await owner.query('revoke delete on rate_limit from myaccount_app');
    await expect(run()).rejects.toThrow('retention failed');
    await owner.query('grant delete on rate_limit to myaccount_app');
    expect([await countOf('rate_limit'), await countOf('page_event')]).toEqual([1, 0]);
    await run();
    expect(await countOf('rate_limit')).toBe(0);
  });

  test.each([
    ['rate_limit', 'expire < 1', 'expire'],
    ['login_challenge', 'expires_at < now()', 'expires_at'],
    ['login_throttle', 'expires_at < now()', 'expires_at'],
    ['login_browser', 'expires_at < now()', 'expires_at'],
    ['email_change', 'expires_at < now()', 'expires_at'],
    ['login_change', 'expires_at < now()', 'expires_at'],
    ['session', 'expires_at < now()', 'expires_at'],
    ['outbox', "created_at < now() and state <> 'WAITING'", 'created_at'],
    ['text_message', 'created_at < now() and due_at is null', 'created_at'],
    ['inbox_event', "received_at < now() and state = 'APPLIED'", 'received_at'],
    ['hero_application', 'requested_at < now()', 'requested_at'],
    ['page_event', 'at < now()', 'at'],
    ['idempotency_key', 'created_at < now()', 'created_at'],
  ])('finds old rows of %s by an index, without sorting', async (table, condition, column) => {
    await owner.query('set enable_seqscan = off');
    const { rows } = await owner.query(
      `explain select ctid from ${table} where ${condition} order by ${column} limit 1000`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`Index Scan using ${table}_by_age`);
    expect(plan).not.toContain('Sort');
  });
});

test('[RETENTION-1] docs/settings.md lists each setting with its default and bounds', () => {
  const operations = readFileSync(new URL('../../../../../docs/settings.md', import.meta.url), 'utf8');
  const rows = [...operations.matchAll(/^\| `(RETAIN_[A-Z_]+)` \| (\d+) \| (\d+) \| (\d+) \|/gm)];
  const bySetting = new Map(Object.values(retentions).map((each) => [each.setting, each]));
  const expected = [...bySetting.values()].map(({ setting, default: days, minimum, maximum }) =>
    [setting, days, minimum, maximum].map(String),
  );
  expect(rows.map(([, ...cells]) => cells)).toEqual(expected);
});
