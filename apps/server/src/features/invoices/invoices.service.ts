import type { InvoiceDetail, InvoiceRow } from '@myaccount/contract/invoices';
import { idOrNobody } from '../../platform/database/uuid.ts';
import { type Caller, signedOut } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { readLaggingList } from '../payments/history.service.ts';
import { callerResolver, sessionMoment } from '../sessions/sessions.service.ts';
import { type BillChange, billChangeOf } from '../statement/bill-change.rules.ts';
import { listAllocations } from './applied.repository.ts';
import { appliedAmountsOf } from './applied.rules.ts';
import { listCharges } from './invoice-charges.repository.ts';
import {
  type AccountInvoices,
  findAccountInvoices,
  findInvoice,
  findInvoicePage,
} from './invoices.repository.ts';
import { type Invoice, type InvoiceLine, invoiceDetailOf, invoiceRowOf } from './invoices.rules.ts';

interface PageRequest {
  readonly tokenHash: Buffer;
  readonly billingAccountId: string;
  readonly number: number;
  readonly size: number;
}

/** API-5: a page of invoices; session, ownership and rows in one statement. */
export async function listInvoices(portal: Portal, request: PageRequest) {
  const lagging = await listLagging(portal, request);
  if (lagging) return pageOf(lagging, request);
  const moment = sessionMoment(portal);
  const page = await findInvoicePage(
    portal.reads,
    { tokenHash: request.tokenHash, moment },
    { accountId: idOrNobody(request.billingAccountId), ...request },
  );
  if (!page) throw signedOut();
  if (page.isStale) portal.seenSessions.note(request.tokenHash, moment.now);
  if (page.totalCount === null) throw notFound();
  return pageOf({ totalCount: page.totalCount, invoices: page.invoices }, request);
}

function pageOf({ totalCount, invoices }: AccountInvoices, { size }: PageRequest) {
  const result: InvoiceRow[] = invoices.map(invoiceRowOf);
  return { totalCount, totalPages: Math.ceil(totalCount / size), result };
}

/** The page from the replica, with the session from the primary; undefined where one statement of the primary is better. */
async function listLagging(portal: Portal, request: PageRequest): Promise<AccountInvoices | undefined> {
  if (!(await portal.replica?.find())) return undefined;
  const caller = await callerResolver(portal)(request.tokenHash, true);
  if (!caller) throw signedOut();
  const accountId = idOrNobody(request.billingAccountId);
  return await readLaggingList(portal, { loginId: caller.loginId, accountId }, (db) =>
    findAccountInvoices(db, caller, { accountId, ...request }),
  );
}

/** Returns the caller's invoice; refuses somebody else's like one that does not exist. */
export async function getInvoice(portal: Portal, caller: Caller, invoiceId: string): Promise<Invoice> {
  const invoice = await findInvoice(portal.db, caller, idOrNobody(invoiceId));
  if (!invoice) throw notFound();
  return invoice;
}

/** API-6. */
export async function showInvoice(portal: Portal, caller: Caller, invoiceId: string): Promise<InvoiceDetail> {
  const invoice = await getInvoice(portal, caller, invoiceId);
  const [{ lines, change }, allocations] = await Promise.all([
    listComparedLines(portal, invoice),
    listAllocations(portal.db, invoice),
  ]);
  const applied = appliedAmountsOf(allocations, invoice.issuedOn, portal.config.timeZone);
  return invoiceDetailOf(invoice, lines, { applied, change });
}

/** Lines of an invoice that was found for its caller. */
export function listLines(portal: Portal, { accountId, id }: Invoice): Promise<InvoiceLine[]> {
  return listCharges(portal.db, { accountId, ids: [id] });
}

/** An invoice with the one before it. */
interface ComparedInvoice {
  readonly accountId: string;
  readonly id: string;
  /** Null for the first, and for an adjustment. */
  readonly comparedId: string | null;
}

/** Returns an invoice's lines, and how they differ from those of the one before; null for the first. */
export async function listComparedLines(
  { db }: Portal,
  { accountId, id, comparedId }: ComparedInvoice,
): Promise<{ readonly lines: InvoiceLine[]; readonly change: BillChange | null }> {
  const ids = comparedId === null ? [id] : [id, comparedId];
  const all = await listCharges(db, { accountId, ids });
  const lines = all.filter(({ invoiceId }) => invoiceId === id);
  const before = all.filter(({ invoiceId }) => invoiceId === comparedId);
  return { lines, change: comparedId === null ? null : billChangeOf(before, lines) };
}
