import { type ImportType, importRecords } from '@myaccount/contract/import';
import { compactImport } from '@myaccount/contract/import-content';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type FullRecord, fullRecords } from '../../testing/builders/full-import-records.ts';
import {
  accountLine,
  appointmentLine,
  customerLine,
  invoiceLine,
  loginLine,
  methodLine,
  nextInvoiceLine,
  paymentLine,
  planLine,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());

/** What has to be in the file besides the records under test. */
const others = [
  planLine({ planId: 'P-1' }),
  customerLine({ customerId: 'K-1', pin: '1234' }),
  invoiceLine({ invoiceNumber: 'B-0', accountNumber: 'N-1', status: 'OPEN', paidOn: null }),
];

/** What every field of {@link fullRecords} must be in the database: a query for each, with the value that it returns. */
const queries: {
  readonly [T in ImportType]: { readonly [F in keyof FullRecord<T>]: readonly [string, unknown] };
} = {
  plan: {
    planId: ["select id from plan where name = 'Fiber 900'", 'P-2'],
    name: ["select name from plan where id = 'P-2'", 'Fiber 900'],
    nameEs: ["select name_es from plan where id = 'P-2'", 'Fibra 900'],
    monthlyPrice: ["select monthly_price_cents from plan where id = 'P-2'", 9123],
    downloadMbps: ["select download_mbps from plan where id = 'P-2'", 901],
    uploadMbps: ["select upload_mbps from plan where id = 'P-2'", 902],
  },
  customer: {
    customerId: ["select customer_number from customer where first_name = 'Noor'", 'K-2'],
    firstName: ["select first_name from customer where customer_number = 'K-2'", 'Noor'],
    lastName: ["select last_name from customer where customer_number = 'K-2'", 'Haddad'],
    emailAddress: ["select email_address from customer where customer_number = 'K-2'", 'noor@example.com'],
    phoneNumber: ["select phone_number from customer where customer_number = 'K-2'", '6145550130'],
    dateOfBirth: ["select date_of_birth from customer where customer_number = 'K-2'", '1979-03-02'],
    pin: ["select count(*) from import_record where content -> 'pin' ? 'sealed' and record_key = 'K-2'", 1],
    language: ["select language from customer where customer_number = 'K-2'", 'es'],
  },
  account: {
    accountNumber: ['select account_number from account', 'N-1'],
    customerId: ['select customer_number from account a join customer c on c.id = a.customer_id', 'K-2'],
    accountType: ['select account_type from account', 'BUSINESS'],
    accountStatus: ['select status from account', 'INACTIVE'],
    businessName: ['select business_name from account', 'Haddad Bakery'],
    billType: ['select bill_type from account', 'PAPER_EMAIL'],
    cycleDay: ['select cycle_day from account', 17],
    planId: ['select plan_id from account', 'P-2'],
    monthlyPrice: ['select monthly_price_cents from account', 5544],
    achEnabled: ['select ach_enabled from account', false],
    notificationPreference: ['select notification_preference from account', 'Text'],
    serviceSince: ['select service_since from account', '2019-08-07'],
    addresses: [
      `select array[address_type, street_nr_first, street_nr_last, street_name, city, state, country, post_code]
       from address`,
      ['Mailing', '77', '79', 'Oven Road', 'Lima', 'OH', 'US', '45801'],
    ],
    discounts: [
      'select array[discount_type, is_applied::text, is_eligible::text, eligible_date::text] from discount',
      ['Hero Discount', 'true', 'true', '2024-02-03'],
    ],
    pin: ['select array[pin_key_id, (octet_length(pin_sealed) > 4)::text] from account', ['test', 'true']],
    pendingCharges: ['select pending_charges_cents from account', 1234],
    autopay: [
      `select array[m.external_id, enrolled_at::date::text] from autopay_enrollment e
       join payment_method m on m.account_id = e.account_id and m.id = e.payment_method_id where ended_at is null`,
      ['M-2', '2023-04-05'],
    ],
  },
  login: {
    emailAddress: ['select email_address from login', 'bakery@example.com'],
    givenName: ['select given_name from login', 'Nour'],
    nickname: ['select nickname from login', 'Boss'],
    accounts: [
      'select array[account_number, role] from login_account join account on id = account_id',
      ['N-1', 'member'],
    ],
  },
  paymentMethod: {
    externalId: ['select external_id from payment_method', 'M-2'],
    accountNumber: [
      'select account_number from payment_method m join account a on a.id = m.account_id',
      'N-1',
    ],
    methodType: ['select method_type from payment_method', 'tokenized-bank'],
    cardType: ['select card_type from payment_method', 'ACH'],
    nickname: ['select nickname from payment_method', 'House bank'],
    lastFour: ['select last_four from payment_method', '6789'],
    processor: ['select processor from payment_method', 'transafe'],
    expirationDate: ['select expires_on from payment_method', '2031-09-30'],
    token: [
      'select array[token_key_id, (octet_length(token_sealed) > 19)::text] from payment_method',
      ['test', 'true'],
    ],
    accountHolderName: ['select account_holder_name from payment_method', 'N. Haddad'],
    isDefault: ['select is_default from payment_method', true],
    validTo: ['select valid_to::date::text from payment_method', '2031-10-11'],
  },
  invoice: {
    invoiceNumber: ["select invoice_number from invoice where due_on = '2026-11-23'", 'B-1'],
    accountNumber: [
      "select account_number from invoice i join account a on a.id = i.account_id where invoice_number = 'B-1'",
      'N-1',
    ],
    kind: ["select kind from invoice where invoice_number = 'B-1'", 'manual'],
    reason: ["select reason from invoice where invoice_number = 'B-1'", null],
    forInvoice: ["select reason from invoice where invoice_number = 'B-1'", null],
    reversedOn: ["select reversed_on from invoice where invoice_number = 'B-1'", null],
    replacedBy: ["select replaced_by from invoice where invoice_number = 'B-1'", null],
    issuedOn: ["select issued_on from invoice where invoice_number = 'B-1'", '2026-11-03'],
    dueOn: ["select due_on from invoice where invoice_number = 'B-1'", '2026-11-23'],
    periodStart: ["select period_start from invoice where invoice_number = 'B-1'", '2026-11-04'],
    periodEnd: ["select period_end from invoice where invoice_number = 'B-1'", '2026-12-05'],
    previousBalance: ["select previous_balance_cents from invoice where invoice_number = 'B-1'", 8499],
    items: [
      `select array[t.description, c.charge_type, c.description, c.amount_cents::text]
       from invoice i join invoice_item t on t.account_id = i.account_id and t.invoice_id = i.id
       join invoice_charge c on c.account_id = i.account_id and c.invoice_id = i.id and c.item_position = t.position where invoice_number = 'B-1'`,
      ['Line one', 'usage', 'Calls', '777'],
    ],
    status: ["select open_cents from invoice where invoice_number = 'B-1'", 0],
    paidOn: ["select paid_on from invoice where invoice_number = 'B-1'", '2026-11-19'],
  },
  payment: {
    externalId: ['select external_id from payment', 'Y-1'],
    accountNumber: ['select account_number from payment p join account a on a.id = p.account_id', 'N-1'],
    occurredOn: [
      "select array[occurred_on::text, (occurred_at at time zone 'UTC')::text] from payment",
      ['2026-11-18', '2026-11-18 10:20:30'],
    ],
    amount: ['select amount_cents from payment', 777],
    status: ['select state from payment', 'COMPLETED'],
    recurring: ['select is_recurring from payment', true],
    methodExternalId: ['select payment_method_id from payment', null],
    method: [
      'select array[method_type, card_type, nickname, last_four, processor] from payment',
      ['custom', 'AMEX', 'Till', '1357', 'orbital'],
    ],
    appliedTo: [
      `select array[invoice_number, l.amount_cents::text] from payment_allocation l
       join invoice i on i.account_id = l.account_id and i.id = l.invoice_id where reversed_at is null`,
      ['B-1', '777'],
    ],
  },
  appointment: {
    externalId: ['select external_id from appointment', 'V-1'],
    accountNumber: ['select account_number from appointment v join account a on a.id = v.account_id', 'N-1'],
    kind: ['select kind from appointment', 'installation'],
    start: ["select (starts_at at time zone 'UTC')::text from appointment", '2026-12-01 09:00:00'],
    end: ["select (ends_at at time zone 'UTC')::text from appointment", '2026-12-01 12:30:00'],
    jobStatus: ['select job_status from appointment', 'In Progress'],
    techFirstName: ['select tech_first_name from appointment', 'Ravi'],
    shortestArrivalMinutes: ['select shortest_arrival_minutes from appointment', 11],
    longestArrivalMinutes: ['select longest_arrival_minutes from appointment', 44],
  },
};

