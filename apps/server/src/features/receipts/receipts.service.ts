import { dollarsFromCents, sumCents } from '@myaccount/contract/money';
import type { Receipt } from '@myaccount/contract/payments';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { worthOf } from '../balance/worth.rules.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { paymentRowOf } from '../payment-state/payment-row.rules.ts';
import { partlyApprovedOf } from '../payment-state/payment-state.rules.ts';
import type { ReceiptAllocation, ReceiptRefund } from './pdf/receipt-document.ts';
import { findMailAddress, findPayment, listAllocations, listRefunded } from './receipts.repository.ts';

/** A payment with its account number and allocations. */
export interface PaymentDetails {
  readonly payment: Payment;
  readonly accountNumber: string;
  readonly allocations: readonly ReceiptAllocation[];
  /** Amount not allocated; 0 unless the payment is completed. */
  readonly creditCents: number;
  readonly refunds: readonly ReceiptRefund[];
}

/** Returns one of the caller's payments. Throws not found, also for a payment of someone else. */
export async function getPaymentDetails(
  portal: Portal,
  caller: Caller,
  paymentId: string,
): Promise<PaymentDetails> {
  const payment = await findPayment(portal.db, caller, idOrNobody(paymentId));
  if (!payment) throw notFound();
  const allocations = await listAllocations(portal.db, payment);
  const creditCents = Math.max(0, worthOf(payment) - sumCents(allocations));
  const refunds = payment.refundedCents > 0 ? await listRefunded(portal.db, payment) : [];
  return { payment, accountNumber: payment.accountNumber, allocations, creditCents, refunds };
}

/** API-27: returns the receipt of one of the caller's payments. */
export async function showReceipt(portal: Portal, caller: Caller, paymentId: string): Promise<Receipt> {
  const details = await getPaymentDetails(portal, caller, paymentId);
  const { payment, accountNumber, allocations, creditCents, refunds } = details;
  // Another person's payment does not tell that person's address.
  const isOwn = payment.loginId === null || payment.loginId === caller.loginId;
  const requestedCents = partlyApprovedOf(payment);
  const emailedTo = isOwn ? await findMailAddress(portal.db, payment) : undefined;
  return {
    ...paymentRowOf(payment),
    ...(requestedCents && { requested: dollarsFromCents(requestedCents) }),
    planned_for: payment.state === 'PLANNED' ? payment.plannedFor : null,
    occurred_at: payment.occurredAt.toISOString(),
    account_num: accountNumber,
    emailed_to: emailedTo ?? null,
    applied_to: allocations.map(({ invoiceNumber, kind, amountCents }) => ({
      invoice_num: invoiceNumber,
      kind: kind ?? undefined,
      amount: dollarsFromCents(amountCents),
    })),
    credit: dollarsFromCents(creditCents),
    ...(refunds.length > 0 && {
      refunds: refunds.map(({ id, amountCents, occurredOn }) => ({
        id,
        amount: dollarsFromCents(amountCents),
        refunded_on: occurredOn,
      })),
    }),
  };
}
