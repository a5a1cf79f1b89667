import { beforeEach, describe, expect, test } from 'vitest';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildAppliedPayment } from '../../testing/builders/payment.ts';
import { buildCustomer, type Customer, readHome } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';

let login: Customer;
const portal = forFile(() => startTestPortal());
beforeEach(async () => {
  login = await buildCustomer(portal);
});

async function buildVoided(issuedOn: string): Promise<{ id: string; invoiceNumber: string }> {
  const invoice = await buildInvoice(portal.db, login.account, { issuedOn });
  await changeRows(portal.db, 'invoice', { id: invoice.id }, { voided_at: portal.clock.now() });
  return invoice;
}

const read = (path: string, query: Record<string, string>) => portal.get(path, query, login.token);
const list = async () => (await read('/invoices/all', { billing_account_id: login.account.id })).json();

describe('a bill that was voided', () => {
  test('[API-5] is not listed and not counted', async () => {
    const kept = await buildInvoice(portal.db, login.account, { issuedOn: '2026-10-05' });
    await buildVoided('2026-11-05');
    const { totalCount, totalPages, result } = await list();
    expect({ totalCount, totalPages }).toEqual({ totalCount: 1, totalPages: 1 });
    expect(result.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
  });

  test('[API-5] is not counted on an empty page either', async () => {
    await buildVoided('2026-11-05');
    expect(await list()).toEqual({ totalCount: 0, totalPages: 0, result: [] });
  });

  test.each(['/invoices/single', '/invoices/download', '/invoices/payments'])(
    '[API-6, API-7] cannot be opened by its id: %s',
    async (path) => {
      const { id } = await buildVoided('2026-11-05');
      expect((await read(path, { invoice_id: id })).statusCode).toBe(404);
    },
  );

  test('[API-4] is not on the dashboard and not due', async () => {
    const kept = await buildInvoice(portal.db, login.account, { issuedOn: '2026-11-05' });
    await buildVoided('2026-11-06');
    await buildVoided('2026-09-05');
    expect(await readHome(portal, login.account, login.token)).toMatchObject({
      billSummary: { latestInvoiceNumber: kept.invoiceNumber },
      recentBills: [{ invoice_num: kept.invoiceNumber }],
      dueDate: '2026-11-26',
      pastDue: 0,
    });
  });
});

describe('a payment that was returned', () => {
  test('[API-9, API-27] is not among the payments of the bill, and its receipt names no bill', async () => {
    const invoice = await buildInvoice(portal.db, login.account);
    const returned = { state: 'RETURNED', amount_cents: 5_000 } as const;
    const { id } = await buildAppliedPayment(portal.db, login.account, invoice, returned);
    const at = portal.clock.now();
    await changeRows(portal.db, 'payment_allocation', { payment_id: id }, { reversed_at: at });
    expect((await read('/invoices/payments', { invoice_id: invoice.id })).json()).toEqual([]);
    const receipt = (await read('/payments/receipt', { id })).json();
    expect(receipt).toMatchObject({ status: 'RETURNED', amount: 50, applied_to: [], credit: 0 });
  });
});
