import { letterheadImages } from '../../../platform/pdf/letterhead.ts';
import type { PdfTask } from '../../../platform/pdf/pdf-renderer.ts';
import { qrCodeImage } from '../../../platform/pdf/qr-code.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoicePrint } from './invoice-print.rules.ts';

/**
 * Returns what to render for a bill as PDF/UA-1 in the customer’s language (API-7, BILLING-4). The same bill always gives
 * the same bytes.
 */
export function invoicePdf(invoice: InvoiceDocument): PdfTask {
  return {
    template: 'features/invoices/pdf/invoice.typ',
    data: invoicePrint(invoice),
    images: [...letterheadImages(invoice.letterhead.logo), qrCodeImage(invoice.payUrl)],
  };
}
