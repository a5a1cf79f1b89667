import type { Language } from '@myaccount/contract/languages';
import type { ShownPaymentState } from '@myaccount/contract/payment-states';
import type { Addressee } from '../../../platform/pdf/letter-frame.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';

/** Everything that a receipt prints. Amounts are integer cents, days `YYYY-MM-DD`. */
export interface ReceiptDocument extends Addressee {
  readonly language: Language;
  readonly letterhead: Letterhead;
  readonly paymentNumber: string;
  /** The payment reference. */
  readonly reference: string;
  readonly transactionId: string | null;
  readonly state: ShownPaymentState;
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
}

/** A bill, or the opening debt, that the payment paid. */
export interface ReceiptAllocation {
  /** Null for the opening debt. */
  readonly invoiceNumber: string | null;
  readonly amountCents: number;
}
