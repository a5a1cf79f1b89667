import type { Caller } from '../../../platform/http/endpoints.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { letterheadOf, type NamedPdf, orRefuse } from '../../../platform/pdf/pdf-download.ts';
import type { PdfRenderer } from '../../../platform/pdf/pdf-renderer.ts';
import type { Portal } from '../../../platform/portal.ts';
import { getAccount } from '../../accounts/accounts.service.ts';
import { addresseeOf } from '../../accounts/addressee.rules.ts';
import { methodName } from '../../payment-methods/method-name.rules.ts';
import { partlyApprovedOf, shownState } from '../../payment-state/payment-state.rules.ts';
import { getPaymentDetails } from '../receipts.service.ts';
import type { ReceiptDocument } from './receipt-document.ts';
import { renderReceiptPdf } from './receipt-pdf.ts';

/** API-27: returns a payment's receipt as PDF, in the customer's language. */
export async function renderReceipt(
  portal: Portal,
  renderer: PdfRenderer,
  document: ReceiptDocument,
): Promise<NamedPdf> {
  const bytes = await orRefuse(renderReceiptPdf(document, renderer), portal);
  return { fileName: `receipt-${document.paymentNumber}.pdf`, bytes };
}

/** Returns what the receipt of one of the caller's payments prints. */
export async function readReceiptDocument(
  portal: Portal,
  { caller, paymentId }: { caller: Caller; paymentId: string },
): Promise<ReceiptDocument> {
  const details = await getPaymentDetails(portal, caller, paymentId);
  const { payment, accountNumber, allocations, creditCents } = details;
  // Nothing is paid yet.
  if (payment.state === 'PLANNED') throw notFound();
  const account = await getAccount(portal, caller, accountNumber);
  return {
    ...addresseeOf(account),
    language: account.language,
    letterhead: letterheadOf(portal),
    paymentNumber: payment.id,
    reference: payment.paymentReference,
    transactionId: payment.transaction ?? payment.externalId,
    state: shownState(payment.state),
    amountCents: payment.amountCents,
    requestedCents: partlyApprovedOf(payment),
    occurredOn: payment.occurredOn,
    methodName: methodName(payment.method, account.language),
    appliedTo: allocations,
    creditCents,
  };
}
