import { describe, expect, test } from 'vitest';
import { createPdfRenderer } from '../../../platform/pdf/pdf-renderer.ts';
import { receiptDocument } from '../../../testing/builders/receipt-document.ts';
import { forFile } from '../../../testing/for-tests.ts';
import { readPdf, withPlainSpaces } from '../../../testing/read-pdf.ts';
import type { ReceiptDocument } from './receipt-document.ts';
import { renderReceiptPdf } from './receipt-pdf.ts';
import { receiptPrint } from './receipt-print.rules.ts';

const renderer = forFile(async () => createPdfRenderer({ workers: 1, queueLimit: 10, timeoutMs: 30_000 }));
const pdfOf = (changes: Partial<ReceiptDocument> = {}) =>
  renderReceiptPdf(receiptDocument(changes), renderer);

describe('the receipt as PDF', () => {
  test('[API-27] shows amount, method and paid bill', async () => {
    const pdf = await readPdf(await pdfOf());
    expect(pdf).toMatchObject({ uaPart: '1', isTagged: true, language: 'en-US', pageCount: 1 });
    expect(pdf.title).toBe('Lumen Valley Fiber: Payment receipt 7K3M-Q9TX');
    expect(pdf.text).toContain('Payment receipt Amount $120.00 Paid Nov 20, 2026');
    expect(pdf.text).toContain('Payment method Visa …4242 Reference 7K3M-Q9TX');
    expect(pdf.text).toContain('and give the reference 7K3M-Q9TX.');
    expect(pdf.text).toContain('Bill 2026-100431 $115.94 Credit on your account $4.06 Total $120.00');
  });

  test('[REFUND-6] says what was given back and when, and its rows still add up to the payment', async () => {
    const refunds = [{ id: 'r-1', amountCents: 2_000, occurredOn: '2026-12-03' }];
    const { text } = await readPdf(
      await pdfOf({
        refunds,
        creditCents: 0,
        appliedTo: receiptDocument().appliedTo.map((part) => ({ ...part, amountCents: 10_000 })),
      }),
    );
    expect(text).toContain('Refunded $20.00 on Dec 03, 2026.');
    expect(text).toContain('$100.00 Refunded on Dec 03, 2026 $20.00 Total $120.00');
    const whole = await readPdf(
      await pdfOf({
        state: 'REFUNDED',
        language: 'es',
        appliedTo: [],
        creditCents: 0,
        refunds: [{ id: 'r-1', amountCents: 12_000, occurredOn: '2026-12-03' }],
      }),
    );
    expect(whole.text).toContain('Se reembolsaron $120.00 el');
  });

  test('[SHELL-12] is in Spanish for a Spanish-speaking customer', async () => {
    const pdf = await readPdf(await pdfOf({ language: 'es', occurredOn: '2026-08-09' }));
    expect(pdf.language).toBe('es-US');
    expect(pdf.text).toContain('Recibo de pago Monto $120.00 Pagado el 9 de agosto de 2026');
  });

  test('has the same bytes at every download', async () => {
    const [first, second] = [await pdfOf(), await pdfOf()];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
  });
});

test('[API-27] a long number that breaks over lines takes no letter from the text of the document', async () => {
  const methodName = '0123456Q'.repeat(5);
  const { text } = await readPdf(await pdfOf({ methodName }));
  expect(text).toContain('Questions about this payment?');
  expect(text.replaceAll(' ', '')).toContain(methodName);
});

describe('outcome of the payment', () => {
  test.each([
    ['COMPLETED', 'Payment receipt', 'Paid Nov 20, 2026', false],
    ['PENDING', 'Payment on its way', 'On its way since Nov 20, 2026', false],
    ['CONFIRMING', 'Payment being confirmed', 'Made Nov 20, 2026', false],
    ['PROCESSING_ERROR', 'Payment failed', 'Not paid', true],
    ['RETURNED', 'Payment returned', 'Returned', true],
    ['REFUNDED', 'Payment refunded', 'Refunded', false],
  ] as const)('[API-27] %s is titled “%s”', (state, title, when, isUrgent) => {
    const { heading, headline, runningTitle } = withPlainSpaces(receiptPrint(receiptDocument({ state })));
    expect(headline).toMatchObject({ when, isUrgent });
    expect([heading, runningTitle]).toEqual([title, expect.stringContaining(title)]);
  });

  test.each([
    [
      'PROCESSING_ERROR',
      'expired-card',
      'The card has expired. Nothing was charged on Nov 20, 2026. Please pay again with another method at my.lumenvalley.example/myaccount.',
    ],
    [
      'RETURNED',
      'returned',
      'Your bank returned the debit. The amount is owed again. Please pay with another method at my.lumenvalley.example/myaccount.',
    ],
    ['PENDING', null, 'This is normal: bank payments usually take 3 to 5 days. We already count it.'],
    ['CONFIRMING', null, 'We are confirming this payment with your bank. Please do not pay again.'],
  ] as const)('[PAY-8] %s says why and what to do', (state, failure, note) => {
    expect(withPlainSpaces(receiptPrint(receiptDocument({ state, failure }))).headline.note).toBe(note);
  });

  test('[PAY-9] a payment has one number on paper, besides its account’s: the reference', () => {
    const numbers = receiptPrint(receiptDocument()).facts.flatMap(({ lines }) => lines);
    expect(numbers).toEqual(['100200300', 'Nov\u00a020,\u00a02026', 'Visa …4242', '7K3M-Q9TX']);
  });

  test('[API-27] lists no paid bills while nothing is booked', () => {
    expect(receiptPrint(receiptDocument({ appliedTo: [], creditCents: 0 })).applied).toBeNull();
  });
});
