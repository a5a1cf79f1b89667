import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { showAccount } from '../../ops/show.ts';
import { dashboardOf } from '../../testing/autopay.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildOpening } from '../../testing/builders/opening.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { changeRows } from '../../testing/rows.ts';
import { listAudit, listMails } from '../../testing/traces.ts';
import { voidInvoice } from '../invoices/void-invoice.service.ts';
import { changeOpenAmounts, insertAllocations } from './balance.repository.ts';
import { applyFreeCredit } from './balance.service.ts';

const day = 86_400_000;
const consents = [{ kind: 'bank-debit', textVersion: '1', language: 'en' }] as const;

const portal = payingPortalForFile({ SESSION_IDLE_SECONDS: '86400' });

/** A new bill of $102.81 issued on Nov 12, which takes the account's free credit as every posting does. */
async function billNext(payer: Payer, previousBalanceCents: number) {
  const charges = [{ type: 'recurring', description: 'Fiber', amountCents: 10_281 } as const];
  const bill = await buildInvoice(portal.db, payer.account, {
    issuedOn: '2026-11-12',
    charges,
    previousBalanceCents,
  });
  await portal.db.transaction().execute((trx) => applyFreeCredit(trx, payer.account.id, portal.clock.now()));
  return bill;
}

const dashboard = (payer: Payer) => dashboardOf(portal, payer);

async function bills(payer: Payer) {
  const query = { billing_account_id: payer.account.id };
  return (await portal.get('/invoices/all', query, payer.accessToken)).json().result;
}
const single = async (payer: Payer, id: string) =>
  (await portal.get('/invoices/single', { invoice_id: id }, payer.accessToken)).json()[0];

const support = (payer: Payer) => showAccount(portal.portal, payer.account.accountNumber);

describe('a payment above its bill leaves credit', () => {
  test('[BALANCE-1, API-4, BILLING-2] that pays the next bill, and every surface says the same', async () => {
    const payer = await portal.buildPayer({ bills: [10_281] });
    await portal.pay(payer, { amount: 200 });
    expect(await dashboard(payer)).toMatchObject({
      balance: -97.19,
      credit: 97.19,
      openItems: [],
      amountDue: 0,
    });
    const bill = await billNext(payer, -9_719);
    expect(await dashboard(payer)).toMatchObject({
      balance: 5.62,
      credit: 0,
      amountDue: 5.62,
      dueDate: '2026-12-03',
      openItems: [
        {
          invoice_id: bill.id,
          label: bill.invoiceNumber,
          billed: 102.81,
          amount: 5.62,
          due_date: '2026-12-03',
          past_due: false,
          on_its_way: 0,
        },
      ],
    });
    expect((await bills(payer))[0]).toMatchObject({ amount: 102.81, amount_to_pay: 5.62, status: 'OPEN' });
    expect(await single(payer, bill.id)).toMatchObject({
      amount_to_pay: 5.62,
      credit_applied: 0,
      billing_statement: { balance: -97.19, total_amount: 5.62 },
    });
    const pdf = await portal.get('/invoices/download', { invoice_id: bill.id }, payer.accessToken);
    expect((await readPdf(pdf.rawPayload)).text).toContain('This bill $5.62 Due Dec 03, 2026');
    expect(await support(payer)).toContain('balance $5.62, amount due $5.62');
  });

  test('[PAY-1] paying the rest closes the bill', async () => {
    const payer = await portal.buildPayer({ bills: [10_281] });
    await portal.pay(payer, { amount: 200 });
    await billNext(payer, -9_719);
    expect((await portal.pay(payer, { amount: 5.62, seenBalance: 5.62 })).statusCode).toBe(200);
    expect((await bills(payer))[0]).toMatchObject({
      amount_to_pay: 0,
      status: 'CLOSED',
      paid_date: '2026-11-24',
    });
    expect(await dashboard(payer)).toMatchObject({ balance: 0, credit: 0, openItems: [] });
  });
});

test('[BALANCE-1] a credit that pays one bill twice in one statement pays the sum', async () => {
  const payer = await portal.buildPayer({ bills: [] });
  const { id: creditId } = (await portal.pay(payer, { amount: 50 })).json();
  const charges = [{ type: 'recurring', description: 'Fiber', amountCents: 10_000 } as const];
  const bill = await buildInvoice(portal.db, payer.account, { issuedOn: '2026-11-12', charges });
  await portal.db.transaction().execute(async (trx) => {
    const allocation = { kind: 'payment', creditId, debtId: bill.id } as const;
    const both = [2_000, 3_000].map((amountCents) => ({ ...allocation, amountCents }));
    await insertAllocations(trx, payer.account.id, both, portal.clock.now());
    await changeOpenAmounts(trx, payer.account.id, [{ id: bill.id, changeCents: -5_000, paidOn: null }]);
  });
  expect(await single(payer, bill.id)).toMatchObject({ amount_to_pay: 50 });
});

