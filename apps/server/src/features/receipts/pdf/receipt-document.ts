import type { InvoiceKind } from '@myaccount/contract/invoices';
import type { Language } from '@myaccount/contract/languages';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { ShownPaymentState } from '@myaccount/contract/payment-states';
import type { Addressee } from '../../../platform/pdf/letter-frame.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';

/** Everything that a receipt prints. Amounts are integer cents, days `YYYY-MM-DD`. */
export interface ReceiptDocument extends Addressee {
  readonly language: Language;
  readonly letterhead: Letterhead;
  /** The payment reference: the one number of a payment that people read. */
  readonly reference: string;
  /** A card payment without a result is being confirmed; a bank debit without one is on its way. */
  readonly state: ShownPaymentState | 'CONFIRMING';
  /** Why the payment failed or came back; null for every other payment. */
  readonly failure: PaymentFailure | null;
  readonly amountCents: number;
  /** What was asked, where only a part of it was approved. */
  readonly requestedCents?: number | undefined;
  /** Business day of the payment. */
  readonly occurredOn: string;
  /** Such as "Visa …4242". */
  readonly methodName: string;
  /** Bills that the payment paid. */
  readonly appliedTo: readonly ReceiptAllocation[];
  /** Amount not allocated to a bill: a credit on the account. */
  readonly creditCents: number;
  /** What was given back, oldest first. */
  readonly refunds: readonly ReceiptRefund[];
}

/** What was given back of a payment, and on which day. */
export interface ReceiptRefund {
  readonly id: string;
  readonly amountCents: number;
  readonly occurredOn: string;
}

/** A bill, or the opening debt, that the payment paid. */
export interface ReceiptAllocation {
  /** Null for the opening debt. */
  readonly invoiceNumber: string | null;
  readonly kind: InvoiceKind | null;
  readonly amountCents: number;
}
