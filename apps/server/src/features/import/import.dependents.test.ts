import { describe, expect, test } from 'vitest';
import {
  accountLine,
  customerLine,
  invoiceLine,
  loginLine,
  methodLine,
  nextInvoiceLine,
  paymentLine,
  planLine,
  wholeFile,
} from '../../testing/builders/import-lines.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forFile(() => startTestImport());

describe('what depends on a refused line is refused and says so, the rest goes on', () => {
  test('an account and all of it by its customer, and the sign-in by the account', async () => {
    expect(
      await desk.refusalsOf([
        planLine(),
        customerLine({ pin: '1' }),
        accountLine({ autopay: null }),
        invoiceLine(),
        loginLine(),
      ]),
    ).toEqual([
      'line 2: pin: must be 4 digits',
      'line 3: customerId: "C1" is refused (line 2)',
      'line 4: accountNumber: "A1" is refused (line 3)',
      'line 5: accounts[0].accountNumber: "A1" is refused (line 3)',
    ]);
  });

  test('a bill by its account’s line, also where the line does not say whose it is', async () => {
    const nobody = { ...accountLine(), customerId: 7 };
    expect(await desk.refusalsOf([nobody, nextInvoiceLine()])).toEqual([
      'line 1: customerId: must be string, is number',
      'line 2: accountNumber: "A1" is refused (line 1)',
    ]);
    expect(await desk.refusalsOf([nextInvoiceLine()])).toEqual([
      'line 1: accountNumber: "A1" is neither in the file nor known',
    ]);
  });

  test('a payment by its bill or its method, later bills by the payment', async () => {
    const broken = wholeFile().with(4, invoiceLine({ dueOn: '1.10.2026' }));
    expect(await desk.refusalsOf(broken)).toEqual([
      'line 5: dueOn: must be a day, YYYY-MM-DD',
      'line 6: appliedTo[0].invoiceNumber: "I1" is refused (line 5)',
    ]);
    const declined = wholeFile().with(5, paymentLine({ amount: '84.9' }));
    expect(await desk.refusalsOf(declined)).toEqual([
      'line 5: status: is CLOSED, but 84.99 is open (without line 6, which is refused)',
      'line 6: amount: must be dollars with two decimals, such as "84.99"',
    ]);
    const owing = declined.with(6, nextInvoiceLine({ previousBalance: '10.00' }));
    expect(await desk.refusalsOf(owing)).toContain(
      'line 7: previousBalance: is 10.00, but the history before it leaves 0.00 (without line 5, which is refused)',
    );
    // Nobody knows which payment a line without a usable number is.
    const nameless = wholeFile().with(5, { ...paymentLine(), externalId: 7 } as never);
    expect(await desk.refusalsOf(nameless)).toContain('line 5: status: is CLOSED, but 84.99 is open');
    const noMethod = wholeFile()
      .with(2, accountLine({ autopay: null }))
      .with(3, methodLine({ lastFour: '42' }));
    expect(await desk.refusalsOf(noMethod)).toContain('line 6: methodExternalId: "M1" is refused (line 4)');
  });

  test('and nothing of another customer', async () => {
    const other = [
      customerLine({ customerId: 'C2' }),
      accountLine({ accountNumber: 'A2', customerId: 'C2', autopay: null }),
      nextInvoiceLine({ invoiceNumber: 'J1', accountNumber: 'A2' }),
      loginLine({ emailAddress: 'b@example.com', accounts: [{ accountNumber: 'A2', role: 'primary' }] }),
    ];
    const lines = [...wholeFile().with(1, customerLine({ language: 'fr' as 'en' })), ...other];
    const { refusals } = await desk.importLines(lines);
    expect(refusals.every(({ line }) => line <= 9)).toBe(true);
    expect(await desk.rows('select account_number, balance_cents from account')).toEqual([
      { account_number: 'A2', balance_cents: 8499 },
    ]);
    expect(await desk.rows('select email_address from login')).toEqual([{ email_address: 'b@example.com' }]);
    expect(await desk.failedChecks()).toEqual([]);
  });
});