describe('the debt that an account came with', () => {
  test('[API-4] is a separate item, due on the first bill’s issue date, and is paid first', async () => {
    const payer = await portal.buildPayer({ bills: [10_000] });
    await buildOpening(portal.db, payer.account, { amountCents: 5_000, dueOn: '2026-11-05' });
    const before = await dashboard(payer);
    expect(before).toMatchObject({ balance: 150, amountDue: 150, pastDue: 50, dueDate: '2026-11-05' });
    expect(before.openItems).toMatchObject([
      { invoice_id: null, label: null, billed: 50, amount: 50, due_date: '2026-11-05', past_due: true },
      { amount: 100, due_date: '2026-11-26', past_due: false },
    ]);
    const { id } = (await portal.pay(payer, { amount: 100, seenBalance: 150 })).json();
    expect(await dashboard(payer)).toMatchObject({
      balance: 50,
      amountDue: 50,
      pastDue: 0,
      openItems: [{ billed: 100, amount: 50, due_date: '2026-11-26' }],
    });
    const receipt = (await portal.get('/payments/receipt', { id }, payer.accessToken)).json();
    expect(receipt).toMatchObject({
      applied_to: [{ invoice_num: null, amount: 50 }, { amount: 50 }],
      credit: 0,
    });
    const file = await portal.get('/payments/receipt/download', { id }, payer.accessToken);
    expect((await readPdf(file.rawPayload)).text).toContain('Balance carried over $50.00');
    await portal.pay(payer, { amount: 50 });
    expect(await dashboard(payer)).toMatchObject({ balance: 0, openItems: [] });
  });

  test('a credit that it came with pays the first bills, and the bill says so', async () => {
    const payer = await portal.buildPayer({ bills: [] });
    await buildOpening(portal.db, payer.account, { amountCents: -4_000, dueOn: '2026-11-12' });
    expect(await dashboard(payer)).toMatchObject({ balance: -40, credit: 40, dueDate: null, pastDue: 0 });
    const bill = await billNext(payer, -4_000);
    expect(await dashboard(payer)).toMatchObject({ balance: 62.81, credit: 0, amountDue: 62.81 });
    expect(await single(payer, bill.id)).toMatchObject({ amount_to_pay: 62.81, credit_applied: 40 });
    expect(
      (await portal.get('/invoices/payments', { invoice_id: bill.id }, payer.accessToken)).json(),
    ).toEqual([]);
  });
});

describe('a negative bill', () => {
  test('is credit that pays the next bill, until it is void', async () => {
    const payer = await portal.buildPayer({ bills: [] });
    const charges = [{ type: 'discount', description: 'Outage credit', amountCents: -3_000 } as const];
    const credit = await buildInvoice(portal.db, payer.account, { issuedOn: '2026-10-12', charges });
    expect(await dashboard(payer)).toMatchObject({ balance: -30, credit: 30, openItems: [] });
    const bill = await billNext(payer, -3_000);
    expect(await single(payer, bill.id)).toMatchObject({ amount_to_pay: 72.81, credit_applied: 30 });
    expect(await single(payer, credit.id)).toMatchObject({ amount: -30, amount_to_pay: 0, status: 'CLOSED' });
    await voidInvoice(portal.portal, { invoiceNumber: credit.invoiceNumber, by: 'Pat', reason: 'no outage' });
    expect(await single(payer, bill.id)).toMatchObject({ amount_to_pay: 102.81, credit_applied: 0 });
    expect(await dashboard(payer)).toMatchObject({ balance: 102.81, credit: 0, amountDue: 102.81 });
  });
});

test('[BILLING-2] a bill that older credit pays whole was paid on the day it was issued', async () => {
  const payer = await portal.buildPayer({ bills: [] });
  await buildOpening(portal.db, payer.account, { amountCents: -20_000, dueOn: '2026-11-05' });
  await billNext(payer, -20_000);
  expect((await bills(payer))[0]).toMatchObject({
    status: 'CLOSED',
    paid_date: '2026-11-12',
    amount_to_pay: 0,
  });
});

