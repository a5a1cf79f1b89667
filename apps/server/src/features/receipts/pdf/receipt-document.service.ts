import { type CardType, isBeingConfirmed } from '@myaccount/contract/payment-methods';
import { formatReference } from '@myaccount/contract/payment-reference';
import type { Caller } from '../../../platform/http/endpoints.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { letterheadOf, type NamedPdf, orRefuse } from '../../../platform/pdf/pdf-download.ts';
import type { PdfRenderer } from '../../../platform/pdf/pdf-renderer.ts';
import type { Portal } from '../../../platform/portal.ts';
import { getAccount } from '../../accounts/accounts.service.ts';
import { addresseeOf } from '../../accounts/addressee.rules.ts';
import { methodName } from '../../payment-methods/method-name.rules.ts';
import { paymentRowOf } from '../../payment-state/payment-row.rules.ts';
import { partlyApprovedOf, shownState } from '../../payment-state/payment-state.rules.ts';
import { getPaymentDetails } from '../receipts.service.ts';
import type { ReceiptDocument } from './receipt-document.ts';
import { renderReceiptPdf } from './receipt-pdf.ts';

/** API-27: returns a payment as PDF, in the customer's language; only one that was made is called a receipt. */
export async function renderReceipt(
  portal: Portal,
  renderer: PdfRenderer,
  document: ReceiptDocument,
): Promise<NamedPdf> {
  const bytes = await orRefuse(renderReceiptPdf(document, renderer), portal);
  const name = document.state === 'COMPLETED' ? 'receipt' : 'payment';
  return { fileName: `${name}-${formatReference(document.reference)}.pdf`, bytes };
}

/** Returns what the receipt of one of the caller's payments prints. */
export async function readReceiptDocument(
  portal: Portal,
  { caller, paymentId }: { caller: Caller; paymentId: string },
): Promise<ReceiptDocument> {
  const details = await getPaymentDetails(portal, caller, paymentId);
  const { payment, accountNumber, allocations, creditCents, refunds } = details;
  // Nothing is paid yet.
  if (payment.state === 'PLANNED') throw notFound();
  const account = await getAccount(portal, caller, accountNumber);
  const state = shownState(payment.state);
  return {
    ...addresseeOf(account),
    language: account.language,
    letterhead: letterheadOf(portal),
    reference: payment.paymentReference,
    state: isBeingConfirmed(state, payment.method.cardType as CardType) ? 'CONFIRMING' : state,
    failure: paymentRowOf(payment).failure?.code ?? null,
    amountCents: payment.amountCents,
    requestedCents: partlyApprovedOf(payment),
    occurredOn: payment.occurredOn,
    methodName: methodName(payment.method, account.language),
    appliedTo: allocations,
    creditCents,
    refunds,
  };
}
