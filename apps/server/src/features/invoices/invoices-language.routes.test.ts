import { expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readPdf } from '../../testing/read-pdf.ts';

const portal = forFile(() => startTestPortal());

/** The receipt or bill of a customer, downloaded by a browser that speaks the other language. */
async function download(path: string, query: Record<string, string>, token: string) {
  const response = await portal.inject({
    url: `/myaccount/api${path}`,
    query,
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'fr, de;q=0.5' },
  });
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
    const { emailAddress } = await buildLogin(portal.db, { account });
    const token = await portal.signIn(emailAddress);
    const invoice = await buildInvoice(portal.db, account, { asIssued: { language } });
    const invoicePdf = await download('/invoices/download', { invoice_id: invoice.id }, token);
    expect(invoicePdf.language).toMatch(new RegExp(`^${language}`));
    expect(invoicePdf.text).toContain(bill);
    const payment = await portal.db
      .insertInto('payment')
      .values({
        account_id: account.id,
        state: 'COMPLETED',
        amount_cents: 5_000,
        occurred_at: portal.clock.now(),
        occurred_on: '2026-11-24',
        method_type: 'tokenized-credit-card',
        card_type: 'VISA',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const receiptPdf = await download('/payments/receipt/download', { id: payment.id }, token);
    expect(receiptPdf.language).toMatch(new RegExp(`^${language}`));
    expect(receiptPdf.text).toContain(receipt);
  },
);
