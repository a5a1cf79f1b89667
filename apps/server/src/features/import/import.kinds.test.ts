import { describe, expect, test } from 'vitest';
import {
  accountLine,
  creditLine,
  customerLine,
  debitLine,
  invoiceLine,
  itemsOf,
  methodLine,
  nextInvoiceLine,
  paymentLine,
  planLine,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());
const owner = [planLine(), customerLine({ language: 'en' }), accountLine({ autopay: null }), methodLine()];

type Changes = Parameters<typeof invoiceLine>[0];
const bills = () =>
  desk.rows(
    `select invoice_number as number, kind, amount_cents as amount, open_cents as open, voided_at is not null as void,
       reversed_on as "reversedOn", (select s.invoice_number from invoice s where s.account_id = i.account_id and s.id = i.replaced_by) as "replacedBy"
     from invoice i order by 1`,
  );
const open = async () =>
  Object.fromEntries((await bills()).map(({ number, open: cents }) => [number as string, cents]));
/** October is paid, November is open, and December's bill follows. */
const months = [...owner, invoiceLine(), paymentLine(), nextInvoiceLine()];
const december = (previousBalance: string, changes: Changes = {}) =>
  nextInvoiceLine({
    invoiceNumber: 'I3',
    issuedOn: '2026-11-20',
    dueOn: '2026-12-26',
    periodStart: '2026-12-05',
    periodEnd: '2027-01-04',
    previousBalance,
    ...changes,
  });
const received = () =>
  desk.one("select payments_received_cents as cents from invoice where invoice_number = 'I3'");

describe('credits and adjustments', () => {
  test('[KINDS-1] a credit pays what is due first, an adjustment is owed, and both have their reason', async () => {
    await desk.importWell(...months, creditLine(), debitLine());
    expect(await open()).toEqual({ CR1: 0, DR1: 1_500, I1: 0, I2: 7_499 });
    expect(await desk.rows('select reason, kind from invoice where reason is not null order by 1')).toEqual([
      { reason: 'Outage on Nov 2', kind: 'credit' },
      { reason: 'Router not returned', kind: 'debit' },
    ]);
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 8_999 });
  });

  test('[KINDS-1] a credit for a bill pays that one, as far as it is open, also when another is due first', async () => {
    const late = december('84.99', { dueOn: '2026-11-25' });
    await desk.importWell(...months, late, creditLine({ issuedOn: '2026-11-21', forInvoice: 'I2' }));
    expect(await open()).toEqual({ CR1: 0, I1: 0, I2: 7_499, I3: 8_499 });
  });

  test('[KINDS-1] a credit for a bill that is paid pays the next', async () => {
    await desk.importWell(...months, creditLine({ forInvoice: 'I1' }));
    expect(await open()).toEqual({ CR1: 0, I1: 0, I2: 7_499 });
  });

  test('[KINDS-1] nobody is mailed about them, and they hide no bill that is mailed about', async () => {
    await desk.importWell(...owner, invoiceLine(), paymentLine());
    await desk.importWell(debitLine(), creditLine());
    expect(await desk.rows('select template from outbox')).toEqual([]);
    await desk.importWell(
      december('5.00'),
      debitLine({ invoiceNumber: 'DR2', issuedOn: '2026-11-22', dueOn: '2026-12-30' }),
    );
    expect(await desk.rows("select payload ->> 'dueOn' as due from outbox")).toEqual([{ due: '2026-12-26' }]);
  });

  test('[KINDS-1] a credit before the first bill is in its previous balance, and no opening balance', async () => {
    await desk.importWell(...owner, creditLine(), december('-10.00'));
    expect(await desk.rows('select amount_cents from opening_balance')).toEqual([]);
    expect(await open()).toEqual({ CR1: 0, I3: 7_499 });
  });

  test('[KINDS-1] a credit that comes after the first bill was imported keeps the opening balance', async () => {
    await desk.importWell(...owner, december('-10.00'));
    await desk.importWell(creditLine());
    expect(await desk.rows('select amount_cents from opening_balance')).toEqual([{ amount_cents: 0 }]);
    expect(await open()).toEqual({ CR1: 0, I3: 7_499 });
  });
});

