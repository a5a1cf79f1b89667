import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wholeFile } from '../testing/builders/import-lines.ts';
import { forFile } from '../testing/for-tests.ts';
import { startTestImport } from '../testing/test-import.ts';
import { runChecks } from './check.ts';

let owner: pg.Client;
const testImport = forFile(() => startTestImport());
beforeAll(async () => {
  await testImport.importLines(wholeFile());
  owner = new pg.Client({ connectionString: testImport.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
});

/** Returns the claims that fail after the statements, run as the tables' owner, and rolls everything back. */
async function failedAfter(...statements: string[]): Promise<string[]> {
  const client = { connect: async () => Object.assign(Object.create(owner), { release: () => undefined }) };
  await owner.query('begin');
  try {
    for (const statement of statements) await owner.query(statement);
    const pool = { connect: async () => inSavepoint(await client.connect()) } as unknown as pg.Pool;
    return (await runChecks(pool, testImport.clock.now()))
      .filter(({ broken }) => broken > 0)
      .map(({ claim }) => claim);
  } finally {
    await owner.query('rollback');
  }
}

/** Lets the check run inside this test's transaction instead of its own. */
function inSavepoint(client: pg.PoolClient): pg.PoolClient {
  const query = (text: string, values?: unknown[]) =>
    /^(begin|commit)/.test(text) ? Promise.resolve({ rows: [] }) : owner.query(text, values);
  return Object.assign(client, { query });
}

const payment = (changes: {
  state?: string;
  external?: string | null;
  minutesAgo?: number;
  transaction?: string;
}) => `
  with p as (insert into payment (account_id, external_id, state, amount_cents, occurred_at, occurred_on, method_type, card_type,
    processor, processor_reference, processor_transaction)
  select id, ${changes.external === null ? 'null' : "'X' || gen_random_uuid()"}, '${changes.state ?? 'COMPLETED'}', 100,
    timestamptz '2026-11-24T17:00:00Z' - interval '${changes.minutesAgo ?? 0} minutes', '2026-11-24', 'custom', 'VISA',
    'orbital', (1000000000000000 + floor(random() * 1e15)::bigint)::text, ${changes.transaction ? `'${changes.transaction}'` : 'null'}
  from account returning account_id, external_id)
  insert into account_lookup select 'payment', external_id, account_id from p where external_id is not null`;
const credit = `
  insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at, payment_id)
  select account_id, 'payment:' || id, 'cash', 'receivable', amount_cents, occurred_on, occurred_at, id
  from payment where external_id is distinct from 'P1'`;

const refund = `
  insert into refund (account_id, payment_id, ordinal, state, means, amount_cents, reason, actor, requested_at, occurred_on, state_at)
  select account_id, id, 1, 'DONE', 'refund', 10, 'x', 'operator:Kim', now(), '2026-11-24', now() from payment where external_id = 'P1'`;
const refundPosting = `
  insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at, payment_id)
  select account_id, 'refund:' || id, 'receivable', 'cash', amount_cents, '2026-11-24', now(), payment_id from refund`;

/** Two visits of an area that moved, or are being moved, to a time that has one place and was read at 16:00. */
const twoVisitsAt = (state: string, settledAt: string | null) => [
  `insert into slot (area, kind, starts_at, ends_at, capacity, taken)
    values ('43215', 'repair', '2026-12-01T13:00Z', '2026-12-01T15:00Z', 1, 1)`,
  `insert into slot_day (area, kind, day, read_at) values ('43215', 'repair', '2026-12-01', '2026-11-24T16:00Z')`,
  `with visits as (
    insert into appointment (account_id, kind, starts_at, ends_at, job_status)
    select id, 'repair', timestamptz '2026-11-30T13:00Z', timestamptz '2026-11-30T15:00Z', 'Ready'
    from account, generate_series(1, 2) where account_number = (select min(account_number) from account)
    returning account_id, id)
  insert into appointment_change
    (account_id, appointment_id, area, starts_at, ends_at, state, requested_at, settled_at)
  select account_id, id, '43215', '2026-12-01T13:00Z', '2026-12-01T15:00Z', '${state}', '2026-11-24T15:58Z',
    ${settledAt ? `timestamptz '${settledAt}'` : 'null'}
  from visits`,
];

const loginWith = (address: string) => `
  with pat as (insert into login (email_address) values ('${address}') returning id)
  insert into login_account select pat.id, account.id, 'member' from pat, account`;

const opening = `
  insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at)
  select id, 'opening:1', 'receivable', 'opening', 100, '2026-10-05', now() from account`;
const notTheBalance =
  'open bills and the opening debt less free credit are the balance, and are never beside free credit';

test('[OPS-2] lists every two logins whose addresses are one', async () => {
  await owner.query('begin');
  for (let number = 0; number < 7; number += 1) {
    await owner.query(loginWith(`p${number}@müller.example`));
    await owner.query(loginWith(`p${number}@xn--mller-kva.example`));
  }
  const client = inSavepoint(Object.assign(Object.create(owner), { release: () => undefined }));
  const results = await runChecks(
    { connect: async () => client } as unknown as pg.Pool,
    testImport.clock.now(),
  );
  await owner.query('rollback');
  const { broken, examples } = results.at(-1) ?? {};
  expect(broken).toBe(7);
  expect(examples).toContainEqual({ addresses: ['p6@müller.example', 'p6@xn--mller-kva.example'] });
});

describe('check verifies the ledger', () => {
  test('every claim holds after an import', async () => {
    expect(await failedAfter()).toEqual([]);
  });

  test.each<[string, string[], string[]]>([
    [
      'a balance that was written by hand',
      ['update account set balance_cents = balance_cents + 1'],
      ["an account's balance is the sum of its ledger", notTheBalance],
    ],
    [
      'a charge that changed',
      ["update invoice_charge set amount_cents = amount_cents + 1 where charge_type = 'tax'"],
      ["a bill's charges add up to its amount"],
    ],
    [
      'a bill that is not in the ledger',
      ["update invoice set amount_cents = 9000, open_cents = 9000 where invoice_number = 'I2'"],
      [
        "a bill's charges add up to its amount",
        'a bill is booked with its amount, a voided one with nothing',
        notTheBalance,
      ],
    ],
    [
      'an amount to pay that is not what is left',
      ["update invoice set open_cents = 1 where invoice_number = 'I2'"],
      [
        'what is open of a bill is its amount less what is applied to it, and what it paid as credit',
        notTheBalance,
      ],
    ],
    [
      'a bill that is paid without a day',
      ["update invoice set paid_on = null where invoice_number = 'I1'"],
      ['a bill has the day it was paid when nothing is open, and only then'],
    ],
    [
      'more applied than paid',
      ["update payment set amount_cents = 8000 where external_id = 'P1'"],
      [
        'no more is applied than was paid and not given back',
        'a completed payment is credited once, with its amount less its refunds; any other leaves nothing behind',
      ],
    ],
    [
      'a returned payment that still pays its bill',
      ["update payment set state = 'RETURNED'"],
      [
        'only completed payments are applied to bills',
        'a completed payment is credited once, with its amount less its refunds; any other leaves nothing behind',
      ],
    ],
    [
      'a completed payment that was never credited',
      [payment({})],
      [
        notTheBalance,
        'a completed payment is credited once, with its amount less its refunds; any other leaves nothing behind',
      ],
    ],
    [
      'a pending payment that was credited',
      [payment({ state: 'PENDING' }), credit],
      [
        notTheBalance,
        'a completed payment is credited once, with its amount less its refunds; any other leaves nothing behind',
      ],
    ],
    [
      'a return of what was never credited',
      [
        payment({ state: 'RETURNED' }),
        `insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at, payment_id)
         select account_id, 'payment-return:' || id, 'receivable', 'cash', 1, occurred_on, occurred_at, id from payment
         where state = 'RETURNED'`,
      ],
      [
        notTheBalance,
        'a completed payment is credited once, with its amount less its refunds; any other leaves nothing behind',
        'what came back was credited before',
      ],
    ],
    [
      'a refund that its payment does not know',
      [refund, refundPosting],
      [
        notTheBalance,
        'a completed payment is credited once, with its amount less its refunds; any other leaves nothing behind',
        'what was given back of a payment is the sum of its refunds, and all of it only where it is refunded',
      ],
    ],
    [
      'a refund that the ledger does not know',
      [refund, "update payment set refunded_cents = 10 where external_id = 'P1'"],
      [
        'no more is applied than was paid and not given back',
        'a completed payment is credited once, with its amount less its refunds; any other leaves nothing behind',
        'a refund is booked with its amount once it is done, and only then',
      ],
    ],
    [
      'a refund that is booked while its result is not known',
      [refund.replace("'DONE'", "'UNKNOWN'").replace("'2026-11-24', now()", 'null, now()'), refundPosting],
      [
        notTheBalance,
        'a completed payment is credited once, with its amount less its refunds; any other leaves nothing behind',
        'a refund is booked with its amount once it is done, and only then',
      ],
    ],
    [
      'a payment that hangs',
      [payment({ state: 'SUBMITTING', minutesAgo: 11 })],
      ['no payment is being submitted for more than ten minutes'],
    ],
    ['a payment that is under way', [payment({ state: 'SUBMITTING', minutesAgo: 9 })], []],
    [
      'one charge for two payments',
      [payment({ transaction: 'T1' }), payment({ transaction: 'T1' }), credit],
      [notTheBalance, 'no two completed payments are one charge of the processor'],
    ],
    [
      'two defaults, where the index is gone',
      [
        'drop index one_default_method',
        `insert into payment_method (account_id, method_type, processor, card_type, token_sealed, token_key_id, is_default, created_at)
         select account_id, method_type, processor, card_type, token_sealed, token_key_id, true, created_at from payment_method`,
      ],
      ['an account has at most one default method and one autopay'],
    ],
    [
      'autopay with a method that was removed',
      ["update payment_method set valid_to = '2026-11-01'"],
      ['autopay charges a method that is still saved'],
    ],
    [
      'a slot that is taken too often, where the constraint is gone',
      [
        'alter table slot drop constraint slot_check',
        "insert into slot (starts_at, ends_at, capacity, taken) values ('2026-12-01T10:00Z', '2026-12-01T12:00Z', 1, 2)",
      ],
      ['no slot is taken more often than it has room'],
    ],
    [
      'a time with one place that two visits are moved to',
      [...twoVisitsAt('CONFIRMING', null)],
      ['no time of a visit holds more of our bookings than it has room'],
    ],
    [
      'a time with one place that two visits moved to since it was read',
      [...twoVisitsAt('CONFIRMED', '2026-11-24T17:00Z')],
      ['no time of a visit holds more of our bookings than it has room'],
    ],
    [
      'a time with one place, and visits that moved there before it was read',
      [...twoVisitsAt('CONFIRMED', '2026-11-24T15:59Z')],
      [],
    ],
    [
      'a payment made here that nobody noted',
      [payment({ external: null }), credit],
      [notTheBalance, 'every payment made here is in the audit trail'],
    ],
    [
      'a payment of a bill that is void',
      [
        "update invoice set voided_at = now() where invoice_number = 'I1'",
        `insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at, invoice_id)
         select account_id, 'invoice-void:' || id, 'adjustment', 'receivable', amount_cents, issued_on, now(), id from invoice
         where invoice_number = 'I1'`,
      ],
      ['nothing is applied to or from a voided bill', notTheBalance],
    ],
    [
      'an opening debt that the ledger does not know',
      ["insert into opening_balance select id, 100, 100, '2026-10-05' from account"],
      ['the opening balance is what the ledger booked as owed before the first bill', notTheBalance],
    ],
    [
      'an opening debt with a wrong open amount, due too late',
      [opening, "insert into opening_balance select id, 100, 40, '2026-10-06' from account"],
      [
        'what is open of an opening balance is its amount less what is applied to it, and what it paid as credit',
        'an opening debt is due on the day the first bill was issued',
        notTheBalance,
      ],
    ],
    [
      'reversed bills that lead back to each other',
      [
        'update invoice i set replaced_by = o.id, reversed_on = i.issued_on, voided_at = now() from invoice o where o.account_id = i.account_id and o.id <> i.id',
      ],
      expect.arrayContaining(['what took the place of a reversed bill never leads back to it']),
    ],
    [
      'an account that no lookup finds by its customer',
      ["update account_lookup set customer_id = gen_random_uuid() where kind = 'account'"],
      ['every number leads to its account'],
    ],
    ...(
      [
        ['account', 'account_plan_id_fkey', "update account set plan_id = 'gone'"],
        ['account', 'account_customer_id_fkey', 'update account set customer_id = gen_random_uuid()'],
        [
          'captured_method',
          'captured_method_account_id_payment_method_id_fkey',
          `insert into captured_method (login_id, capture_hash, processor, opened_at, account_id, payment_method_id)
           select login_id, 'x', 'orbital', now(), account_id, gen_random_uuid() from login_account limit 1`,
        ],
        [
          'idempotency_key',
          'idempotency_key_account_id_payment_id_fkey',
          `insert into idempotency_key (login_id, call, key, request_hash, account_id, payment_id, created_at)
           select login_id, 'c', 'k', 'x', account_id, gen_random_uuid(), now() from login_account limit 1`,
        ],
        [
          'page_event',
          'page_event_login_id_fkey',
          `insert into page_event (account_id, at, login_id, action, client_address, correlation_id)
           select id, now(), gen_random_uuid(), 'x', '192.0.2.1', 'x' from account limit 1`,
        ],
        [
          'login_account',
          'login_account_account_id_fkey',
          'update login_account set account_id = gen_random_uuid()',
        ],
        [
          'outbox',
          'outbox_account_id_fkey',
          "insert into outbox (event_key, account_id, channel, recipient, template, language, payload, created_at, next_attempt_at) values ('k', gen_random_uuid(), 'mail', 'a@example.com', 'x', 'en', '{}', now(), now())",
        ],
      ] as const
    ).map(([table, key, statement]): [string, string[], string[]] => [
      `a row of ${table} that names what is not there`,
      [`alter table ${table} drop constraint if exists ${key}`, statement],
      expect.arrayContaining(['what a row names elsewhere is there']),
    ]),
    [
      'two charges with one number',
      [
        'alter table payment drop constraint payment_processor_reference_key',
        "update payment set processor_reference = '1000000000000001'",
        `insert into payment (account_id, external_id, state, amount_cents, occurred_at, occurred_on, method_type, card_type, processor_reference)
         select account_id, 'X2', 'COMPLETED', 1, now(), current_date, 'custom', 'VISA', '1000000000000001' from payment limit 1`,
      ],
      expect.arrayContaining(['no two charges have one number at their processor']),
    ],
    [
      'a mail about a credit as about a bill',
      [
        "update invoice set kind = 'credit', reason = 'x', amount_cents = -amount_cents, open_cents = 0 where invoice_number = 'I1'",
        `insert into outbox (event_key, account_id, channel, recipient, template, language, payload, created_at, next_attempt_at)
         select 'k', account_id, 'mail', 'ana@example.com', 'bill-ready', 'en', jsonb_build_object('invoiceId', id), now(), now()
         from invoice where invoice_number = 'I1'`,
      ],
      expect.arrayContaining(['nobody is mailed about a credit or an adjustment as about a bill']),
    ],
    [
      'logins whose addresses are one in two spellings',
      ['pat@müller.example', 'pat@xn--mller-kva.example'].map(loginWith),
      ['no two sign-in addresses are one'],
    ],
    [
      'a login whose address is another’s, but for what nobody sees',
      ['ana@exa\u200bmple.org', 'ana@example.org'].map(loginWith),
      ['no two sign-in addresses are one'],
    ],
    [
      'a login without accounts, and addresses that differ before the @',
      [
        ...['josé@example.org', 'jose@example.org', 'ｊｏｓｅ@example.org'].map((address) =>
          loginWith(address),
        ),
        "insert into login (email_address) values ('ana@exa\u200bmple.com')",
      ],
      [],
    ],
    [
      'an opening debt as it should be',
      [opening, "insert into opening_balance select id, 100, 100, '2026-10-05' from account"],
      [],
    ],
  ])('finds %s', async (_fault, statements, claims) => {
    expect(await failedAfter(...statements)).toEqual(claims);
  });
});