describe('money that comes back, and bills that are void', () => {
  test('[API-4] a debit on its way covers its bill, and nothing asks to pay it again', async () => {
    const payer = await portal.buildPayer({ kind: 'bank' });
    await portal.pay(payer, { consents });
    expect(await dashboard(payer)).toMatchObject({
      balance: 84.99,
      inFlight: 84.99,
      amountDue: 0,
      dueDate: null,
      openItems: [{ amount: 84.99, on_its_way: 84.99, past_due: false }],
    });
    const again = await portal.pay(payer, { consents, amount: 10, seenBalance: 84.99 });
    expect(again.json()).toMatchObject({ code: 'payments.balance-changed' });
    expect((await portal.pay(payer, { consents, amount: 10, seenBalance: 0 })).statusCode).toBe(200);
  });

  test('[RETURN-1] free credit pays what a returned debit had paid', async () => {
    const payer = await portal.buildPayer({ kind: 'bank', token: 'bank-6789-revoked' });
    await portal.pay(payer, { consents });
    await portal.passTime(4 * day);
    await portal.reconcile();
    const { id: methodId } = await buildMethod(portal.portal, payer.account, {
      token: `visa-4242-n${payer.account.accountNumber}`,
      method: { is_default: false },
    });
    const accessToken = await portal.signIn(payer.emailAddress);
    await portal.pay({ ...payer, methodId, accessToken }, { amount: 50 });
    expect(await dashboard(payer)).toMatchObject({ balance: -50, credit: 50 });
    for (let week = 0; week < 4; week += 1) {
      await portal.passTime(7 * day);
      await portal.reconcile();
    }
    const openItems = [{ amount: 34.99, past_due: true }];
    expect(await dashboard(payer)).toMatchObject({ balance: 34.99, credit: 0, openItems });
    expect((await listMails(portal, payer)).at(-1)).toMatchObject({
      template: 'payment-returned',
      payload: { amountDueCents: 3_499 },
    });
  });

  test('[CORRECT-1] what paid a void bill pays the next open one; the void bill is shown nowhere', async () => {
    const payer = await portal.buildPayer({ bills: [8_499, 6_000] });
    await portal.pay(payer, { amount: 100 });
    const [newest, oldest] = await bills(payer);
    const request = { invoiceNumber: oldest.invoice_num, by: 'Pat', reason: 'billed twice' };
    expect(await voidInvoice(portal.portal, request)).toEqual({ toCreditCents: 0 });
    expect(await bills(payer)).toMatchObject([{ id: newest.id, amount_to_pay: 0, status: 'CLOSED' }]);
    expect(await dashboard(payer)).toMatchObject({ balance: -40, credit: 40, openItems: [] });
    const paid = await portal.get('/invoices/payments', { invoice_id: newest.id }, payer.accessToken);
    expect(paid.json()).toMatchObject([{ detail: { amount: 60 } }]);
    expect(await single(payer, oldest.id)).toBeUndefined();
    const audited = (await listAudit(portal, payer)).filter(({ action }) => action === 'invoices.voided');
    expect(audited).toMatchObject([
      { actor: 'operator:Pat', detail: { reason: 'billed twice', amountCents: 8_499 } },
    ]);
    const refusal = { refusal: expect.stringMatching(/void already|no bill none/) };
    expect(await voidInvoice(portal.portal, request)).toEqual(refusal);
    expect(await voidInvoice(portal.portal, { ...request, invoiceNumber: 'none' })).toEqual(refusal);
  });
});

test('[BILLING-2, CORRECT-1] older credit that a void frees pays a bill no sooner than its last payment', async () => {
  const payer = await portal.buildPayer({ bills: [] });
  await buildOpening(portal.db, payer.account, { amountCents: -4_000, dueOn: '2026-10-01' });
  const charges = [{ type: 'recurring', description: 'Fiber', amountCents: 4_000 } as const];
  const wrong = await buildInvoice(portal.db, payer.account, { issuedOn: '2026-10-12', charges });
  await billNext(payer, 0);
  await portal.pay(payer, { amount: 62.81 });
  const [{ occurred_on: day }] = (
    await portal.get('/payments', { billing_account_id: payer.account.id }, payer.accessToken)
  ).json().result;
  await voidInvoice(portal.portal, { invoiceNumber: wrong.invoiceNumber, by: 'Pat', reason: 'wrong' });
  expect(await bills(payer)).toMatchObject([{ amount_to_pay: 0, status: 'CLOSED', paid_date: day }]);
});

describe('the PDF is the bill as it was issued', () => {
  test('[API-7, BILLING-4] the same bytes after it was paid, moved, renamed, and months went by', async () => {
    const payer = await portal.buildPayer({ bills: [8_499, 6_000] });
    const [bill] = await bills(payer);
    const download = async () => {
      const token = await portal.signIn(payer.emailAddress);
      return (await portal.get('/invoices/download', { invoice_id: bill.id }, token)).rawPayload;
    };
    const issued = await download();
    await portal.pay(payer, { amount: 144.99 });
    await changeRows(portal.db, 'customer', {}, { first_name: 'Nobody', language: 'es' });
    await changeRows(portal.db, 'address', {}, { city: 'Elsewhere' });
    await sql`update invoice set due_on = due_on + 30 where id = ${bill.id}`.execute(portal.db);
    portal.clock.advance(90 * day);
    expect((await download()).equals(issued)).toBe(true);
  });
});
