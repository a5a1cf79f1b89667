import { idOrNobody } from '../../../platform/database/uuid.ts';
import type { Caller } from '../../../platform/http/endpoints.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { readLagging } from '../../../platform/lagging-read.ts';
import { fileSafe, letterheadOf, type NamedPdf, orRefuse } from '../../../platform/pdf/pdf-download.ts';
import type { PdfRenderer } from '../../../platform/pdf/pdf-renderer.ts';
import type { Portal } from '../../../platform/portal.ts';
import { statementOf } from '../../statement/statement.rules.ts';
import { findInvoice, getAsIssued } from '../invoices.repository.ts';
import { type Invoice, itemsOf } from '../invoices.rules.ts';
import { listLines } from '../invoices.service.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';

/** API-7, BILLING-4: one of the caller's invoices as PDF, as it was issued. */
export async function downloadInvoice(
  portal: Portal,
  renderer: PdfRenderer,
  request: { caller: Caller; invoiceId: string },
): Promise<NamedPdf> {
  // Nothing in it changes after it was issued, so it may come from a replica.
  const document = await readLagging(portal, (db) => findDocument({ ...portal, db }, request));
  if (!document) throw notFound();
  const bytes = await orRefuse(renderInvoicePdf(document, renderer), portal);
  return { fileName: `invoice-${fileSafe(document.invoiceNumber)}.pdf`, bytes };
}

async function findDocument(
  portal: Portal,
  request: { caller: Caller; invoiceId: string },
): Promise<InvoiceDocument | undefined> {
  const invoice = await findInvoice(portal.db, request.caller, idOrNobody(request.invoiceId));
  return invoice && (await documentOf(portal, invoice));
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
