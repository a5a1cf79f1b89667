import type { ImportLine } from '@myaccount/contract/import';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  accountLine,
  appointmentLine,
  customerLine,
  invoiceLine,
  itemsOf,
  loginLine,
  methodLine,
  nextInvoiceLine,
  paymentLine,
  planLine,
  wholeFile,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { callActor, startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());

async function asOwner(sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: desk.ownerUrl });
  await owner.connect();
  await owner.query(sql);
  await owner.end();
}

/** The same records of another customer. */
const otherCustomer = () =>
  wholeFile().flatMap((line): ImportLine[] => {
    const text = JSON.stringify(line)
      .replace(/"(C|A|M|I|P|V)(\d)"/g, '"$1-other-$2"')
      .replaceAll('Ana@Example.com', 'bea@example.com');
    return line.type === 'plan' ? [] : [JSON.parse(text)];
  });

describe('records of one customer', () => {
  test('are written whole, and the same again changes nothing', async () => {
    expect(await desk.callWith(...wholeFile().toReversed())).toEqual([]);
    expect(await desk.failedChecks()).toEqual([]);
    const before = await desk.everything();
    expect(await desk.callWith(...wholeFile())).toEqual([]);
    expect(await desk.importLines(wholeFile())).toMatchObject({ refusedLines: 0 });
    expect(await desk.everything()).toEqual(before);
    expect(await desk.one('select count(*)::int from login_account')).toEqual({ count: 1 });
  });

  test('write more values than a statement takes', async () => {
    const charge = { type: 'usage' as const, description: 'Call', amount: '0.01' };
    const items = Array.from({ length: 60 }, () => ({
      description: 'Calls',
      charges: Array(160).fill(charge),
    }));
    const bill = invoiceLine({ items, status: 'OPEN', paidOn: null });
    expect(await desk.callWith(planLine(), customerLine(), accountLine({ autopay: null }), bill)).toEqual([]);
    expect(await desk.one('select count(*)::int, sum(amount_cents)::int from invoice_charge')).toEqual({
      count: 9_600,
      sum: 9_600,
    });
  });

  test('are in the audit trail under the name of who called', async () => {
    await desk.importWell(...wholeFile());
    await desk.callWith(customerLine({ lastName: 'Ruiz' }), nextInvoiceLine({ items: itemsOf('90.00') }));
    await desk.importWell(accountLine({ cycleDay: 6 }));
    const trail = await desk.rows('select actor, action, detail from audit_entry order by at, actor, action');
    expect(trail).toEqual([
      { actor: callActor, action: 'import.account-changed', detail: { fields: ['lastName'] } },
      { actor: callActor, action: 'import.invoice-corrected', detail: expect.anything() },
      { actor: 'operator:import', action: 'import.account-changed', detail: { fields: ['cycleDay'] } },
    ]);
  });
});

describe('a record is laid over its last import', () => {
  test('a field that is absent stays, null clears, and a list is one field', async () => {
    await desk.importWell(...wholeFile());
    const records = [
      { type: 'customer', customerId: 'C1', phoneNumber: null, language: undefined },
      { type: 'account', accountNumber: 'A1', cycleDay: 9, discounts: [] },
      { type: 'login', emailAddress: 'ANA@example.com', nickname: null },
      { type: 'appointment', externalId: 'V1', accountNumber: 'A1', jobStatus: 'Complete' },
    ];
    expect(await desk.callWith(...records)).toEqual([]);
    expect(await desk.failedChecks()).toEqual([]);
    expect(await desk.one('select first_name, email_address, phone_number, language from customer')).toEqual({
      first_name: 'Ana',
      email_address: 'ana@example.com',
      phone_number: null,
      language: 'es',
    });
    expect(
      await desk.one(
        `select cycle_day, monthly_price_cents::int as cents, (select count(*)::int from address) as addresses,
           (select count(*)::int from discount) as discounts,
           (select count(*)::int from autopay_enrollment where ended_at is null) as enrollments from account`,
      ),
    ).toEqual({ cycle_day: 9, cents: 7999, addresses: 1, discounts: 0, enrollments: 1 });
    expect(await desk.one('select given_name, nickname from login')).toEqual({
      given_name: 'Ana',
      nickname: null,
    });
    expect(await desk.one('select count(*)::int from login_account')).toEqual({ count: 1 });
    expect(await desk.one('select job_status, tech_first_name from appointment')).toEqual({
      job_status: 'Complete',
      tech_first_name: 'Luis',
    });
  });

  test('a secret that is absent stays sealed as it was, and null clears it', async () => {
    await desk.importWell(...wholeFile());
    const secrets = `select (select token_sealed from payment_method) as token, (select pin_sealed from account) as pin,
      (select content -> 'pin' from import_record where record_type = 'customer') as customer_pin`;
    const before = await desk.one(secrets);
    const method = { type: 'paymentMethod', externalId: 'M1', accountNumber: 'A1', nickname: 'Old card' };
    expect(await desk.callWith({ type: 'customer', customerId: 'C1', lastName: 'Ruiz' }, method)).toEqual([]);
    expect(await desk.one(secrets)).toEqual(before);
    expect(await desk.one('select nickname from payment_method')).toEqual({ nickname: 'Old card' });
    expect(await desk.callWith({ type: 'customer', customerId: 'C1', pin: null })).toEqual([]);
    expect(await desk.one(secrets)).toMatchObject({ pin: null, customer_pin: null });
    const unchanged = await desk.everything();
    expect(
      await desk.importLines([
        customerLine({ lastName: 'Ruiz', pin: null }),
        methodLine({ nickname: 'Old card' }),
      ]),
    ).toMatchObject({ refusedLines: 0 });
    expect(await desk.everything()).toEqual(unchanged);
  });

  test('what was never imported must be whole', async () => {
    await desk.importWell(...wholeFile());
    const method = { type: 'paymentMethod', externalId: 'M9', accountNumber: 'A1', nickname: 'New' };
    const refusals = await desk.callWith({
      ...method,
      methodType: 'custom',
      processor: 'orbital',
      cardType: 'VISA',
    });
    expect(refusals).toEqual(['line 1: token: is missing (string)']);
  });

  test('what contradicts its last import is refused', async () => {
    await desk.importWell(...wholeFile());
    expect(
      await desk.callWith({ type: 'invoice', invoiceNumber: 'I1', accountNumber: 'A1', status: 'OPEN' }),
    ).toEqual(['line 1: paidOn: is given for a bill that is OPEN']);
  });
});

