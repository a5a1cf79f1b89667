import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { writePostings } from '../../testing/builders/ledger.ts';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { startTestPortal, type TestPortal, testStart } from '../../testing/portal.ts';
import { postOpening } from '../ledger/ledger.rules.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

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

  test('[API-4] more money on its way than is owed leaves nothing due, and never less than nothing', async () => {
    const login = await buildLogin(portal.db);
    await buildInvoice(portal.db, login.account, { issuedOn: '2026-10-05' });
    await buildPending(login, 10_000);
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