describe('what a bill says was owed and received before it', () => {
  test.each<[string, string, Changes, number]>([
    ['a credit before it', '74.99', { issuedOn: '2026-11-10' }, 0],
    ['a credit after it', '84.99', { issuedOn: '2026-11-21' }, 0],
    ['a credit on its day, after it', '84.99', { issuedOn: '2026-11-20' }, 0],
    ['a credit on its day, before it', '74.99', { issuedOn: '2026-11-20' }, 0],
    ['a credit on the day of the bill before, after that', '74.99', { issuedOn: '2026-11-05' }, 0],
  ])('[KINDS-2] %s is no payment', async (_when, previousBalance, changes, cents) => {
    await desk.importWell(...months, creditLine(changes), december(previousBalance));
    expect(await received()).toEqual({ cents });
  });

  test('[KINDS-2] a payment beside a credit of the same day is the only one received', async () => {
    const paid = paymentLine({ externalId: 'P2', occurredOn: '2026-11-15', amount: '30.00', appliedTo: [] });
    await desk.importWell(...months, creditLine({ issuedOn: '2026-11-20' }), paid, december('44.99'));
    expect(await received()).toEqual({ cents: 3_000 });
  });

  test('[KINDS-2] a bill reversed before it is not owed, and not received', async () => {
    const reversed = nextInvoiceLine({ reversedOn: '2026-11-12' });
    await desk.importWell(...owner, invoiceLine(), paymentLine(), reversed, december('0.00'));
    expect(await received()).toEqual({ cents: 0 });
  });

  test('[KINDS-2] a bill reversed after it was owed when it was issued, and past due as it was', async () => {
    const reversed = nextInvoiceLine({ dueOn: '2026-11-15', reversedOn: '2026-11-22' });
    await desk.importWell(...owner, invoiceLine(), paymentLine(), reversed, december('84.99'));
    expect(await received()).toEqual({ cents: 0 });
    const [row] = await desk.rows("select as_issued from invoice where invoice_number = 'I3'");
    expect(row?.as_issued).toMatchObject({ pastDueCents: 8_499, pastDueSince: '2026-11-15' });
  });

  test('[KINDS-2] what does not add up is refused, with the credit counted', async () => {
    expect(await desk.refusalsOf([...months, creditLine(), december('84.99')])).toEqual([
      'line 9: previousBalance: is 84.99, but the history before it leaves 74.99',
    ]);
  });
});

describe('manual bills', () => {
  test('[KINDS-3] lie beside the one of the cycle in its period', async () => {
    const manual = nextInvoiceLine({
      invoiceNumber: 'M1',
      kind: 'manual',
      issuedOn: '2026-11-06',
      previousBalance: '84.99',
    });
    await desk.importWell(...months, manual, {
      ...manual,
      invoiceNumber: 'M2',
      issuedOn: '2026-11-07',
      previousBalance: '169.98',
    });
    expect((await bills()).map(({ kind }) => kind)).toEqual(['cycle', 'cycle', 'manual', 'manual']);
    expect(
      await desk.refusalsOf([
        { ...manual, invoiceNumber: 'M3', kind: 'cycle', issuedOn: '2026-11-08', previousBalance: '254.97' },
      ]),
    ).toEqual(['line 1: periodStart: is that of "I2": an account has one cycle bill for a period']);
  });
});

