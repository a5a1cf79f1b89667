import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountLine,
  addressEntry,
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
import { forFile } from '../../testing/for-tests.ts';
import { startTestImport, type TestImport } from '../../testing/test-import.ts';

const desk = forFile(() => startTestImport());

const unstorable = 'has characters that cannot be stored (NUL or half a surrogate pair)';
const unknown = 'is neither in the file nor known';

/** Lines beside a whole file, each with its refusal. */
const wrongLines: readonly (readonly [object, string])[] = [
  [planLine({ monthlyPrice: '79.999' }), 'monthlyPrice: must be dollars with two decimals, such as "84.99"'],
  [planLine({ monthlyPrice: '-1.00' }), 'monthlyPrice: must not be negative'],
  [{ ...planLine(), monthlyPrice: 79.99 }, 'monthlyPrice: must be string, is number'],
  [planLine({ downloadMbps: 0 }), 'downloadMbps: must be >0'],
  [{ ...customerLine(), firstName: undefined }, 'firstName: is missing (string)'],
  [customerLine({ firstName: '' }), 'firstName: must not be empty'],
  [customerLine({ firstName: ' \u00a0' }), 'firstName: must not be empty'],
  [planLine({ name: ' ' }), 'name: must not be empty'],
  [{ ...customerLine(), fristName: 'Ana' }, 'fristName: is not a field of customer'],
  [
    JSON.parse('{"type":"customer","customerId":"C1","firstName":"A","lastName":"B","__proto__":{"x":1}}'),
    '__proto__: is not a field of customer',
  ],
  [customerLine({ emailAddress: 'ana at example' }), 'emailAddress: must be an e-mail address'],
  [customerLine({ phoneNumber: '614555010' }), 'phoneNumber: must be 10 digits'],
  [customerLine({ pin: '12a4' }), 'pin: must be 4 digits'],
  [customerLine({ dateOfBirth: '1981-02-29' }), 'dateOfBirth: must be a day, YYYY-MM-DD'],
  [customerLine({ dateOfBirth: '0001-01-01' }), 'dateOfBirth: must be 1900 or later'],
  [{ ...customerLine(), language: 'fr' }, 'language: must be one of "en", "es"'],
  [customerLine({ lastName: 'Ri\u0000vera' }), `lastName: ${unstorable}`],
  [customerLine({ lastName: 'Ri\ud800vera' }), `lastName: ${unstorable}`],
  [customerLine({ customerId: 'C\u00001' }), `customerId: ${unstorable}`],
  [{ ...accountLine(), accountType: 'FARM' }, 'accountType: must be one of "RESIDENTIAL", "BUSINESS"'],
  [accountLine({ accountType: 'BUSINESS' }), 'businessName: must be given for BUSINESS and absent otherwise'],
  [accountLine({ accountType: 'BUSINESS', businessName: ' ' }), 'businessName: must not be empty'],
  [accountLine({ cycleDay: 32 }), 'cycleDay: must be <=31'],
  [
    accountLine({ addresses: [addressEntry(), addressEntry({ city: 'Akron' })] }),
    'addresses: has two addresses of one addressType',
  ],
  [
    { ...accountLine(), addresses: [{ ...addressEntry(), addressType: 'Summer' }] },
    'addresses[0].addressType: must be one of "Service", "Billing", "Mailing"',
  ],
  [accountLine({ accountNumber: 'A2', planId: 'F900', autopay: null }), `planId: "F900" ${unknown}`],
  [accountLine({ accountNumber: 'A3', customerId: 'C9', autopay: null }), `customerId: "C9" ${unknown}`],
  [
    accountLine({ accountNumber: 'A4', autopay: { methodExternalId: 'M9', since: '2026-09-06' } }),
    'autopay.methodExternalId: "M9" is not a method of this account',
  ],
  [methodLine({ expirationDate: '13/2028' }), 'expirationDate: must be MM/YYYY'],
  [{ ...methodLine(), cardType: 'DINERS' }, 'cardType: must be one of "VISA"'],
  [invoiceLine({ dueOn: '2026-10-01' }), 'dueOn: is before issuedOn'],
  [
    invoiceLine({
      items: [{ description: 'x', charges: [{ type: 'gift' as 'tax', description: 'x', amount: '1.00' }] }],
    }),
    'items[0].charges[0].type: must be one of',
  ],
  [invoiceLine({ status: 'OPEN' }), 'paidOn: is given for a bill that is OPEN'],
  [paymentLine({ amount: '0.00' }), 'amount: must be more than 0.00'],
  [paymentLine({ methodExternalId: null }), 'methodExternalId: must be given, or method, but not both'],
  [
    paymentLine({ occurredOn: '2026-10-21T03:30:00' }),
    'occurredOn: must be a day, YYYY-MM-DD, or a time with offset, ISO 8601',
  ],
  // Only we know this state.
  [{ ...paymentLine(), status: 'UNKNOWN' }, 'status: must be one of'],
  [appointmentLine({ end: '2026-11-24T08:00:00-05:00' }), 'end: is not after start'],
  [
    loginLine({
      accounts: [
        { accountNumber: 'A1', role: 'primary' },
        { accountNumber: 'A1', role: 'member' },
      ],
    }),
    'accounts: names one account twice',
  ],
  [
    loginLine({ emailAddress: 'b@example.com', accounts: [{ accountNumber: 'A9', role: 'primary' }] }),
    `accounts[0].accountNumber: "A9" ${unknown}`,
  ],
];

