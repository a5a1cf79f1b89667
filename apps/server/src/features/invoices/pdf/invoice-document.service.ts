import { basePath } from '@myaccount/contract/endpoint';
import { dayOf } from '../../../platform/business-day.ts';
import type { Caller } from '../../../platform/http/endpoints.ts';
import { Refusal } from '../../../platform/http/problems.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';
import { type PdfRenderer, PdfUnavailable } from '../../../platform/pdf/pdf-renderer.ts';
import type { Portal } from '../../../platform/portal.ts';
import { getAccount } from '../../accounts/accounts.service.ts';
import { addresseeOf, serviceAddressOf } from '../../accounts/addressee.rules.ts';
import { methodName } from '../../payment-methods/method-name.rules.ts';
import { findAutopayMethod } from '../../payment-methods/payment-methods.service.ts';
import { statementOf } from '../../statement/statement.rules.ts';
import { getOpenThrough, listBillsThrough } from '../invoices.repository.ts';
import { type Invoice, type InvoiceLine, itemsOf } from '../invoices.rules.ts';
import { getInvoice, listLines } from '../invoices.service.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';

const drawnBills = 12;
const retryAfterSeconds = 5;

/** A file with the name that a browser saves it under. */
export interface NamedPdf {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** API-7, BILLING-4: one of the caller’s invoices as PDF in the customer’s language. */
export async function downloadInvoice(
  portal: Portal,
  renderer: PdfRenderer,
  asked: { caller: Caller; invoiceId: string },
): Promise<NamedPdf> {
  const invoice = await getInvoice(portal, asked.caller, asked.invoiceId);
  const account = await getAccount(portal, asked.caller, invoice.accountNumber);
  const document = await documentOf(portal, account, invoice);
  const bytes = await orRefuse(renderInvoicePdf(document, renderer), portal);
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

async function documentOf(
  portal: Portal,
  account: Awaited<ReturnType<typeof getAccount>>,
  invoice: Invoice,
): Promise<InvoiceDocument> {
  const [lines, bills, openCents, method] = await Promise.all([
    listLines(portal, invoice),
    listBillsThrough(portal.db, invoice, drawnBills),
    getOpenThrough(portal.db, invoice),
    findAutopayMethod(portal, account.id),
  ]);
  return {
    ...addresseeOf(account),
    language: account.language,
    letterhead: letterheadOf(portal),
    serviceAddress: serviceAddressOf(account),
    ...figuresOf(invoice, lines),
    amountToPayCents: openCents,
    latestBills: bills
      .map((bill) => ({ month: bill.issuedOn.slice(0, 7), amountCents: bill.amountCents }))
      .reverse(),
    autopay: method && {
      methodName: methodName(method, account.language),
      chargeOn: invoice.dueOn,
      amountCents: openCents,
    },
    asOf: dayOf(portal.clock.now(), portal.config.timeZone),
  };
}

function figuresOf(invoice: Invoice, lines: readonly InvoiceLine[]) {
  const { invoiceNumber, issuedOn, dueOn, originalDueOn, periodStart, periodEnd, paidOn } = invoice;
  return {
    invoiceNumber,
    issuedOn,
    dueOn,
    originalDueOn,
    periodStart,
    periodEnd,
    paidOn,
    statement: statementOf({ ...invoice, charges: lines }),
    items: itemsOf(lines),
  };
}
