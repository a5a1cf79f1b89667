import { describe, expect, test } from 'vitest';
import { dashboardOf } from '../../testing/autopay.ts';
import { buildVisit } from '../../testing/builders/appointment.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal, testStart } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';

const portal = forFile(() => startTestPortal());

const showHome = (login: BuiltLogin) => dashboardOf(portal, login);

describe('the dashboard’s answer', () => {
  test('[API-4, HOME-9] an account without a bill has nothing due, and waits for its first', async () => {
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
      firstWeeks: { hasVisit: false, firstBill: { date: '2026-12-05', amount: 79.99 } },
    });
  });

  test('[HOME-9] a visit is waited for if one is planned or was, and not cancelled', async () => {
    const login = await buildLogin(portal.db);
    const hasVisit = async () => (await showHome(login)).firstWeeks.hasVisit;
    const { id } = await buildVisit(portal.portal, login.account);
    expect(await hasVisit()).toBe(true);
    await changeRows(portal.db, 'appointment', { id }, { job_status: 'Complete' });
    expect(await hasVisit()).toBe(true);
    await changeRows(portal.db, 'appointment', { id }, { job_status: 'Cancelled' });
    expect(await hasVisit()).toBe(false);
    await buildVisit(portal.portal, (await buildLogin(portal.db)).account);
    expect(await hasVisit()).toBe(false);
  });

  test('[API-4, HOME-2] shows what is due, the latest bill and the default method', async () => {
    const login = await buildLogin(portal.db);
    await buildInvoice(portal.db, login.account, { issuedOn: '2026-10-05' });
    const latest = await buildInvoice(portal.db, login.account, { previousBalanceCents: 8_499 });
    const method = await buildMethod(portal.portal, login.account);
    const home = await showHome(login);
    expect(home).toMatchObject({ balance: 169.98, amountDue: 169.98, dueDate: '2026-10-26', pastDue: 84.99 });
    expect(home.firstWeeks).toEqual({ hasVisit: false, firstBill: null });
    expect(home.billSummary).toMatchObject({
      latestInvoiceNumber: latest.invoiceNumber,
      latestInvoiceId: latest.id,
      latestInvoiceDetails: [
        {
          due_date: '2026-11-26',
          amount: 84.99,
          invoice_items: [{ description: 'Internet', charges: [{ amount: 79.99 }] }],
          billing_statement: { balance: 84.99, total_amount: 169.98 },
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
    const description = 'International calls, 20 minutes';
    const calls = { type: 'usage', description, amountCents: 349 } as const;
    const first = await buildInvoice(portal.db, login.account, { issuedOn: '2026-09-05', charges: [plan] });
    const { id } = await buildInvoice(portal.db, login.account, { issuedOn: '2026-10-05', charges: [calls] });
    const voided = { voided_at: portal.clock.now(), open_cents: 0 };
    await changeRows(portal.db, 'invoice', { id }, voided);
    await buildInvoice(portal.db, login.account, { charges: [plan, calls] });
    const { billSummary } = await showHome(login);
    const change = {
      amount: 3.49,
      before: 79.99,
      causes: [{ code: 'usage', description: 'International calls', amount: 3.49, before: 0, words: null }],
    };
    expect(billSummary.latestInvoiceDetails[0].change).toEqual(change);
    const token = await portal.signIn(login.emailAddress);
    const changeOf = async (invoice_id: string) =>
      (await portal.get('/invoices/single', { invoice_id }, token)).json()[0].change;
    expect(await changeOf(billSummary.latestInvoiceId)).toEqual(change);
    expect(await changeOf(first.id)).toBeNull();
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
});
