import * as contract from '@myaccount/contract/invoices';
import { dollarsFromCents } from '@myaccount/contract/money';
import { isUuid } from '../../platform/database/uuid.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Feature, ServingPortal } from '../feature.ts';
import { listAllocations } from './applied.repository.ts';
import { invoiceMails } from './invoices.email.ts';
import { findPaymentInfo } from './invoices.repository.ts';
import { getInvoice, listInvoices, showInvoice } from './invoices.service.ts';
import { readInvoiceDocument, renderInvoice } from './pdf/invoice-document.service.ts';

interface AppliedPayment {
  readonly nickname: string | null;
  readonly occurredOn: string;
  readonly amountCents: number;
}

/** API-5, API-6, API-7, API-9. */
function registerInvoicesRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  endpoints.withToken(contract.invoicesAll, ({ query, tokenHash }) =>
    listInvoices(portal, {
      tokenHash,
      billingAccountId: query.billing_account_id,
      number: query.page_number,
      size: query.page_size,
    }),
  );

  endpoints.signedIn(contract.invoicesSingle, async ({ caller, query }) => [
    await showInvoice(portal, caller, query.invoice_id),
  ]);

  endpoints.signedIn(contract.invoicesDownload, async ({ caller, query, headers, reply }) => {
    const { fileName, ...file } = await portal.pdfs.make(
      caller.loginId,
      () => readInvoiceDocument(portal, { caller, invoiceId: query.invoice_id }),
      (document, renderer) => renderInvoice(portal, renderer, document, headers['If-None-Match']),
    );
    reply.header('Content-Disposition', `attachment; filename="${fileName}"`);
    return file;
  });

  endpoints.signedIn(contract.invoicesPayments, async ({ caller, query }) => {
    const invoice = await getInvoice(portal, caller, query.invoice_id);
    const allocations = await listAllocations(portal.db, invoice);
    return allocations.flatMap(({ paymentId: id, occurredOn, reversedAt, ...paid }) =>
      id && occurredOn && !reversedAt
        ? [{ payment: { id }, detail: appliedOf({ ...paid, occurredOn }) }]
        : [],
    );
  });

  endpoints.signedIn(contract.invoicesPaymentInfo, async ({ caller, query }) => {
    const payment = isUuid(query.id) ? await findPaymentInfo(portal.db, caller, query.id) : undefined;
    if (!payment) throw notFound();
    return appliedOf(payment);
  });
}

function appliedOf({ nickname, occurredOn, amountCents }: AppliedPayment) {
  return { payment_method: { nickname }, occurred_on: occurredOn, amount: dollarsFromCents(amountCents) };
}

/** Bills, on pages and as PDF. */
export const invoices: Feature = {
  tags: { invoices: 'Bills, their PDFs, and the payments made to them.' },
  routes: registerInvoicesRoutes,
  mails: invoiceMails,
};
