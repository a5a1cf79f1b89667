import { beforeEach, describe, expect, test } from 'vitest';
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
import { forEachTest } from '../../testing/for-tests.ts';
import { importedAt, startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());
beforeEach(async () => {
  await desk.importLines(wholeFile());
});

const charges = (recurring: string, tax: string) => [
  {
    description: 'Fiber 500',
    charges: [
      { type: 'recurring' as const, description: 'Fiber 500 internet', amount: recurring },
      { type: 'tax' as const, description: 'State tax', amount: tax },
    ],
  },
];

describe('a changed record updates its row', () => {
  test('a customer, with a new version of what people edit', async () => {
    await desk.importWell(customerLine({ phoneNumber: '6145550177' }));
    expect(await desk.one('select phone_number, first_name, version from customer')).toEqual({
      phone_number: '6145550177',
      first_name: 'Ana',
      version: 2,
    });
  });

  test('an account with its addresses and discounts', async () => {
    await desk.importWell(
      accountLine({
        billType: 'PAPER',
        monthlyPrice: '70.00',
        addresses: [addressEntry({ city: 'Akron' }), addressEntry({ addressType: 'Billing' })],
        discounts: [{ discountType: 'Hero Discount', isApplied: true, isEligible: true }],
      }),
    );
    expect(await desk.one('select bill_type, monthly_price_cents, version from account')).toEqual({
      bill_type: 'PAPER',
      monthly_price_cents: 7000,
      version: 2,
    });
    expect(await desk.rows('select address_type, city, version from address order by 1')).toEqual([
      { address_type: 'Billing', city: 'Dayton', version: 1 },
      { address_type: 'Service', city: 'Akron', version: 2 },
    ]);
    expect(await desk.rows('select discount_type from discount')).toEqual([
      { discount_type: 'Hero Discount' },
    ]);
    expect(await desk.one("select detail from audit_entry where action = 'import.account-changed'")).toEqual({
      detail: { fields: ['billType', 'monthlyPrice', 'addresses', 'discounts'] },
    });
  });

  test('[KINDS-7] a plan, and no account: the price comes with the account, which takes the plan’s where it names none', async () => {
    const account = 'select monthly_price_cents as cents, version from account where account_number = $1';
    const [before] = await desk.rows(account, ['A1']);
    expect(before).toMatchObject({ cents: 7999 });
    await desk.importWell(
      planLine({ monthlyPrice: '84.00' }),
      customerLine({ customerId: 'C2' }),
      accountLine({ accountNumber: 'A2', customerId: 'C2', autopay: null }),
    );
    expect(await desk.rows(account, ['A1'])).toEqual([before]);
    expect(await desk.rows(account, ['A2'])).toEqual([{ cents: 8400, version: 1 }]);
    await desk.importWell(accountLine({ monthlyPrice: '50.00' }));
    await desk.importWell(accountLine());
    expect(await desk.rows(account, ['A1'])).toMatchObject([{ cents: 8400 }]);
  });

  test('a method, a visit and a sign-in, which loses what is not its any more', async () => {
    await desk.importWell(
      methodLine({ nickname: 'Blue', expirationDate: '03/2029', token: 'visa-4242-renewed' }),
    );
    expect(await desk.one('select nickname, expires_on, last_four from payment_method')).toEqual({
      nickname: 'Blue',
      expires_on: '2029-03-31',
      last_four: '4242',
    });
    await desk.importWell(appointmentLine({ jobStatus: 'Complete', shortestArrivalMinutes: 7 }));
    expect(await desk.one('select job_status, version, arrival_estimated_at from appointment')).toEqual({
      job_status: 'Complete',
      version: 2,
      arrival_estimated_at: new Date(importedAt),
    });
    await desk.importWell(loginLine({ accounts: [{ accountNumber: 'A1', role: 'member' }] }));
    expect(await desk.one('select role from login_account')).toEqual({ role: 'member' });
    await desk.importWell(loginLine({ accounts: [] }));
    expect(await desk.rows('select role from login_account')).toEqual([]);
  });

  test('another default method takes the place of the one before', async () => {
    await desk.importWell(methodLine({ externalId: 'M2', nickname: 'New', isDefault: true }));
    expect(await desk.rows('select external_id, is_default from payment_method order by 1')).toEqual([
      { external_id: 'M1', is_default: false },
      { external_id: 'M2', is_default: true },
    ]);
  });

  test('autopay moves to another method and ends', async () => {
    await desk.importWell(
      methodLine({ externalId: 'M2', isDefault: false }),
      accountLine({ autopay: { methodExternalId: 'M2', since: '2026-11-01' } }),
    );
    expect(
      await desk.rows(`select m.external_id, e.ended_at is null as is_on from autopay_enrollment e
        join payment_method m on m.account_id = e.account_id and m.id = e.payment_method_id order by 1`),
    ).toEqual([
      { external_id: 'M1', is_on: false },
      { external_id: 'M2', is_on: true },
    ]);
    await desk.importWell(accountLine({ autopay: null }));
    expect(await desk.rows('select id from autopay_enrollment where ended_at is null')).toEqual([]);
  });

  test('the customer’s PIN is that of accounts without their own', async () => {
    const pinOf = async () => {
      const account = await desk.one('select pin_key_id as "keyId", pin_sealed as bytes from account');
      return desk.secrets.open(account as never, 'account.pin');
    };
    await desk.importWell(customerLine({ pin: '5678' }));
    expect(await pinOf()).toBe('5678');
    await desk.importWell(accountLine({ pin: '9999' }), customerLine({ pin: '1111' }));
    expect(await pinOf()).toBe('9999');
    await desk.importWell(accountLine());
    expect(await pinOf()).toBe('1111');
    await desk.importWell(customerLine({ customerId: 'C1', pin: '1111', phoneNumber: '6145550111' }));
    expect(await pinOf()).toBe('1111');
  });
});

