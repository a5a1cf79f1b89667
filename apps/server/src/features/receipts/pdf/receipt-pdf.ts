import { letterheadImages } from '../../../platform/pdf/letterhead.ts';
import type { PdfRenderer } from '../../../platform/pdf/pdf-renderer.ts';
import type { ReceiptDocument } from './receipt-document.ts';
import { receiptPrint } from './receipt-print.rules.ts';

/**
 * Returns a payment's receipt as PDF/UA-1 in the customer's language (API-27). The same receipt always produces the
 * same bytes. Throws PdfUnavailable if no complete file can be made.
 */
export function renderReceiptPdf(receipt: ReceiptDocument, renderer: PdfRenderer): Promise<Uint8Array> {
  return renderer.render({
    template: 'features/receipts/pdf/receipt.typ',
    data: receiptPrint(receipt),
    images: letterheadImages(receipt.letterhead.logo),
  });
}