test('a field that cannot be is refused with its line, its name and why', async () => {
  const first = wholeFile().length + 1;
  const said = await desk.refusalsOf([...wholeFile(), ...wrongLines.map(([line]) => line)]);
  for (const [index, [, expected]] of wrongLines.entries())
    expect(said).toContainEqual(expect.stringContaining(`line ${first + index}: ${expected}`));
  expect(said).toHaveLength(wrongLines.length);
});

describe('sums that do not add up', () => {
  let known: TestImport;
  beforeAll(async () => {
    known = await startTestImport();
    await known.importWell(...wholeFile());
  });
  afterAll(async () => {
    expect(await known.failedChecks()).toEqual([]);
    await known.close();
  });

  test.each<[object, string]>([
    [paymentLine({ amount: '80.00' }), 'appliedTo: adds up to 84.99, more than the payment of 80.00'],
    [paymentLine({ externalId: 'P2' }), 'appliedTo[0].amount: is more than the 0.00 open on "I1"'],
    [
      paymentLine({ externalId: 'P2', appliedTo: [{ invoiceNumber: 'I9', amount: '1.00' }] }),
      'appliedTo[0].invoiceNumber: "I9" is not a bill of this account',
    ],
    [nextInvoiceLine({ status: 'CLOSED' }), 'status: is CLOSED, but 84.99 is open'],
    [invoiceLine({ status: 'OPEN', paidOn: null }), 'status: is OPEN, but its payments leave nothing open'],
    [
      nextInvoiceLine({ previousBalance: '84.99' }),
      'previousBalance: is 84.99, but the history before it leaves 0.00',
    ],
    [
      nextInvoiceLine({ invoiceNumber: 'I3' }),
      'periodStart: is that of "I2": an account has one cycle bill for a period',
    ],
    [invoiceLine({ items: itemsOf('20.00') }), 'items: add up to 20.00, less than what was paid before'],
  ])('%j', async (line, expected) => {
    const { refusals } = await known.importLines([line]);
    expect(refusals.map(({ field, reason }) => `${field}: ${reason}`)).toContain(expected);
  });

  test('are refused in a first file as well', async () => {
    const changed = invoiceLine({ items: itemsOf('80.00') });
    const said = await desk.refusalsOf(
      wholeFile().map((line) => (line.type === 'invoice' && line.invoiceNumber === 'I1' ? changed : line)),
    );
    expect(said).toContain('line 6: appliedTo[0].amount: is more than the 80.00 open on "I1"');
  });
});

describe('lines that are no records', () => {
  test.each<[string, string | Buffer, string]>([
    ['no JSON', '{"type":"plan"', 'line 1: line: is not a JSON object'],
    ['a list', '[1]', 'line 1: line: is not a JSON object'],
    ['null', 'null', 'line 1: line: is not a JSON object'],
    [
      'no type',
      '{}',
      'line 1: type: must be one of plan, customer, account, login, paymentMethod, invoice, payment, appointment',
    ],
    ['unknown type', '\n{"type":"toString"}', 'line 2: type: must be one of'],
    ['a raw NUL', '{"type":"plan\u0000"}', 'line 1: line: is not a JSON object'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'line 1: line: is not UTF-8'],
    ['endless', `{"type":"${'x'.repeat(1_100_000)}"}`, 'line 1: line: is longer than 1048576 bytes'],
  ])('%s', async (_what, text, expected) => {
    expect((await desk.refusalsOf(text))[0]).toContain(expected);
  });

  test.each(['', '\n \n'])(
    'a file without lines (%j) is refused, and the next one is imported',
    async (text) => {
      for (const isDryRun of [true, false])
        await expect(desk.importLines(text, { isDryRun })).rejects.toThrow(
          'There is nothing to import: the file has no lines',
        );
      expect((await desk.importLines([planLine()])).refusals).toEqual([]);
    },
  );
});

test('a column that a migration forgot to grant is named, with where to grant it', async () => {
  const testImport = await startTestImport();
  const owner = new pg.Client(testImport.ownerUrl);
  await owner.connect();
  await owner.query('revoke insert (cycle_day) on account from myaccount_app');
  const { refusals } = await testImport.importLines(wholeFile());
  expect(refusals[0]?.reason).toBe(
    'the customer was refused by the database: permission denied for table account (myaccount_app has no ' +
      'INSERT of account.cycle_day: grant it in a new migration in apps/server/migrations)',
  );
  await owner.query('grant insert (cycle_day) on account to myaccount_app');
  await owner.end();
  await testImport.close();
});
