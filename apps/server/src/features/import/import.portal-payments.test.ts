import { beforeEach, expect, test } from 'vitest';
import {
  invoiceLine,
  itemsOf,
  nextInvoiceLine,
  paymentLine,
  wholeFile,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());
beforeEach(async () => {
  await desk.importLines(wholeFile());
});

/** A payment as the portal makes it: of the open bill, booked, applied and audited. */
async function payHere(amountCents: number, occurredOn: string): Promise<string> {
  const [payment] = await desk.rows<{ id: string }>(
    `insert into payment (account_id, state, amount_cents, occurred_at, occurred_on, method_type, card_type)
     select id, 'COMPLETED', $1, $2::date + time '17:00', $2::date, 'tokenized-credit-card', 'VISA' from account returning id`,
    [amountCents, occurredOn],
  );
  const id = payment?.id ?? '';
  await desk.rows(
    `insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at, payment_id)
     select account_id, 'payment:' || id, 'cash', 'receivable', amount_cents, occurred_on, occurred_at, id
     from payment where id = $1`,
    [id],
  );
  await desk.rows(
    `insert into audit_entry (account_id, at, actor, action, detail)
     select account_id, occurred_at, 'system', 'payments.made', jsonb_build_object('paymentId', id) from payment where id = $1`,
    [id],
  );
  await desk.rows(
    `with bill as (
       update invoice set open_cents = open_cents - least(open_cents, $2), paid_on = $3
       where invoice_number = 'I2' returning account_id, id, amount_cents
     )
     insert into payment_allocation (account_id, payment_id, invoice_id, amount_cents, allocated_at)
     select account_id, $1, id, least(amount_cents, $2), now() from bill`,
    [id, amountCents, occurredOn],
  );
  return id;
}

const december = {
  invoiceNumber: 'I3',
  issuedOn: '2026-12-05',
  dueOn: '2026-12-26',
  periodStart: '2026-12-05',
  periodEnd: '2027-01-04',
};
const billsOpen = () =>
  desk.rows('select invoice_number, open_cents, paid_on from invoice order by issued_on');

test.each(['0.00', '84.99'])(
  'a next bill is taken whether the provider knew of a payment made here or not (previous balance %s)',
  async (previousBalance) => {
    await payHere(8_499, '2026-11-28');
    const { refusals } = await desk.importLines([nextInvoiceLine({ ...december, previousBalance })]);
    expect(refusals).toEqual([]);
    expect(await desk.failedChecks()).toEqual([]);
  },
);

test('money paid here beyond what was owed pays the next bill', async () => {
  await payHere(10_000, '2026-11-28');
  await desk.importLines([nextInvoiceLine({ ...december, previousBalance: '-15.01' })]);
  expect(await billsOpen()).toEqual([
    { invoice_number: 'I1', open_cents: 0, paid_on: '2026-10-20' },
    { invoice_number: 'I2', open_cents: 0, paid_on: '2026-11-28' },
    { invoice_number: 'I3', open_cents: 6_998, paid_on: null },
  ]);
  expect(await desk.failedChecks()).toEqual([]);
});

test('a cheque in the file for a bill that was paid here makes room: the money paid here becomes a credit', async () => {
  await payHere(8_499, '2026-11-20');
  const cheque = {
    externalId: 'P2',
    occurredOn: '2026-11-21',
    methodExternalId: null,
    method: { methodType: 'custom' as const, cardType: 'CHECK' as const },
    appliedTo: [{ invoiceNumber: 'I2', amount: '84.99' }],
  };
  const closed = nextInvoiceLine({ status: 'CLOSED', paidOn: '2026-11-21' });
  expect((await desk.importLines([paymentLine(cheque), closed])).refusals).toEqual([]);
  expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: -8_499 }]);
  expect(await desk.failedChecks()).toEqual([]);
});

test('a bill that is corrected below what was paid here leaves the rest as a credit', async () => {
  await payHere(8_499, '2026-11-20');
  const corrected = nextInvoiceLine({ items: itemsOf('50.00') });
  expect((await desk.importLines([corrected])).refusals).toEqual([]);
  expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: -3_499 }]);
  expect(await desk.failedChecks()).toEqual([]);
});

test('the file may report the outcome of a payment made here, by our id, and nothing else about it', async () => {
  const id = await payHere(8_499, '2026-11-20');
  const known = { externalId: id, occurredOn: '2026-11-20', appliedTo: [] };
  const { refusals } = await desk.importLines([paymentLine({ ...known, amount: '80.00' })]);
  expect(refusals.map(({ field, reason }) => `${field}: ${reason}`)).toEqual([
    'amount: is not the 84.99 of the payment that was made here',
  ]);
  expect((await desk.importLines([paymentLine(known)])).refusals).toEqual([]);
  const stated = { ...known, appliedTo: [{ invoiceNumber: 'I2', amount: '84.99' }] };
  expect((await desk.importLines([paymentLine(stated)])).refusals).toEqual([]);
  const allocations = await desk.rows('select is_stated from payment_allocation where payment_id = $1', [id]);
  expect(allocations).toEqual([{ is_stated: false }]);
  expect(await desk.rows('select id from payment')).toHaveLength(2);
  expect((await desk.importLines([paymentLine({ ...known, status: 'RETURNED' })])).refusals).toEqual([]);
  expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: 8_499 }]);
  expect((await billsOpen()).at(-1)).toEqual({ invoice_number: 'I2', open_cents: 8_499, paid_on: null });
  expect(await desk.failedChecks()).toEqual([]);
});