describe('a wrong line does not refuse a right one', () => {
  const wholeAnd = (...lines: object[]) => desk.refusalsOf([...wholeFile(), ...lines]);

  test('a payment before it, of a later day', async () => {
    expect(await wholeAnd(paymentLine({ externalId: 'P2', occurredOn: '2026-10-10' }))).toEqual([
      'line 10: appliedTo[0].amount: is more than the 0.00 open on "I1"',
    ]);
  });

  test('a payment after it of the same bill', async () => {
    const appliedTo = [{ invoiceNumber: 'I2', amount: '85.00' }];
    const tooMuch = paymentLine({ externalId: 'P2', amount: '85.00', occurredOn: '2026-11-06', appliedTo });
    const [right] = appliedTo.map((part) => ({ ...part, amount: '80.00' }));
    const paid = { ...tooMuch, externalId: 'P3', amount: '80.00', appliedTo: [right] };
    expect(await wholeAnd(tooMuch, paid)).toEqual([
      'line 10: appliedTo[0].amount: is more than the 84.99 open on "I2"',
    ]);
  });

  test('the bill whose previous balance a second bill of one period would make wrong', async () => {
    const december = { issuedOn: '2026-12-05', dueOn: '2026-12-26', periodStart: '2026-12-05' };
    const next = nextInvoiceLine({
      ...december,
      invoiceNumber: 'I3',
      periodEnd: '2027-01-04',
      previousBalance: '84.99',
    });
    const twice = nextInvoiceLine({ invoiceNumber: 'I2-B', issuedOn: '2026-11-06' });
    expect(await wholeAnd(next, twice)).toEqual([
      'line 11: periodStart: is that of "I2": an account has one cycle bill for a period',
    ]);
  });

  test('the bills that add up without a wrong one', async () => {
    const wrong = nextInvoiceLine({
      invoiceNumber: 'I1-B',
      issuedOn: '2026-11-04',
      periodStart: '2026-11-04',
      previousBalance: '1.00',
    });
    expect(await wholeAnd(wrong)).toEqual([
      'line 10: previousBalance: is 1.00, but the history before it leaves 0.00',
    ]);
  });
});

describe('a number means one thing', () => {
  test('a later line with other content is refused and names the first', async () => {
    const lines = [
      ...wholeFile(),
      customerLine({ firstName: 'Anna' }),
      nextInvoiceLine({ dueOn: '2026-11-27' }),
    ];
    expect(await desk.refusalsOf(lines)).toEqual([
      'line 10: customerId: is already on line 2 with other content',
      'line 11: invoiceNumber: is already on line 7 with other content',
    ]);
  });

  test('of two lines that differ the first that can be read counts', async () => {
    const lines = [...wholeFile().with(1, customerLine({ pin: '12' })), customerLine()];
    expect(await desk.refusalsOf(lines)).toEqual(['line 2: pin: must be 4 digits']);
    expect(await desk.refusalsOf([...lines, customerLine({ firstName: 'Anna' })])).toEqual([
      'line 2: pin: must be 4 digits',
      'line 11: customerId: is already on line 10 with other content',
    ]);
  });

  test('what belongs to another account is not taken over', async () => {
    const here = await startTestImport();
    await here.importLines(wholeFile());
    const { refusals } = await here.importLines([
      accountLine({ accountNumber: 'A2', autopay: null }),
      nextInvoiceLine({ accountNumber: 'A2' }),
      methodLine({ accountNumber: 'A2' }),
      paymentLine({
        accountNumber: 'A2',
        appliedTo: [],
        methodExternalId: null,
        method: { methodType: 'custom', cardType: 'CHECK' },
      }),
    ]);
    expect(refusals.map(({ line, field, reason }) => `line ${line}: ${field}: ${reason}`)).toEqual([
      'line 2: accountNumber: is not the account that "I2" belongs to',
      'line 3: accountNumber: is not the account that "M1" belongs to',
      'line 4: accountNumber: is not the account that "P1" belongs to',
    ]);
    await here.close();
  });

  test('of two defaults of one account the second is refused', async () => {
    const lines = [...wholeFile(), methodLine({ externalId: 'M2' })];
    expect(await desk.refusalsOf(lines)).toEqual([
      'line 10: isDefault: is so already on line 4: an account has one default',
    ]);
  });
});