describe('what was changed here is not changed back', () => {
  test('a field is taken only when the file says something new about it', async () => {
    await desk.rows("update customer set email_address = 'new@example.com', version = version + 1");
    await desk.rows("update account set bill_type = 'EMAIL', notification_preference = 'Email'");
    await desk.importWell(customerLine({ phoneNumber: '6145550188' }), accountLine({ billType: 'PAPER' }));
    expect(await desk.one('select email_address, phone_number from customer')).toEqual({
      email_address: 'new@example.com',
      phone_number: '6145550188',
    });
    expect(await desk.one('select bill_type, notification_preference from account')).toEqual({
      bill_type: 'PAPER',
      notification_preference: 'Email',
    });
  });

  test('autopay that was turned off here stays off', async () => {
    await desk.rows('update autopay_enrollment set ended_at = now()');
    await desk.importWell(accountLine({ billType: 'PAPER' }));
    expect(await desk.rows('select id from autopay_enrollment where ended_at is null')).toEqual([]);
  });
});

describe('changed money', () => {
  const ledger = () =>
    desk.rows(`select debit, credit, amount_cents, occurred_on from ledger_posting
      where event_key like '%correction%' or event_key like '%return%' or event_key like '%refund%' or event_key like 'opening%'
      order by posted_at, event_key`);

  const paymentChanges = async () =>
    (await desk.rows("select detail from audit_entry where action = 'import.payment-changed'")).map(
      ({ detail }) => detail,
    );

  test('a bill’s amount is corrected by its difference; what was booked stays', async () => {
    await desk.importWell(nextInvoiceLine({ items: charges('60.00', '4.00') }));
    expect(await ledger()).toEqual([
      { debit: 'adjustment', credit: 'receivable', amount_cents: 2099, occurred_on: '2026-11-24' },
    ]);
    expect(
      await desk.one("select amount_cents, open_cents from invoice where invoice_number = 'I2'"),
    ).toEqual({
      amount_cents: 6400,
      open_cents: 6400,
    });
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 6400 });
    await desk.importWell(nextInvoiceLine());
    await desk.importWell(nextInvoiceLine({ items: charges('60.00', '4.00') }));
    expect(await ledger()).toHaveLength(3);
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 6400 });
    expect(
      await desk.rows("select id from audit_entry where action = 'import.invoice-corrected'"),
    ).toHaveLength(3);
  });

  test('a returned payment opens its bill again; a next bill may count it or not', async () => {
    await desk.importWell(paymentLine({ status: 'RETURNED' }), invoiceLine({ status: 'OPEN', paidOn: null }));
    expect(await ledger()).toEqual([
      { debit: 'receivable', credit: 'cash', amount_cents: 8499, occurred_on: '2026-11-24' },
    ]);
    expect(await desk.one("select open_cents, paid_on from invoice where invoice_number = 'I1'")).toEqual({
      open_cents: 8499,
      paid_on: null,
    });
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 16998 });
    expect(await paymentChanges()).toEqual([
      expect.objectContaining({ fromState: 'COMPLETED', state: 'RETURNED', fromCents: 8499, toCents: 8499 }),
    ]);
    const { refusals } = await desk.importLines([paymentLine()]);
    expect(refusals).toEqual([
      { line: 1, field: 'status', reason: 'cannot become COMPLETED: the payment is RETURNED' },
    ]);
  });

  test('a pending payment is completed, and then refunded', async () => {
    const pending = { externalId: 'P2', occurredOn: '2026-11-20', status: 'PENDING' as const, appliedTo: [] };
    await desk.importWell(paymentLine(pending));
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 8499 });
    const appliedTo = [{ invoiceNumber: 'I2', amount: '84.99' }];
    await desk.importWell(
      paymentLine({ ...pending, status: 'COMPLETED', appliedTo }),
      nextInvoiceLine({ status: 'CLOSED', paidOn: '2026-11-20' }),
    );
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 0 });
    await desk.importWell(paymentLine({ ...pending, status: 'REFUNDED', appliedTo }), nextInvoiceLine());
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 8499 });
    expect(await desk.one("select state from payment where external_id = 'P2'")).toEqual({
      state: 'REFUNDED',
    });
  });

  test('a payment’s amount and what it is applied to', async () => {
    await desk.importWell(
      paymentLine({
        amount: '100.00',
        appliedTo: [
          { invoiceNumber: 'I1', amount: '84.99' },
          { invoiceNumber: 'I2', amount: '15.01' },
        ],
      }),
    );
    expect(await ledger()).toEqual([
      { debit: 'adjustment', credit: 'receivable', amount_cents: 1501, occurred_on: '2026-11-24' },
    ]);
    expect(await desk.one("select open_cents from invoice where invoice_number = 'I2'")).toEqual({
      open_cents: 6998,
    });
    expect(await paymentChanges()).toEqual([
      expect.objectContaining({
        fromState: 'COMPLETED',
        state: 'COMPLETED',
        fromCents: 8499,
        toCents: 10_000,
      }),
    ]);
  });

  test('an older first bill that comes later moves what was owed before the first', async () => {
    const fresh = await startTestImport();
    const owing = [
      planLine(),
      customerLine(),
      accountLine({ autopay: null }),
      nextInvoiceLine({ previousBalance: '84.99' }),
    ];
    expect((await fresh.importLines(owing)).refusals).toEqual([]);
    expect(await fresh.rows('select balance_cents from account')).toEqual([{ balance_cents: 16998 }]);
    expect((await fresh.importLines([invoiceLine({ status: 'OPEN', paidOn: null })])).refusals).toEqual([]);
    expect(await fresh.rows('select balance_cents from account')).toEqual([{ balance_cents: 16998 }]);
    expect(
      await fresh.rows(
        "select debit, amount_cents from ledger_posting where event_key like 'opening%' order by event_key",
      ),
    ).toEqual([
      { debit: 'receivable', amount_cents: 8499 },
      { debit: 'opening', amount_cents: 8499 },
    ]);
    expect(await fresh.failedChecks()).toEqual([]);
    await fresh.close();
  });

  test('a bill of credit is booked the other way round', async () => {
    const credit = invoiceLine({
      invoiceNumber: 'I3',
      issuedOn: '2026-11-20',
      dueOn: '2026-11-20',
      periodStart: '2026-11-20',
      periodEnd: '2026-11-20',
      previousBalance: '84.99',
      items: [
        { description: 'Credit', charges: [{ type: 'discount', description: 'Credit', amount: '-30.00' }] },
      ],
      paidOn: null,
    });
    await desk.importWell(credit);
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 5499 });
    expect(
      await desk.one(
        "select debit, credit from ledger_posting l join invoice i on i.account_id = l.account_id and i.id = l.invoice_id where invoice_number = 'I3'",
      ),
    ).toEqual({
      debit: 'revenue',
      credit: 'receivable',
    });
  });
});
