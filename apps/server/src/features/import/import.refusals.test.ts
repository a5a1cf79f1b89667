import type { ImportLine } from '@myaccount/contract/import';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountLine,
  addressEntry,
  appointmentLine,
  customerLine,
  invoiceLine,
  loginLine,
  methodLine,
  nextInvoiceLine,
  paymentLine,
  planLine,
  wholeFile,
} from '../../testing/builders/import-lines.ts';
import { startTestImport, type TestImport } from '../../testing/test-import.ts';

let desk: TestImport;
beforeAll(async () => {
  desk = await startTestImport();
});
afterAll(() => desk.close());

/** What an import of these lines would refuse, as the command prints it. */
async function refusalsOf(lines: readonly object[] | string | Buffer): Promise<string[]> {
  const { refusals } = await desk.importLines(lines, { isDryRun: true });
  return refusals.map(({ line, field, reason }) => `line ${line}: ${field}: ${reason}`);
}

/** The whole file with one of its lines in another wording. */
function fileWith(line: ImportLine): ImportLine[] {
  const lines = wholeFile();
  const index = lines.findIndex((other) => other.type === line.type);
  return lines.with(index, line);
}

const charge = (amount: string) => [
  { description: 'Fiber', charges: [{ type: 'recurring' as const, description: 'Fiber', amount }] },
];

describe('a field that cannot be is refused with its line, its name and why', () => {
  test.each<[string, object, string]>([
    [
      'amount with three decimals',
      planLine({ monthlyPrice: '79.999' }),
      'line 1: monthlyPrice: must be dollars with two decimals, such as "84.99"',
    ],
    ['negative price', planLine({ monthlyPrice: '-1.00' }), 'line 1: monthlyPrice: must not be negative'],
    [
      'amount as a number',
      { ...planLine(), monthlyPrice: 79.99 },
      'line 1: monthlyPrice: must be string, is number',
    ],
    ['speed of nothing', planLine({ downloadMbps: 0 }), 'line 1: downloadMbps: must be >0'],
    [
      'field that is missing',
      { ...customerLine(), firstName: undefined },
      'line 2: firstName: is missing (string)',
    ],
    ['empty name', customerLine({ firstName: '' }), 'line 2: firstName: must not be empty'],
    [
      'field that there is not',
      { ...customerLine(), fristName: 'Ana' },
      'line 2: fristName: is not a field of customer',
    ],
    [
      'prototype as a field',
      JSON.parse('{"type":"customer","customerId":"C1","firstName":"A","lastName":"B","__proto__":{"x":1}}'),
      'line 2: __proto__: is not a field of customer',
    ],
    [
      'address that is none',
      customerLine({ emailAddress: 'ana at example' }),
      'line 2: emailAddress: must be an e-mail address',
    ],
    [
      'phone of nine digits',
      customerLine({ phoneNumber: '614555010' }),
      'line 2: phoneNumber: must be 10 digits',
    ],
    ['PIN with a letter', customerLine({ pin: '12a4' }), 'line 2: pin: must be 4 digits'],
    [
      'day that is not in the calendar',
      customerLine({ dateOfBirth: '1981-02-29' }),
      'line 2: dateOfBirth: must be a day, YYYY-MM-DD',
    ],
    [
      'year of long ago',
      customerLine({ dateOfBirth: '0001-01-01' }),
      'line 2: dateOfBirth: must be 1900 or later',
    ],
    [
      'language nobody reads',
      { ...customerLine(), language: 'fr' },
      'line 2: language: must be one of "en", "es"',
    ],
    [
      'NUL in a name',
      customerLine({ lastName: 'Ri\u0000vera' }),
      'line 2: lastName: has characters that cannot be stored (NUL or half a surrogate pair)',
    ],
    [
      'half a surrogate pair',
      customerLine({ lastName: 'Ri\ud800vera' }),
      'line 2: lastName: has characters that cannot be stored (NUL or half a surrogate pair)',
    ],
    [
      'NUL in a number',
      customerLine({ customerId: 'C\u00001' }),
      'line 2: customerId: has characters that cannot be stored (NUL or half a surrogate pair)',
    ],
    [
      'unknown account type',
      { ...accountLine(), accountType: 'FARM' },
      'line 3: accountType: must be one of "RESIDENTIAL", "BUSINESS"',
    ],
    [
      'business without a name',
      accountLine({ accountType: 'BUSINESS' }),
      'line 3: businessName: must stand with BUSINESS and nowhere else',
    ],
    ['cycle on the 29th', accountLine({ cycleDay: 29 }), 'line 3: cycleDay: must be <=28'],
    [
      'two billing addresses',
      accountLine({ addresses: [addressEntry(), addressEntry({ city: 'Akron' })] }),
      'line 3: addresses: has two addresses of one addressType',
    ],
    [
      'address type',
      { ...accountLine(), addresses: [{ ...addressEntry(), addressType: 'Summer' }] },
      'line 3: addresses[0].addressType: must be one of "Service", "Billing", "Mailing"',
    ],
    [
      'unknown plan',
      accountLine({ planId: 'F900' }),
      'line 3: planId: "F900" is neither in the file nor known',
    ],
    [
      'unknown customer',
      accountLine({ customerId: 'C9' }),
      'line 3: customerId: "C9" is neither in the file nor known',
    ],
    [
      'autopay without its method',
      accountLine({ autopay: { methodExternalId: 'M9', since: '2026-09-06' } }),
      'line 3: autopay.methodExternalId: "M9" is not a method of this account',
    ],
    [
      'card of month 13',
      methodLine({ expirationDate: '13/2028' }),
      'line 4: expirationDate: must be MM/YYYY',
    ],
    ['unknown brand', { ...methodLine(), cardType: 'DINERS' }, 'line 4: cardType: must be one of "VISA"'],
    ['due before it is issued', invoiceLine({ dueOn: '2026-10-01' }), 'line 5: dueOn: is before issuedOn'],
    [
      'unknown kind of charge',
      invoiceLine({
        items: [{ description: 'x', charges: [{ type: 'gift' as 'tax', description: 'x', amount: '1.00' }] }],
      }),
      'line 5: items[0].charges[0].type: must be one of',
    ],
    [
      'open bill that says when it was paid',
      invoiceLine({ status: 'OPEN' }),
      'line 5: paidOn: stands on a bill that is OPEN',
    ],
    ['payment of nothing', paymentLine({ amount: '0.00' }), 'line 6: amount: must be more than 0.00'],
    [
      'payment without a method',
      paymentLine({ methodExternalId: null }),
      'line 6: methodExternalId: must stand here, or method, but not both',
    ],
    [
      'time without offset',
      paymentLine({ occurredOn: '2026-10-21T03:30:00' }),
      'line 6: occurredOn: must be a day, YYYY-MM-DD, or a time with offset, ISO 8601',
    ],
    [
      'state of ours that a file cannot know',
      { ...paymentLine(), status: 'UNKNOWN' },
      'line 6: status: must be one of',
    ],
    [
      'visit that ends before it begins',
      appointmentLine({ end: '2026-11-24T08:00:00-05:00' }),
      'line 8: end: is not after start',
    ],
    [
      'sign-in with one account twice',
      loginLine({
        accounts: [
          { accountNumber: 'A1', role: 'primary' },
          { accountNumber: 'A1', role: 'member' },
        ],
      }),
      'line 9: accounts: names one account twice',
    ],
    [
      'sign-in for an unknown account',
      loginLine({ accounts: [{ accountNumber: 'A9', role: 'primary' }] }),
      'line 9: accounts[0].accountNumber: "A9" is neither in the file nor known',
    ],
  ])('%s', async (_what, line, expected) => {
    const said = await refusalsOf(fileWith(line as ImportLine));
    expect(said.filter((refusal) => refusal.startsWith(expected))).toHaveLength(1);
  });
});

