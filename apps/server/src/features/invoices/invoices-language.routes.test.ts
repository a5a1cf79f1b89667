import { expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildPayment } from '../../testing/builders/payment.ts';
import { buildCustomer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readPdf } from '../../testing/read-pdf.ts';

const portal = forFile(() => startTestPortal());

/** The receipt or bill of a customer, downloaded by a browser that speaks the other language. */
async function download(path: string, query: Record<string, string>, token: string) {
  const response = await portal.get(path, query, token, { 'accept-language': 'fr, de;q=0.5' });
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
  return await readPdf(new Uint8Array(response.rawPayload));
}

test.each([
  ['en', 'Your bill', 'Payment receipt'],
  ['es', 'Su factura', 'Recibo de pago'],
] as const)(
  '[API-7, API-27] bill and receipt of a customer of language %s are in that language',
  async (language, bill, receipt) => {
    const account = await buildAccount(portal.db, { customer: { language } });
    const { token } = await buildCustomer(portal, { account });
    const invoice = await buildInvoice(portal.db, account, { asIssued: { language } });
    const invoicePdf = await download('/invoices/download', { invoice_id: invoice.id }, token);
    expect(invoicePdf.language).toMatch(new RegExp(`^${language}`));
    expect(invoicePdf.text).toContain(bill);
    const receiptPdf = await download(
      '/payments/receipt/download',
      await buildPayment(portal.db, account),
      token,
    );
    expect(receiptPdf.language).toMatch(new RegExp(`^${language}`));
    expect(receiptPdf.text).toContain(receipt);
  },
);
