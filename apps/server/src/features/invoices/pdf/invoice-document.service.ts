import { isAdjustment } from '@myaccount/contract/invoices';
import { idOrNobody } from '../../../platform/database/uuid.ts';
import type { Caller } from '../../../platform/http/endpoints.ts';
import { isHeldByCaller, type TaggedFile } from '../../../platform/http/entity-tag.ts';
import { notFound, Refusal } from '../../../platform/http/problems.ts';
import { readLagging } from '../../../platform/lagging-read.ts';
import { pageUrl } from '../../../platform/page-url.ts';
import { fileSafe, letterheadOf, orRefuse } from '../../../platform/pdf/pdf-download.ts';
import type { PdfRenderer } from '../../../platform/pdf/pdf-renderer.ts';
import type { Portal } from '../../../platform/portal.ts';
import { statementOf } from '../../statement/statement.rules.ts';
import { findInvoice, getAsIssued } from '../invoices.repository.ts';
import { type Invoice, itemsOf } from '../invoices.rules.ts';
import { listLines } from '../invoices.service.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoicePdf } from './invoice-pdf.ts';

/** A bill as PDF with the file name for the browser. */
interface BillFile extends TaggedFile {
  readonly fileName: string;
}

interface BillRequest {
  readonly caller: Caller;
  readonly invoiceId: string;
}

/** Returns one of the caller's invoices as it was issued. */
export async function readInvoiceDocument(portal: Portal, request: BillRequest): Promise<InvoiceDocument> {
  // Nothing in it changes after it was issued, so it may come from a replica.
  const document = await readLagging(portal, (db) => findDocument({ ...portal, db }, request));
  if (!document) throw notFound();
  return document;
}

/** API-7, BILLING-4: returns an invoice as PDF. Renders nothing that the caller has by its If-None-Match. */
export async function renderInvoice(
  portal: Portal,
  renderer: PdfRenderer,
  document: InvoiceDocument,
  ifNoneMatch: string | undefined,
): Promise<BillFile> {
  const fileName = `invoice-${fileSafe(document.invoiceNumber)}.pdf`;
  const task = invoicePdf(document);
  const entityTag = renderer.entityTagOf(task);
  if (isHeldByCaller(entityTag, ifNoneMatch)) return { fileName, entityTag, bytes: undefined };
  return { fileName, entityTag, bytes: await orRefuse(renderer.render(task), portal) };
}

async function findDocument(portal: Portal, request: BillRequest): Promise<InvoiceDocument | undefined> {
  const invoice = await findInvoice(portal.db, request.caller, idOrNobody(request.invoiceId));
  if (isAdjustment(invoice?.kind)) throw new Refusal('invoices.no-pdf');
  return invoice && (await documentOf(portal, invoice));
}

async function documentOf(portal: Portal, invoice: Invoice): Promise<InvoiceDocument> {
  const [lines, asIssued] = await Promise.all([listLines(portal, invoice), getAsIssued(portal.db, invoice)]);
  const { accountNumber, invoiceNumber, issuedOn, originalDueOn, periodStart, periodEnd } = invoice;
  return {
    ...asIssued,
    letterhead: letterheadOf(portal),
    payUrl: pageUrl(portal.config, '/payments?make-payment', invoice.accountId),
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
