import { describe, expect, test } from 'vitest';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { writePostings } from '../../testing/builders/ledger.ts';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal, testStart } from '../../testing/portal.ts';
import { postOpening } from '../ledger/ledger.rules.ts';

const portal = forFile(() => startTestPortal());

async function showHome(login: BuiltLogin) {
  const { accountNumber, customerNumber } = login.account;
  const token = await portal.signIn(login.emailAddress);
  const query = { AccountNumber: accountNumber, customerID: customerNumber };
  const response = await portal.get('/billing/gtv/billing-account/refresh', query, token);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

async function buildPending(
  login: BuiltLogin,
  amountCents: number,
  state: 'PENDING' | 'PLANNED' = 'PENDING',
) {
  await portal.db
    .insertInto('payment')
    .values({
      account_id: login.account.id,
      state,
      amount_cents: amountCents,
      planned_for: state === 'PLANNED' ? '2026-11-28' : null,
      occurred_at: portal.clock.now(),
      occurred_on: '2026-11-24',
      method_type: 'custom',
      card_type: 'ACH',
    })
    .execute();
}

describe('the dashboard’s answer', () => {
  test('[API-4] an account without a bill has nothing due', async () => {
    expect(await showHome(await buildLogin(portal.db))).toMatchObject({
      balance: 0,
      isAutoPayEnabled: false,
      isEbillEnabled: 'EMAIL',
      billSummary: { latestInvoiceNumber: null, latestInvoiceId: null, latestInvoiceDetails: [] },
      billDetails: { defaultPaymentMethod: null, billingAddress: { streetName: 'Maple Street' } },
      nextCharge: null,
      firstCharge: null,
      amountDue: 0,
      dueDate: null,
      pastDue: 0,
      recentBills: [],
    });
  });

  test('[API-4, HOME-2] shows what is due, the latest bill and the default method', async () => {
    const login = await buildLogin(portal.db);
    await buildInvoice(portal.db, login.account, { issuedOn: '2026-10-05' });
    const latest = await buildInvoice(portal.db, login.account, { previousBalanceCents: 8_499 });
    const method = await buildMethod(portal.portal, login.account);
    const home = await showHome(login);
    expect(home).toMatchObject({ balance: 169.98, amountDue: 169.98, dueDate: '2026-10-26', pastDue: 84.99 });
    expect(home.billSummary).toMatchObject({
      latestInvoiceNumber: latest.invoiceNumber,
      latestInvoiceId: latest.id,
      latestInvoiceDetails: [
        {
          due_date: '2026-11-26',
          amount: 84.99,
          invoice_items: [{ description: 'Internet', charges: [{ amount: 79.99 }] }],
          billing_statement: {
            activity_charges: 0,
            taxes_and_fees: 5,
            late_fees: 0,
            balance: 84.99,
            total_amount: 169.98,
          },
          change: { amount: 0, causes: [] },
        },
      ],
    });
    expect(home.billDetails.defaultPaymentMethod.payment_method).toMatchObject({
      card_type: 'VISA',
      last_four: '4242',
      expiration_date: '08/2030',
      token: method.id,
    });
    expect(home.recentBills.map((bill: { occurred_on: string }) => bill.occurred_on)).toEqual([
      '2026-10-05',
      '2026-11-05',
    ]);
  });

  test('[API-4, STATEMENT-2] says what changed since the bill before, alike on the bill', async () => {
    const login = await buildLogin(portal.db);
    const plan = { type: 'recurring', description: 'Fiber 500', amountCents: 7_999 } as const;
    const calls = {
      type: 'usage',
      description: 'International calls, 20 minutes',
      amountCents: 349,
    } as const;
    const first = await buildInvoice(portal.db, login.account, { issuedOn: '2026-09-05', charges: [plan] });
    const voided = await buildInvoice(portal.db, login.account, { issuedOn: '2026-10-05', charges: [calls] });
    await portal.db
      .updateTable('invoice')
      .set({ voided_at: portal.clock.now(), open_cents: 0 })
      .where('account_id', '=', login.account.id)
      .where('id', '=', voided.id)
      .execute();
    await buildInvoice(portal.db, login.account, { charges: [plan, calls] });
    const { billSummary } = await showHome(login);
    const change = {
      amount: 3.49,
      causes: [{ code: 'usage', description: 'International calls', amount: 3.49 }],
    };
    expect(billSummary.latestInvoiceDetails[0].change).toEqual(change);
    const token = await portal.signIn(login.emailAddress);
    const open = async (id: string) =>
      (await portal.get('/invoices/single', { invoice_id: id }, token)).json()[0];
    expect((await open(billSummary.latestInvoiceId)).change).toEqual(change);
    expect((await open(first.id)).change).toBeNull();
  });

  test('[API-4, HOME-2] says what autopay will charge, when and with what', async () => {
    const login = await buildLogin(portal.db);
    await buildInvoice(portal.db, login.account);
    const method = await buildMethod(portal.portal, login.account);
    await portal.db
      .insertInto('autopay_enrollment')
      .values({ account_id: login.account.id, payment_method_id: method.id, enrolled_at: portal.clock.now() })
      .execute();
    expect(await showHome(login)).toMatchObject({
      isAutoPayEnabled: true,
      nextCharge: { date: '2026-11-26', amount: 84.99, recurring_payment_id: method.id },
      firstCharge: null,
    });
  });

  test('[API-4, AUTOPAY-1] says what autopay would charge first, and when, if it were turned on', async () => {
    const login = await buildLogin(portal.db);
    await buildInvoice(portal.db, login.account, { issuedOn: '2026-10-05' });
    await buildInvoice(portal.db, login.account, { previousBalanceCents: 8_499 });
    expect(await showHome(login)).toMatchObject({
      nextCharge: null,
      firstCharge: { date: '2026-11-26', amount: 169.98 },
    });
  });
});

describe('figures of the dashboard', () => {
  test("[API-4, HOME-2] a bill is past due from the day after its due date, by the operator's calendar", async () => {
    const login = await buildLogin(portal.db);
    await buildInvoice(portal.db, login.account, { issuedOn: '2026-11-03' });
    expect(await showHome(login)).toMatchObject({ amountDue: 84.99, dueDate: '2026-11-24', pastDue: 0 });
    portal.clock.set('2026-11-25T04:59:59Z');
    expect(await showHome(login)).toMatchObject({ pastDue: 0 });
    portal.clock.set('2026-11-25T05:00:00Z');
    expect(await showHome(login)).toMatchObject({ dueDate: '2026-11-24', pastDue: 84.99 });
    portal.clock.set(testStart);
  });

  test('[API-4] a credit is a negative balance with nothing due', async () => {
    const login = await buildLogin(portal.db);
    await writePostings(portal.db, login.account, postOpening(1, '2026-11-01', -5_000));
    expect(await showHome(login)).toMatchObject({ balance: -50, amountDue: 0, dueDate: null, pastDue: 0 });
  });

  test('[API-4] money on its way is told beside the balance and lowers what is due, but never below nothing', async () => {
    const login = await buildLogin(portal.db);
    await buildInvoice(portal.db, login.account, { issuedOn: '2026-10-05' });
    await buildPending(login, 5_000);
    expect(await showHome(login)).toMatchObject({ balance: 84.99, inFlight: 50, amountDue: 34.99 });
    await buildPending(login, 5_000);
    expect(await showHome(login)).toMatchObject({ balance: 84.99, inFlight: 100, amountDue: 0 });
  });

  test('[API-4] a planned payment is shown as planned and lowers what is due', async () => {
    const login = await buildLogin(portal.db);
    await buildInvoice(portal.db, login.account);
    await buildPending(login, 3_000, 'PLANNED');
    expect(await showHome(login)).toMatchObject({ inFlight: 0, planned: 30, amountDue: 54.99 });
  });

  test('[API-4, HOME-2] the balance before the latest bill is what payments left of it', async () => {
    const login = await buildLogin(portal.db);
    const latest = await buildInvoice(portal.db, login.account, { previousBalanceCents: 1_000 });
    await portal.db
      .updateTable('invoice')
      .set({ payments_received_cents: 7_499 })
      .where('account_id', '=', login.account.id)
      .where('id', '=', latest.id)
      .execute();
    const { billSummary } = await showHome(login);
    expect(billSummary.latestInvoiceDetails[0].billing_statement).toMatchObject({
      balance: 10,
      activity_charges: 0,
      taxes_and_fees: 5,
      total_amount: 94.99,
    });
  });
});
