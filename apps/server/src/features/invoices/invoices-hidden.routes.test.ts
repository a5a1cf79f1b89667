import { describe, expect, test } from 'vitest';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

let login: BuiltLogin;
let token: string;
const portal = forFile(() => startTestPortal());

async function signInNew(): Promise<void> {
  login = await buildLogin(portal.db);
  token = await portal.signIn(login.emailAddress);
}

async function buildVoided(issuedOn: string): Promise<{ id: string; invoiceNumber: string }> {
  const invoice = await buildInvoice(portal.db, login.account, { issuedOn });
  await portal.db
    .updateTable('invoice')
    .set({ voided_at: portal.clock.now() })
    .where('account_id', '=', login.account.id)
    .where('id', '=', invoice.id)
    .execute();
  return invoice;
}

const list = async () =>
  (await portal.get('/invoices/all', { billing_account_id: login.account.id }, token)).json();

describe('a bill that was voided', () => {
  test('[API-5] is not listed and not counted', async () => {
    await signInNew();
    const kept = await buildInvoice(portal.db, login.account, { issuedOn: '2026-10-05' });
    await buildVoided('2026-11-05');
    const { totalCount, totalPages, result } = await list();
    expect({ totalCount, totalPages }).toEqual({ totalCount: 1, totalPages: 1 });
    expect(result.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
  });

  test('[API-5] is not counted on an empty page either', async () => {
    await signInNew();
    await buildVoided('2026-11-05');
    expect(await list()).toEqual({ totalCount: 0, totalPages: 0, result: [] });
  });

  test.each(['/invoices/single', '/invoices/download', '/invoices/payments'])(
    '[API-6, API-7] cannot be opened by its id: %s',
    async (path) => {
      await signInNew();
      const { id } = await buildVoided('2026-11-05');
      expect((await portal.get(path, { invoice_id: id }, token)).statusCode).toBe(404);
    },
  );

  test('[API-4] is not on the dashboard and not due', async () => {
    await signInNew();
    const kept = await buildInvoice(portal.db, login.account, { issuedOn: '2026-11-05' });
    await buildVoided('2026-11-06');
    await buildVoided('2026-09-05');
    const { accountNumber, customerNumber } = login.account;
    const query = { AccountNumber: accountNumber, customerID: customerNumber };
    const home = (await portal.get('/billing/gtv/billing-account/refresh', query, token)).json();
    expect(home.billSummary.latestInvoiceNumber).toBe(kept.invoiceNumber);
    expect(home.recentBills.map((bill: { invoice_num: string }) => bill.invoice_num)).toEqual([
      kept.invoiceNumber,
    ]);
    expect(home).toMatchObject({ dueDate: '2026-11-26', pastDue: 0 });
  });
});

describe('a payment that was returned', () => {
  async function buildReturned(invoiceId: string): Promise<string> {
    const at = portal.clock.now();
    const accountId = login.account.id;
    const payment = await portal.db
      .insertInto('payment')
      .values({
        account_id: accountId,
        state: 'RETURNED',
        amount_cents: 5_000,
        occurred_at: at,
        occurred_on: '2026-11-24',
        method_type: 'custom',
        card_type: 'ACH',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const allocation = { account_id: accountId, payment_id: payment.id, invoice_id: invoiceId };
    await portal.db
      .insertInto('payment_allocation')
      .values({ ...allocation, amount_cents: 5_000, allocated_at: at, reversed_at: at })
      .execute();
    return payment.id;
  }

  test('[API-9, API-27] is not among the payments of the bill, and its receipt names no bill', async () => {
    await signInNew();
    const invoice = await buildInvoice(portal.db, login.account);
    const id = await buildReturned(invoice.id);
    expect((await portal.get('/invoices/payments', { invoice_id: invoice.id }, token)).json()).toEqual([]);
    const receipt = (await portal.get('/payments/receipt', { id }, token)).json();
    expect(receipt).toMatchObject({ status: 'RETURNED', amount: 50, applied_to: [], credit: 0 });
  });
});