describe('sums that do not add up', () => {
  test.each<[string, ImportLine[], string]>([
    [
      'paid more than the payment',
      [paymentLine({ amount: '80.00' })],
      'line 1: appliedTo: adds up to 84.99, more than the payment of 80.00',
    ],
    [
      'bill paid twice',
      [paymentLine({ externalId: 'P2' })],
      'line 1: appliedTo[0].amount: is more than the 0.00 open on "I1"',
    ],
    [
      'bill of somebody else',
      [paymentLine({ externalId: 'P2', appliedTo: [{ invoiceNumber: 'I9', amount: '1.00' }] })],
      'line 1: appliedTo[0].invoiceNumber: "I9" is not a bill of this account',
    ],
    [
      'closed and not paid',
      [nextInvoiceLine({ status: 'CLOSED' })],
      'line 1: status: is CLOSED, but 84.99 is open',
    ],
    [
      'paid and said to be open',
      [invoiceLine({ status: 'OPEN', paidOn: null })],
      'line 1: status: is OPEN, but its payments leave nothing open',
    ],
    [
      'previous balance against the history',
      [nextInvoiceLine({ previousBalance: '84.99' })],
      'line 1: previousBalance: is 84.99, but the history before it leaves 0.00',
    ],
    [
      'two bills of one period',
      [nextInvoiceLine({ invoiceNumber: 'I3' })],
      'line 1: periodStart: is that of "I2": an account has one bill for a period',
    ],
    [
      'bill below what was paid of it',
      [invoiceLine({ items: charge('20.00') })],
      'line 1: items: add up to 20.00, less than what was paid before',
    ],
  ])('%s', async (_what, lines, expected) => {
    const other = await startTestImport();
    try {
      expect((await other.importLines(wholeFile())).refusals).toEqual([]);
      const { refusals } = await other.importLines(lines);
      const said = refusals.map(({ line, field, reason }) => `line ${line}: ${field}: ${reason}`);
      expect(said).toContain(expected);
      expect(await other.failedChecks()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('are refused in a first file as well', async () => {
    const said = await refusalsOf(fileWith(invoiceLine({ items: charge('80.00') })));
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
    expect((await refusalsOf(text))[0]).toContain(expected);
  });

  test('an empty file is no mistake', async () => {
    expect(await desk.importLines('')).toEqual({ lines: 0, refusedLines: 0, refusals: [] });
  });
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
