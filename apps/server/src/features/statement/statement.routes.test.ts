import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildCustomer, type Customer, readHome } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { changeRows } from '../../testing/rows.ts';

let login: Customer;
let billId: string;
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  login = await buildCustomer(portal);
  const { id } = await buildInvoice(portal.db, login.account, {
    previousBalanceCents: 4_250,
    asIssued: { pastDueCents: 4_250, pastDueSince: '2026-10-26' },
    charges: [
      { type: 'recurring', description: 'Fiber 500', amountCents: 7_999 },
      { type: 'discount', description: 'Hero Discount', amountCents: -1_000 },
      { type: 'one-time', description: 'Technician visit', amountCents: 4_900 },
      { type: 'tax', description: 'State tax', amountCents: 612 },
      { type: 'fee', description: 'Regulatory fee', amountCents: 199 },
      { type: 'late-fee', description: 'Late fee', amountCents: 1_000 },
    ],
  });
  billId = id;
  await changeRows(portal.db, 'invoice', { id }, { payments_received_cents: 8_499 });
});

const cents = (dollars: number) => Math.round(dollars * 100);

describe('the lines of a bill add up', () => {
  test('[API-6, STATEMENT-1] one bill: from the previous balance to the total, the late fee inside taxes and fees', async () => {
    const [bill] = (await portal.get('/invoices/single', { invoice_id: billId }, login.token)).json();
    const s = bill.billing_statement;
    expect(s).toEqual({
      balance: 127.49,
      payment_received_amount: 84.99,
      service_charges: 69.99,
      activity_charges: 49,
      taxes_and_fees: 18.11,
      late_fees: 10,
      total_current_charges: 137.1,
      total_amount: 179.6,
    });
    expect(cents(s.service_charges) + cents(s.activity_charges) + cents(s.taxes_and_fees)).toBe(
      cents(s.total_current_charges),
    );
    expect(cents(s.balance) - cents(s.payment_received_amount) + cents(s.total_current_charges)).toBe(
      cents(s.total_amount),
    );
  });

  test('[API-4, STATEMENT-1] the dashboard: what was left of the previous balance, and the charges', async () => {
    const home = await readHome(portal, login.account, login.token);
    const [latest] = home.billSummary.latestInvoiceDetails;
    const s = latest.billing_statement;
    expect(s).toEqual({
      activity_charges: 49,
      taxes_and_fees: 18.11,
      late_fees: 10,
      balance: 42.5,
      total_amount: 179.6,
    });
    const items = latest.invoice_items.flatMap((item: { charges: { amount: number }[] }) => item.charges);
    const service = items.reduce((sum: number, { amount }: { amount: number }) => sum + cents(amount), 0);
    expect(service + cents(s.activity_charges) + cents(s.taxes_and_fees) + cents(s.balance)).toBe(
      cents(s.total_amount),
    );
  });

  test('[API-7, STATEMENT-1] the PDF says the same, with the late fee as a separate line', async () => {
    const file = await portal.get('/invoices/download', { invoice_id: billId }, login.token);
    const { text } = await readPdf(file.rawPayload);
    for (const words of [
      'This bill $137.10 Due Nov 26, 2026',
      'Total owed when this bill was issued: $179.60. Of this, $42.50 was past due since Oct 26, 2026.',
      'Previous balance $127.49 Payments received −$84.99',
      'Taxes and fees $8.11 Late fee $10.00 Total owed $179.60',
    ])
      expect(text).toContain(words);
    // In the summary, and as a line that is its own group.
    expect(text.match(/Late fee \$10\.00/g)).toHaveLength(2);
  });
});