/** Fields that exclude others: they have tests of their own, here and in import.kinds.test.ts. */
const fieldsOfOtherRecords = [
  'payment.methodExternalId',
  ...['reason', 'forInvoice', 'reversedOn', 'replacedBy'].map((name) => `invoice.${name}`),
];
const types = Object.keys(importRecords) as ImportType[];
const lines = types.map((type) => ({ type, ...fullRecords[type] }));
const cases = types.flatMap((type) =>
  Object.entries<readonly [string, unknown]>(queries[type]).map(
    ([field, [query, expected]]) => [`${type}.${field}`, query, expected] as const,
  ),
);

/** Every value of the database that differs from what the file says, by field. */
async function lost(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, query, expected] of cases) {
    const rows = await desk.rows(query);
    const values = rows.map((row) => Object.values(row)[0]);
    if (JSON.stringify(values) !== JSON.stringify([expected])) found[name] = values;
  }
  return found;
}

/** The schema of an entry, when a field is an object or a list of objects. */
function entryOf(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodArray) return entryOf(schema.element);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return entryOf(schema.unwrap());
  return schema instanceof z.ZodPipe ? entryOf(schema.in) : null;
}

/** Names of all fields, those of objects and of entries of lists included. */
function fieldsOf(schema: z.ZodObject, prefix: string): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const entry = entryOf(field);
    return entry ? fieldsOf(entry, `${prefix}.${name}`) : [`${prefix}.${name}`];
  });
}

