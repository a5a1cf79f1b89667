import * as contract from '@myaccount/contract/payments';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Feature, ServingPortal } from '../feature.ts';
import { readReceiptDocument, renderReceipt } from './pdf/receipt-document.service.ts';
import { showReceipt } from './receipts.service.ts';

/** Registers the receipts of API-27. */
function registerReceiptsRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  endpoints.signedIn(contract.paymentReceipt, ({ caller, query }) => showReceipt(portal, caller, query.id));

  endpoints.signedIn(contract.paymentReceiptPdf, async ({ caller, query, reply }) => {
    const { fileName, bytes } = await portal.pdfs.make(
      caller.loginId,
      () => readReceiptDocument(portal, { caller, paymentId: query.id }),
      (document, renderer) => renderReceipt(portal, renderer, document),
    );
    reply.header('Content-Disposition', `attachment; filename="${fileName}"`);
    return bytes;
  });
}

/** Receipts of payments. */
export const receipts: Feature = { routes: registerReceiptsRoutes };