test('an unchanged file does not touch what was paid here', async () => {
  await payHere(8_499, '2026-11-20');
  const before = await desk.rows('select xmin, * from payment_allocation order by id');
  expect((await desk.importLines([...wholeFile(), invoiceLine()])).refusals).toEqual([]);
  expect(await desk.rows('select xmin, * from payment_allocation order by id')).toEqual(before);
});

/** Gives back a part of a payment made here, as the portal does. */
async function refundHere(paymentId: string, amountCents: number, occurredOn: string | null): Promise<void> {
  await desk.rows(
    `insert into refund (account_id, payment_id, ordinal, state, means, amount_cents, reason, actor, requested_at, occurred_on, state_at)
     select account_id, id, 1 + (select count(*) from refund), $3, 'refund', $2, 'x', 'operator:Kim', now(), $4::date, now()
     from payment where id = $1`,
    [paymentId, amountCents, occurredOn ? 'DONE' : 'UNKNOWN', occurredOn],
  );
  if (!occurredOn) return;
  await desk.rows('update payment set refunded_cents = refunded_cents + $2 where id = $1', [
    paymentId,
    amountCents,
  ]);
  await desk.rows(
    `insert into ledger_posting (account_id, event_key, debit, credit, amount_cents, occurred_on, posted_at, payment_id)
     select account_id, 'refund:' || id, 'receivable', 'cash', amount_cents, occurred_on, now(), payment_id
     from refund f where payment_id = $1 and not exists (
       select from ledger_posting l where l.account_id = f.account_id and l.event_key = 'refund:' || f.id)`,
    [paymentId],
  );
  await desk.rows(
    `with bill as (update invoice set open_cents = open_cents + $2, paid_on = null where invoice_number = 'I2' returning id)
     update payment_allocation set amount_cents = amount_cents - $2 where payment_id = $1`,
    [paymentId, amountCents],
  );
}

test('[REFUND-5] a part that was given back stays so with the next import, and is not paid again', async () => {
  const id = await payHere(8_499, '2026-11-28');
  await refundHere(id, 2_000, '2026-11-30');
  const paid = paymentLine({ externalId: id, amount: '84.99', occurredOn: '2026-11-28', appliedTo: [] });
  expect((await desk.importLines([paid, nextInvoiceLine()])).refusals).toEqual([]);
  expect(await billsOpen()).toMatchObject([{ open_cents: 0 }, { open_cents: 2_000 }]);
  expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: 2_000 }]);
  expect(await desk.failedChecks()).toEqual([]);
});

test.each(['0.00', '20.00', '15.00', '84.99', '35.00'])(
  '[REFUND-5] a next bill is taken whether the provider knew of the payment, of its refunds, or of the first of them (%s)',
  async (previousBalance) => {
    const id = await payHere(8_499, '2026-11-28');
    await refundHere(id, 1_500, '2026-11-29');
    await refundHere(id, 2_000, '2026-11-30');
    const { refusals } = await desk.importLines([nextInvoiceLine({ ...december, previousBalance })]);
    expect(refusals).toEqual([]);
    expect(await desk.failedChecks()).toEqual([]);
  },
);

test('[REFUND-5] and not with a balance that no refund explains, nor one of a refund that came after the bill', async () => {
  const id = await payHere(8_499, '2026-11-28');
  await refundHere(id, 2_000, '2026-12-06');
  const { refusals } = await desk.importLines([nextInvoiceLine({ ...december, previousBalance: '20.00' })]);
  expect(refusals).toMatchObject([{ field: 'previousBalance' }]);
});

test.each(['RETURNED', 'REFUNDED'] as const)(
  '[REFUND-5] a payment that is %s after a part was given back takes the rest, once',
  async (status) => {
    const id = await payHere(8_499, '2026-11-28');
    await refundHere(id, 2_000, '2026-11-30');
    const line = paymentLine({
      externalId: id,
      amount: '84.99',
      occurredOn: '2026-11-28',
      status,
      appliedTo: [],
    });
    expect((await desk.importLines([line])).refusals).toEqual([]);
    expect((await desk.importLines([line])).refusals).toEqual([]);
    expect(await desk.rows('select balance_cents from account')).toEqual([{ balance_cents: 8_499 }]);
    expect(await desk.failedChecks()).toEqual([]);
  },
);

test('[REFUND-5] what became of a payment is not taken from a file while a refund of it is on its way', async () => {
  const id = await payHere(8_499, '2026-11-28');
  await refundHere(id, 2_000, null);
  const line = (status: 'COMPLETED' | 'REFUNDED') =>
    paymentLine({ externalId: id, amount: '84.99', occurredOn: '2026-11-28', status, appliedTo: [] });
  expect((await desk.importLines([line('REFUNDED')])).refusals).toMatchObject([
    { field: 'status', reason: expect.stringContaining('a refund of it') },
  ]);
  expect((await desk.importLines([line('COMPLETED')])).refusals).toEqual([]);
});
