import { beforeEach, describe, expect, test } from 'vitest';
import {
  accountLine,
  addressEntry,
  customerLine,
  invoiceLine,
  itemsOf,
  nextInvoiceLine,
  paymentLine,
  planLine,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());
beforeEach(async () => {
  await desk.importWell(planLine(), customerLine(), accountLine({ autopay: null }));
});

const paid = (externalId: string, amount: string, occurredOn: string, appliedTo: object[] = []) => ({
  ...paymentLine({ externalId, amount, occurredOn, methodExternalId: null }),
  method: { methodType: 'custom', cardType: 'CHECK' },
  appliedTo,
});
const bills = () =>
  desk.rows(
    'select invoice_number as number, open_cents as open, paid_on from invoice order by issued_on, 1',
  );
const openings = () => desk.rows('select amount_cents, open_cents, due_on::text from opening_balance');
const allocations = () =>
  desk.rows(`
    select coalesce(p.external_id, c.invoice_number, 'opening') as credit, coalesce(i.invoice_number, 'opening') as debt,
      l.amount_cents as cents, l.is_stated
    from payment_allocation l
    left join payment p on p.account_id = l.account_id and p.id = l.payment_id
    left join invoice c on c.account_id = l.account_id and c.id = l.credit_invoice_id
    left join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
    where l.reversed_at is null order by 1, 2`);

const closed = { status: 'CLOSED' as const, paidOn: null };
const open = { status: 'OPEN' as const, paidOn: null };

describe('credit of any origin pays the oldest open item', () => {
  test('what was paid above a bill is credit, and pays the next bill', async () => {
    await desk.importWell(
      invoiceLine(closed),
      paid('P1', '182.18', '2026-10-20', [{ invoiceNumber: 'I1', amount: '84.99' }]),
    );
    expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: -9719 }]);
    await desk.importWell(nextInvoiceLine({ ...open, items: itemsOf('102.81'), previousBalance: '-97.19' }));
    expect(await bills()).toEqual([
      { number: 'I1', open: 0, paid_on: '2026-10-20' },
      { number: 'I2', open: 562, paid_on: null },
    ]);
    expect(await allocations()).toEqual([
      { credit: 'P1', debt: 'I1', cents: 8499, is_stated: true },
      { credit: 'P1', debt: 'I2', cents: 9719, is_stated: false },
    ]);
    expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: 562 }]);
  });

  test('a negative bill pays the oldest open bill, and later ones with what is left', async () => {
    const credit = {
      issuedOn: '2026-10-20',
      dueOn: '2026-10-20',
      periodStart: '2026-10-20',
      periodEnd: '2026-10-20',
    };
    await desk.importWell(
      invoiceLine(open),
      invoiceLine({
        invoiceNumber: 'C1',
        ...credit,
        previousBalance: '84.99',
        items: itemsOf('-100.00'),
        ...open,
      }),
    );
    expect(await bills()).toEqual([
      { number: 'I1', open: 0, paid_on: '2026-10-20' },
      { number: 'C1', open: -1501, paid_on: null },
    ]);
    await desk.importWell(nextInvoiceLine({ previousBalance: '-15.01' }));
    expect(await allocations()).toEqual([
      { credit: 'C1', debt: 'I1', cents: 8499, is_stated: false },
      { credit: 'C1', debt: 'I2', cents: 1501, is_stated: false },
    ]);
    expect((await bills()).at(-1)).toEqual({ number: 'I2', open: 6998, paid_on: null });
  });

  test('a negative opening balance is credit', async () => {
    await desk.importWell(invoiceLine({ ...open, previousBalance: '-20.00' }));
    expect(await openings()).toEqual([{ amount_cents: -2000, open_cents: 0, due_on: '2026-10-05' }]);
    expect(await allocations()).toEqual([{ credit: 'opening', debt: 'I1', cents: 2000, is_stated: false }]);
    expect(await bills()).toEqual([{ number: 'I1', open: 6499, paid_on: null }]);
  });

  test('a bill that only credit pays may be CLOSED, and was paid on the day of the last credit', async () => {
    await desk.importWell(
      invoiceLine({ ...closed, previousBalance: '-20.00' }),
      paid('P1', '64.99', '2026-10-09'),
    );
    expect(await bills()).toEqual([{ number: 'I1', open: 0, paid_on: '2026-10-09' }]);
  });

  test('a bill that older credit pays was paid on its issue date', async () => {
    await desk.importWell(
      invoiceLine(closed),
      paid('P1', '182.18', '2026-10-20', [{ invoiceNumber: 'I1', amount: '84.99' }]),
      nextInvoiceLine({ ...closed, previousBalance: '-97.19' }),
    );
    expect((await bills()).at(-1)).toEqual({ number: 'I2', open: 0, paid_on: '2026-11-05' });
  });

  test('CLOSED is refused for what credit leaves open', async () => {
    const { refusals } = await desk.importLines([invoiceLine({ ...closed, previousBalance: '-20.00' })]);
    expect(refusals).toEqual([{ line: 1, field: 'status', reason: 'is CLOSED, but 64.99 is open' }]);
  });

  test('the oldest is the one that was due first, not the one issued first', async () => {
    await desk.importWell(
      invoiceLine({ ...open, dueOn: '2026-12-20' }),
      nextInvoiceLine({ ...open, previousBalance: '84.99' }),
      paid('P1', '84.99', '2026-11-20'),
    );
    expect(await bills()).toEqual([
      { number: 'I1', open: 8499, paid_on: null },
      { number: 'I2', open: 0, paid_on: '2026-11-20' },
    ]);
  });
});