/** The same names of a record. */
function filledFields(value: object, prefix: string): string[] {
  return Object.entries(value).flatMap(([name, field]) => {
    const entry = Array.isArray(field) ? field[0] : field;
    const inner = `${prefix}.${name}`;
    return typeof entry === 'object' && entry !== null ? filledFields(entry, inner) : [inner];
  });
}

function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
}

test.each(types)(
  'the records of this test fill every field of %s with a value that is no default',
  (type) => {
    const filled = filledFields(compactImport(type, fullRecords[type]), type);
    const expected = fieldsOf(importRecords[type], type).filter(
      (name) => !fieldsOfOtherRecords.includes(name),
    );
    expect(filled.toSorted()).toEqual(expected.toSorted());
    for (const [field, [, value]] of Object.entries<readonly [string, unknown]>(queries[type])) {
      const content = (fullRecords[type] as unknown as Record<string, unknown>)[field];
      if (typeof content === 'object' && content)
        expect([field, leaves(value).length]).toEqual([field, leaves(content).length]);
    }
  },
);

describe('every field of every record is in the database', () => {
  test('after its first import', async () => {
    expect((await desk.importLines([...others, ...lines])).refusals).toEqual([]);
    expect(await lost()).toEqual({});
    expect(await desk.failedChecks()).toEqual([]);
    const [account] = await desk.rows('select pin_key_id as "keyId", pin_sealed as bytes from account');
    expect(desk.secrets.open(account as never, 'account.pin')).toBe('9753');
    const [saved] = await desk.rows(
      'select token_key_id as "keyId", token_sealed as bytes from payment_method',
    );
    expect(desk.secrets.open(saved as never, 'payment_method.token')).toBe('token-of-the-bakery');
  });

  test('after a change of every field', async () => {
    const owner = { accountNumber: 'N-1' };
    const before = [
      planLine({ planId: 'P-2' }),
      customerLine({ customerId: 'K-2' }),
      accountLine({ ...owner, customerId: 'K-1', planId: 'P-1', autopay: null }),
      methodLine({ ...owner, externalId: 'M-2', isDefault: false }),
      nextInvoiceLine({ ...owner, invoiceNumber: 'B-1', kind: 'manual', previousBalance: '84.99' }),
      paymentLine({
        ...owner,
        externalId: 'Y-1',
        methodExternalId: 'M-2',
        status: 'PENDING',
        amount: '5.00',
        appliedTo: [],
      }),
      appointmentLine({ ...owner, externalId: 'V-1' }),
      loginLine({ emailAddress: 'bakery@example.com', accounts: [{ ...owner, role: 'primary' }] }),
    ];
    expect((await desk.importLines([...others, ...before])).refusals).toEqual([]);
    expect(Object.keys(await lost()).length).toBeGreaterThan(50);
    expect((await desk.importLines(lines)).refusals).toEqual([]);
    expect(await lost()).toEqual({});
    expect(await desk.failedChecks()).toEqual([]);
  });

  test('a payment refers to its saved method', async () => {
    const payment = { ...fullRecords.payment, type: 'payment', method: null, methodExternalId: 'M-2' };
    await desk.importLines([...others, ...lines.filter(({ type }) => type !== 'payment'), payment]);
    expect(
      await desk.rows(`
        select m.external_id, p.method_type, p.card_type, p.nickname, p.last_four, p.processor
        from payment p join payment_method m on m.account_id = p.account_id and m.id = p.payment_method_id`),
    ).toEqual([
      {
        external_id: 'M-2',
        method_type: 'tokenized-bank',
        card_type: 'ACH',
        nickname: 'House bank',
        last_four: '6789',
        processor: 'transafe',
      },
    ]);
  });
});
