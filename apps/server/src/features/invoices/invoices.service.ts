import type { InvoiceDetail, InvoiceRow } from '@myaccount/contract/invoices';
import { isUuid } from '../../platform/database/uuid.ts';
import { type Caller, signedOut } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { sessionMoment } from '../sessions/sessions.service.ts';
import { findInvoice, findInvoicePage, listCharges } from './invoices.repository.ts';
import { type Invoice, type InvoiceLine, invoiceDetailOf, invoiceRowOf } from './invoices.rules.ts';

interface AskedPage {
  readonly tokenHash: Buffer;
  readonly billingAccountId: string;
  readonly number: number;
  readonly size: number;
}

/** API-5: a page of invoices; session, ownership and rows in one statement. */
export async function listInvoices(portal: Portal, asked: AskedPage) {
  const moment = sessionMoment(portal);
  const page = await findInvoicePage(
    portal.pool,
    { tokenHash: asked.tokenHash, moment },
    { accountId: isUuid(asked.billingAccountId) ? asked.billingAccountId : nobody, ...asked },
  );
  if (!page) throw signedOut();
  if (page.isStale) portal.seenSessions.note(asked.tokenHash, moment.now);
  if (page.totalCount === null) throw notFound();
  const result: InvoiceRow[] = page.invoices.map(invoiceRowOf);
  return { totalCount: page.totalCount, totalPages: Math.ceil(page.totalCount / asked.size), result };
}

/** An id that no account has: what is no id is answered like an unknown one, in the same time. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** The caller’s invoice; refuses somebody else’s like one that does not exist. */
export async function getInvoice(portal: Portal, caller: Caller, invoiceId: string): Promise<Invoice> {
  const invoice = await findInvoice(portal.db, caller, isUuid(invoiceId) ? invoiceId : nobody);
  if (!invoice) throw notFound();
  return invoice;
}

/** API-6. */
export async function showInvoice(portal: Portal, caller: Caller, invoiceId: string): Promise<InvoiceDetail> {
  const invoice = await getInvoice(portal, caller, invoiceId);
  return invoiceDetailOf(invoice, await listCharges(portal.db, invoice));
}

/** Lines of an invoice of an account that was got for its caller. */
export function listLines(
  portal: Portal,
  invoice: { accountId: string; id: string },
): Promise<InvoiceLine[]> {
  return listCharges(portal.db, invoice);
}