describe('a debt that an account came with', () => {
  beforeEach(() =>
    desk.importWell(invoiceLine({ ...open, previousBalance: '50.00', items: itemsOf('100.00') })),
  );

  test('is a separate open item, due on the first bill’s issue date, and paid first', async () => {
    expect(await openings()).toEqual([{ amount_cents: 5000, open_cents: 5000, due_on: '2026-10-05' }]);
    expect(await bills()).toEqual([{ number: 'I1', open: 10000, paid_on: null }]);
    expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: 15000 }]);
    await desk.importWell(paid('P1', '100.00', '2026-10-20'));
    expect(await openings()).toEqual([{ amount_cents: 5000, open_cents: 0, due_on: '2026-10-05' }]);
    expect(await bills()).toEqual([{ number: 'I1', open: 5000, paid_on: null }]);
    expect(await allocations()).toEqual([
      { credit: 'P1', debt: 'I1', cents: 5000, is_stated: false },
      { credit: 'P1', debt: 'opening', cents: 5000, is_stated: false },
    ]);
  });

  test('follows the first bill when that is corrected', async () => {
    await desk.importWell(
      invoiceLine({ ...open, issuedOn: '2026-10-06', previousBalance: '30.00', items: itemsOf('100.00') }),
    );
    expect(await openings()).toEqual([{ amount_cents: 3000, open_cents: 3000, due_on: '2026-10-06' }]);
    await desk.importWell(
      invoiceLine({ ...open, issuedOn: '2026-10-07', previousBalance: '30.00', items: itemsOf('100.00') }),
    );
    expect(await openings()).toEqual([{ amount_cents: 3000, open_cents: 3000, due_on: '2026-10-07' }]);
  });

  test('is gone when the bills before it arrive', async () => {
    const earlier = {
      issuedOn: '2026-09-05',
      dueOn: '2026-09-26',
      periodStart: '2026-09-05',
      periodEnd: '2026-10-04',
    };
    await desk.importWell(invoiceLine({ invoiceNumber: 'I0', ...earlier, ...open, items: itemsOf('50.00') }));
    expect(await openings()).toEqual([{ amount_cents: 0, open_cents: 0, due_on: '2026-09-05' }]);
    expect(await bills()).toEqual([
      { number: 'I0', open: 5000, paid_on: null },
      { number: 'I1', open: 10000, paid_on: null },
    ]);
  });

  test('a payment from before the first bill counts as part of what was owed', async () => {
    await desk.importWell(paid('P1', '20.00', '2026-10-01'));
    expect(await openings()).toEqual([{ amount_cents: 7000, open_cents: 5000, due_on: '2026-10-05' }]);
    expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: 15000 }]);
  });
});

