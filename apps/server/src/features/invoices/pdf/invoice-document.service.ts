import { basePath } from '@myaccount/contract/endpoint';
import type { Caller } from '../../../platform/http/endpoints.ts';
import { Refusal } from '../../../platform/http/problems.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';
import { type PdfRenderer, PdfUnavailable } from '../../../platform/pdf/pdf-renderer.ts';
import type { Portal } from '../../../platform/portal.ts';
import { statementOf } from '../../statement/statement.rules.ts';
import { getAsIssued } from '../invoices.repository.ts';
import { type Invoice, itemsOf } from '../invoices.rules.ts';
import { getInvoice, listLines } from '../invoices.service.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';

const retryAfterSeconds = 5;

/** A file with the name that a browser saves it under. */
export interface NamedPdf {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

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

/** What stands at the head of printed matter. */
export function letterheadOf({ config }: Portal): Letterhead {
  return { ...config.brand, portalUrl: `${config.publicUrl}${basePath}` };
}

/** The bytes, or a refusal that the caller may try again; never half a file. */
export async function orRefuse(bytes: Promise<Uint8Array>, portal: Portal): Promise<Uint8Array> {
  try {
    return await bytes;
  } catch (error) {
    if (!(error instanceof PdfUnavailable)) throw error;
    portal.log.error({ err: error, failure: error.failure }, 'document not made');
    throw new Refusal('invoices.pdf-unavailable', { retryAfterSeconds });
  }
}

/** A number as it may stand in a file’s name, whatever an import brought. */
export function fileSafe(number: string): string {
  return number.replace(/[^A-Za-z0-9._-]/g, '-');
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
