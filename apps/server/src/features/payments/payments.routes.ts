import * as contract from '@myaccount/contract/payments';
import {
  cancelPlannedPayment as cancelEndpoint,
  plannedPayments,
} from '@myaccount/contract/planned-payments';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import type { PdfDownloads } from '../../platform/pdf/pdf-downloads.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { makePayment } from './make-payment.service.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { showPayments, showReceipt } from './payments.service.ts';
import { readReceiptDocument, renderReceipt } from './pdf/receipt-document.service.ts';
import { cancelPlannedPayment, showPlannedPayments } from './planned-payments.service.ts';

/** Registers API-8, API-11, planned payments, and the receipts of API-27. */
export function registerPaymentsRoutes(
  endpoints: Endpoints,
  context: PaymentContext,
  pdfs: PdfDownloads,
  attemptsPerLogin: Limit,
): void {
  const { portal } = context;

  endpoints.signedIn(contract.payments, ({ caller, query }) =>
    showPayments(portal, caller, {
      billingAccountId: query.billing_account_id,
      number: query.page_number,
      size: query.page_size,
    }),
  );

  endpoints.signedIn(contract.makePayment, async ({ caller, body, headers, request }) => {
    await attemptsPerLogin.consume(caller.loginId);
    return await makePayment(context, {
      caller,
      client: clientOf(request),
      language: readerLanguage(headers['Accept-Language']),
      key: headers['Idempotency-Key'],
      body,
    });
  });

  endpoints.signedIn(plannedPayments, ({ caller, query }) =>
    showPlannedPayments(portal, caller, query.billing_account_id),
  );

  endpoints.signedIn(cancelEndpoint, ({ caller, body, request }) =>
    cancelPlannedPayment(portal, { caller, client: clientOf(request), id: body.id }),
  );

  endpoints.signedIn(contract.paymentReceipt, ({ caller, query }) => showReceipt(portal, caller, query.id));

  endpoints.signedIn(contract.paymentReceiptPdf, async ({ caller, query, reply }) => {
    const { fileName, bytes } = await pdfs.make(caller.loginId, {
      read: () => readReceiptDocument(portal, { caller, paymentId: query.id }),
      render: (document, renderer) => renderReceipt(portal, renderer, document),
    });
    reply.header('Content-Disposition', `attachment; filename="${fileName}"`);
    return bytes;
  });
}