describe('what the file states', () => {
  test('stays when more is applied to the same bill, and makes room for what another payment states', async () => {
    const half = (externalId: string, occurredOn: string, amount: string) =>
      paid(externalId, amount, occurredOn, [{ invoiceNumber: 'I1', amount: '42.00' }]);
    await desk.importWell(invoiceLine(open), half('P1', '2026-10-10', '80.00'));
    expect(await allocations()).toEqual([{ credit: 'P1', debt: 'I1', cents: 8000, is_stated: true }]);
    await desk.importWell(half('P2', '2026-10-12', '42.00'));
    expect(await allocations()).toEqual([
      { credit: 'P1', debt: 'I1', cents: 4299, is_stated: true },
      { credit: 'P2', debt: 'I1', cents: 4200, is_stated: true },
    ]);
    expect(await bills()).toEqual([{ number: 'I1', open: 0, paid_on: '2026-10-12' }]);
    expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: -3701 }]);
  });

  test('is known as stated from the import that states it', async () => {
    await desk.importWell(invoiceLine(open), paid('P1', '84.99', '2026-10-20'));
    expect(await allocations()).toEqual([{ credit: 'P1', debt: 'I1', cents: 8499, is_stated: false }]);
    await desk.importWell(paid('P1', '84.99', '2026-10-20', [{ invoiceNumber: 'I1', amount: '84.99' }]));
    expect(await allocations()).toEqual([{ credit: 'P1', debt: 'I1', cents: 8499, is_stated: true }]);
  });

  test('no longer holds when the file takes it back: the money pays the oldest item', async () => {
    const stated = [{ invoiceNumber: 'I2', amount: '84.99' }];
    const both = [invoiceLine(open), nextInvoiceLine({ ...closed, previousBalance: '84.99' })];
    await desk.importWell(...both, paid('P1', '84.99', '2026-11-20', stated));
    await desk.importWell(
      nextInvoiceLine({ ...open, previousBalance: '84.99' }),
      paid('P1', '84.99', '2026-11-20'),
    );
    expect(await allocations()).toEqual([{ credit: 'P1', debt: 'I1', cents: 8499, is_stated: false }]);
  });
});

describe('a bill keeps what it said when it was issued', () => {
  const asIssued = async (number: string) =>
    (await desk.rows('select as_issued from invoice where invoice_number = $1', [number]))[0]?.as_issued;

  test('addressee, addresses, language, earlier bills, and what was past due', async () => {
    await desk.importWell(invoiceLine({ ...open, previousBalance: '10.00' }));
    await desk.importWell(nextInvoiceLine({ ...open, previousBalance: '94.99' }));
    expect(await asIssued('I2')).toEqual({
      language: 'es',
      holderName: 'Ana Rivera',
      businessName: null,
      billingAddress: ['12 Elm Street, B', 'Dayton, OH 45402'],
      serviceAddress: ['12 Elm Street, B', 'Dayton, OH 45402'],
      pastDueCents: 9499,
      pastDueSince: '2026-10-05',
      earlierBills: [{ month: '2026-10', amountCents: 8499 }],
    });
  });

  test('new bills are addressed as the account is now, also where it was changed here', async () => {
    await desk.rows("update customer set first_name = 'Anna'");
    await desk.importWell(
      accountLine({ autopay: null, addresses: [addressEntry({ addressType: 'Billing', city: 'Akron' })] }),
      customerLine({ lastName: 'Diaz' }),
      invoiceLine(open),
    );
    expect(await asIssued('I1')).toMatchObject({
      holderName: 'Anna Diaz',
      billingAddress: ['12 Elm Street, B', 'Akron, OH 45402'],
      serviceAddress: [],
    });
    await desk.importWell(
      customerLine({ lastName: 'Cruz' }),
      nextInvoiceLine({ ...open, previousBalance: '84.99' }),
    );
    expect(await asIssued('I1')).toMatchObject({ holderName: 'Anna Diaz' });
    expect(await asIssued('I2')).toMatchObject({ holderName: 'Anna Cruz' });
  });

  test('a corrected bill stays addressed as it was; what was past due follows its previous balance', async () => {
    await desk.importWell(invoiceLine(open), nextInvoiceLine({ ...open, previousBalance: '84.99' }));
    await desk.importWell(
      customerLine({ lastName: 'Diaz' }),
      nextInvoiceLine({ ...open, previousBalance: '84.99', dueOn: '2026-11-27' }),
    );
    expect(await asIssued('I2')).toMatchObject({ holderName: 'Ana Rivera', pastDueCents: 8499 });
    await desk.importWell(
      nextInvoiceLine({ ...open, previousBalance: '84.99', issuedOn: '2026-10-20', dueOn: '2026-11-27' }),
    );
    expect(await asIssued('I2')).toMatchObject({
      holderName: 'Ana Rivera',
      pastDueCents: 0,
      pastDueSince: null,
      earlierBills: [{ month: '2026-10', amountCents: 8499 }],
    });
  });
});