describe('a bill that billing reverses', () => {
  const reissued = (changes: Changes = {}) =>
    nextInvoiceLine({ invoiceNumber: 'I2R', issuedOn: '2026-11-12', items: itemsOf('75.00'), ...changes });
  const reversal = nextInvoiceLine({ reversedOn: '2026-11-12', replacedBy: 'I2R', status: 'CLOSED' });

  test.each([
    ['in one file', false],
    ['after it was imported', true],
  ])(
    '[KINDS-4] gives its period to its successor, is owed no more, and is booked with nothing: %s',
    async (_when, isLater) => {
      if (isLater) await desk.importWell(...months);
      await desk.importWell(
        ...(isLater ? [] : [...owner, invoiceLine(), paymentLine()]),
        reversal,
        reissued(),
      );
      expect(await bills()).toEqual([
        expect.objectContaining({ number: 'I1', open: 0, void: false }),
        {
          number: 'I2',
          kind: 'cycle',
          amount: 8_499,
          open: 0,
          void: true,
          reversedOn: '2026-11-12',
          replacedBy: 'I2R',
        },
        expect.objectContaining({ number: 'I2R', amount: 7_500, open: 7_500, void: false }),
      ]);
      expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 7_500 });
      const before = await desk.everything();
      await desk.importWell(reversal, reissued());
      expect(await desk.everything()).toEqual(before);
    },
  );

  test('[KINDS-4] tells the history of changes of it, once', async () => {
    await desk.importWell(...months);
    await desk.importWell(reversal, reissued());
    expect(await desk.rows("select actor, detail from audit_entry where action = 'invoices.voided'")).toEqual(
      [
        {
          actor: 'operator:import',
          detail: { invoiceNumber: 'I2', amountCents: 8_499, reversedOn: '2026-11-12' },
        },
      ],
    );
  });

  test('[KINDS-4] what paid it pays its successor, also what its line still states', async () => {
    const paid = paymentLine({
      externalId: 'P2',
      occurredOn: '2026-11-08',
      appliedTo: [{ invoiceNumber: 'I2', amount: '84.99' }],
    });
    await desk.importWell(
      ...owner,
      invoiceLine(),
      paymentLine(),
      nextInvoiceLine({ status: 'CLOSED' }),
      paid,
    );
    await desk.importWell(reversal, reissued({ status: 'CLOSED' }));
    expect(await open()).toEqual({ I1: 0, I2: 0, I2R: 0 });
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: -999 });
    await desk.importWell({ ...paid, amount: '85.00' });
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: -1_000 });
  });

  test('[KINDS-4] a payment that came back had paid the reversed bill', async () => {
    const back = paymentLine({
      externalId: 'P2',
      status: 'RETURNED',
      appliedTo: [{ invoiceNumber: 'I2', amount: '84.99' }],
    });
    await desk.importWell(...owner, invoiceLine(), paymentLine(), reversal, reissued(), back);
    expect(await open()).toEqual({ I1: 0, I2: 0, I2R: 7_500 });
  });

  test('[KINDS-4] a reversed credit is owed again', async () => {
    await desk.importWell(...months, creditLine());
    await desk.importWell(creditLine({ reversedOn: '2026-11-13' }));
    expect(await open()).toEqual({ CR1: 0, I1: 0, I2: 8_499 });
  });

  test('[KINDS-4] an amount that changes with or after the reversal books nothing', async () => {
    await desk.importWell(...months);
    await desk.importWell({ ...reversal, items: itemsOf('80.00') }, reissued());
    await desk.importWell({ ...reversal, items: itemsOf('81.00') });
    expect(await desk.one("select amount_cents from invoice where invoice_number = 'I2'")).toEqual({
      amount_cents: 8_100,
    });
    expect(await desk.one('select balance_cents from account')).toEqual({ balance_cents: 7_500 });
  });
});

describe('a payment on its way that is needed no more', () => {
  const onItsWay = paymentLine({
    externalId: 'P2',
    occurredOn: '2026-11-20',
    status: 'PENDING',
    appliedTo: [],
  });
  const told = () =>
    desk.rows("select payload ->> 'creditCents' as cents from outbox where template = 'payment-unneeded'");
  const reason = () => desk.one("select manual_review_reason as why from payment where external_id = 'P2'");

  test('[KINDS-5] by a credit is told, and goes to manual review', async () => {
    await desk.importWell(...months, onItsWay);
    await desk.importWell(creditLine());
    expect(await told()).toEqual([{ cents: '1000' }]);
    expect(await reason()).toEqual({
      why: 'credit CR1 came while this charge was on its way: $10.00 of it becomes credit',
    });
  });

  test('[KINDS-5] by a reversal, as far as its successor does not need it', async () => {
    await desk.importWell(...months, onItsWay);
    await desk.importWell(
      nextInvoiceLine({ reversedOn: '2026-11-12', replacedBy: 'I2R', status: 'CLOSED' }),
      nextInvoiceLine({ invoiceNumber: 'I2R', issuedOn: '2026-11-12', items: itemsOf('75.00') }),
    );
    expect(await told()).toEqual([{ cents: '999' }]);
    expect(await reason()).toEqual({ why: expect.stringMatching(/^bill I2 was voided while .*\$9\.99/) });
  });

  test('[KINDS-5] is nobody’s mail while it is needed, and never in a dry run', async () => {
    const small = { ...onItsWay, amount: '20.00' };
    await desk.importWell(...months, small);
    await desk.importWell(creditLine());
    expect([await told(), await reason()]).toEqual([[], { why: null }]);
    await desk.importLines([creditLine({ invoiceNumber: 'CR2', items: itemsOf('-80.00') })], {
      isDryRun: true,
    });
    expect(await told()).toEqual([]);
  });
});
