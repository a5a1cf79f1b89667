import { dollarsFromCents } from '@myaccount/contract/money';
import type { PaymentRow, Receipt } from '@myaccount/contract/payments';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { paymentRowOf } from './payment-answer.rules.ts';
import { findPayment, findPaymentPage, listApplied, type Payment } from './payments.repository.ts';

/** API-8: a page of the payment history of one of the caller’s accounts. */
export async function showPayments(
  portal: Portal,
  caller: Caller,
  asked: { billingAccountId: string; number: number; size: number },
): Promise<{ totalCount: number; totalPages: number; result: PaymentRow[] }> {
  const page = await findPaymentPage(portal.db, caller, {
    accountId: idOrNobody(asked.billingAccountId),
    ...asked,
  });
  if (!page) throw notFound();
  const { totalCount, payments } = page;
  return { totalCount, totalPages: Math.ceil(totalCount / asked.size), result: payments.map(paymentRowOf) };
}

/** A payment with its account’s number and what it pays. */
export interface BookedPayment {
  readonly payment: Payment;
  readonly accountNumber: string;
  readonly applied: readonly { readonly invoiceNumber: string | null; readonly amountCents: number }[];
  /** What was left over; 0 unless the payment is completed. */
  readonly creditCents: number;
}

/** One of the caller’s payments as it is booked; refuses somebody else’s like one that does not exist. */
export async function getBookedPayment(
  portal: Portal,
  caller: Caller,
  paymentId: string,
): Promise<BookedPayment> {
  const payment = await findPayment(portal.db, caller, idOrNobody(paymentId));
  if (!payment) throw notFound();
  const applied = await listApplied(portal.db, payment);
  const appliedCents = applied.reduce((sum, part) => sum + part.amountCents, 0);
  const creditCents = payment.state === 'COMPLETED' ? payment.amountCents - appliedCents : 0;
  return { payment, accountNumber: payment.accountNumber, applied, creditCents };
}

/** API-27: the receipt of one of the caller’s payments. */
export async function showReceipt(portal: Portal, caller: Caller, paymentId: string): Promise<Receipt> {
  const { payment, accountNumber, applied, creditCents } = await getBookedPayment(portal, caller, paymentId);
  const { use_recurring_payment: _, ...made } = paymentRowOf(payment);
  return {
    ...made,
    occurred_at: payment.occurredAt.toISOString(),
    account_num: accountNumber,
    applied_to: applied.map((part) => ({
      invoice_num: part.invoiceNumber,
      amount: dollarsFromCents(part.amountCents),
    })),
    credit: dollarsFromCents(creditCents),
  };
}