describe('what is wrong in a call', () => {
  test('bad records are refused with place, field, and reason, and what depends on them', async () => {
    const refusals = await desk.callWith(
      null,
      { type: 'visit' },
      { ...customerLine(), pin: '12', color: 'red' },
      accountLine({ autopay: null }),
      loginLine(),
    );
    expect(refusals).toEqual([
      'line 1: line: is not a JSON object',
      expect.stringMatching(/^line 2: type: must be one of plan, /),
      'line 3: pin: must be 4 digits',
      'line 3: color: is not a field of customer',
      'line 4: customerId: "C1" is refused (line 3)',
      'line 5: accounts[0].accountNumber: "A1" is refused (line 4)',
    ]);
    expect(await desk.one('select count(*)::int from import_record')).toEqual({ count: 0 });
  });

  test('of one record twice the first readable counts', async () => {
    const records = [
      planLine(),
      { ...customerLine(), pin: 'x' },
      customerLine(),
      customerLine(),
      customerLine({ firstName: 'Bea' }),
    ];
    expect(await desk.callWith(...records)).toEqual([
      'line 2: pin: must be 4 digits',
      'line 5: customerId: is already on line 3 with other content',
    ]);
    expect(await desk.one('select first_name from customer')).toEqual({ first_name: 'Ana' });
  });

  test('records of another customer are refused, and nothing of theirs changes', async () => {
    await desk.importWell(...wholeFile(), ...otherCustomer());
    const theirs = `select (select row_to_json(c) from customer c where customer_number = 'C-other-1') as customer,
      (select json_agg(a) from account a where account_number = 'A-other-1') as account,
      (select count(*)::int from payment_method) as methods`;
    const before = await desk.one(theirs);
    const refusals = await desk.callWith(
      methodLine({ externalId: 'M9', accountNumber: 'A-other-1' }),
      { type: 'customer', customerId: 'C1', lastName: 'Ruiz' },
      customerLine({ customerId: 'C-other-1', lastName: 'Wrong' }),
      { type: 'account', accountNumber: 'A-other-1', cycleDay: 20 },
      accountLine({ accountNumber: 'A-new', customerId: 'C-other-1', autopay: null }),
      appointmentLine({ externalId: 'V9', accountNumber: 'A-new' }),
      { type: 'login', emailAddress: 'bea@example.com', accounts: [] },
      loginLine({
        accounts: [
          { accountNumber: 'A1', role: 'primary' },
          { accountNumber: 'A-other-1', role: 'member' },
        ],
      }),
    );
    const foreign = 'is of customer "C-other-1", not of "C1"';
    expect(refusals).toEqual([
      `line 1: accountNumber: ${foreign}`,
      `line 3: customerId: ${foreign}`,
      `line 4: customerId: ${foreign}`,
      `line 5: customerId: ${foreign}`,
      `line 6: accountNumber: ${foreign}`,
      `line 7: accounts: ${foreign}`,
    ]);
    expect(await desk.one(theirs)).toEqual(before);
    expect(await desk.one(`select last_name from customer where customer_number = 'C1'`)).toEqual({
      last_name: 'Ruiz',
    });
    expect(await desk.one('select count(*)::int from login_account')).toEqual({ count: 3 });
    expect(await desk.failedChecks()).toEqual([]);
  });

  test('the customer is that of the account; without one every record is refused', async () => {
    await desk.importWell(...wholeFile());
    expect(
      await desk.callWith(appointmentLine({ jobStatus: 'Complete' }), planLine({ name: 'New' })),
    ).toEqual([]);
    expect(await desk.one('select job_status from appointment')).toEqual({ job_status: 'Complete' });
    expect(await desk.callWith(loginLine({ nickname: 'An' }))).toEqual([]);
    const nobody = [planLine({ name: 'Newer' }), paymentLine({ externalId: 'P9', accountNumber: 'A9' })];
    expect(await desk.callWith(...nobody)).toEqual([
      'line 1: line: is of no known customer',
      'line 2: accountNumber: is of no known customer',
    ]);
    expect(await desk.one('select name from plan')).toEqual({ name: 'New' });
    expect(
      await desk.callWith(accountLine({ accountNumber: 'A9', customerId: 'C9', autopay: null })),
    ).toEqual(['line 1: customerId: "C9" is neither in the file nor known']);
  });

  test('what only the database finds wrong refuses every record, with nothing half written', async () => {
    await desk.importWell(...wholeFile());
    await asOwner('alter table account add constraint planted check (cycle_day <> 9)');
    const before = await desk.everything();
    const refusals = await desk.callWith(
      customerLine({ lastName: 'Ruiz' }),
      accountLine({ cycleDay: 9 }),
      planLine({ name: 'New' }),
    );
    await asOwner('alter table account drop constraint planted');
    expect(refusals).toHaveLength(3);
    expect(refusals[0]).toMatch(/^line 1: line: the customer was refused by the database: .*planted/);
    expect(await desk.everything()).toEqual(before);
  });
});
