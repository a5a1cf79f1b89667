import type { Caller } from '../../../platform/http/endpoints.ts';
import { fileSafe, letterheadOf, type NamedPdf, orRefuse } from '../../../platform/pdf/pdf-download.ts';
import type { PdfRenderer } from '../../../platform/pdf/pdf-renderer.ts';
import type { Portal } from '../../../platform/portal.ts';
import { statementOf } from '../../statement/statement.rules.ts';
import { getAsIssued } from '../invoices.repository.ts';
import { type Invoice, itemsOf } from '../invoices.rules.ts';
import { getInvoice, listLines } from '../invoices.service.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';

/** API-7, BILLING-4: one of the caller's invoices as PDF, as it was issued. */
export async function downloadInvoice(
  portal: Portal,
  renderer: PdfRenderer,
  request: { caller: Caller; invoiceId: string },
): Promise<NamedPdf> {
  const invoice = await getInvoice(portal, request.caller, request.invoiceId);
  const bytes = await orRefuse(renderInvoicePdf(await documentOf(portal, invoice), renderer), portal);
  return { fileName: `invoice-${fileSafe(invoice.invoiceNumber)}.pdf`, bytes };
}

async function documentOf(portal: Portal, invoice: Invoice): Promise<InvoiceDocument> {
  const lines = await listLines(portal, invoice);
  const { accountNumber, invoiceNumber, issuedOn, originalDueOn, periodStart, periodEnd } = invoice;
  return {
    ...(await getAsIssued(portal.db, invoice)),
    letterhead: letterheadOf(portal),
    accountNumber,
    invoiceNumber,
    issuedOn,
    dueOn: originalDueOn,
    periodStart,
    periodEnd,
    statement: statementOf({ ...invoice, charges: lines }),
    items: itemsOf(lines),
  };
}
