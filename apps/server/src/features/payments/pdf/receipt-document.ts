import type { ShownPaymentState } from '@myaccount/contract/payments';
import type { Addressee } from '../../../platform/pdf/letter-frame.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';
import type { Language } from '../../../platform/texts.ts';

/** Everything that the receipt of one payment prints. Amounts are integer cents, days `YYYY-MM-DD`. */
export interface ReceiptDocument extends Addressee {
  readonly language: Language;
  readonly letterhead: Letterhead;
  readonly paymentNumber: string;
  readonly transactionId: string | null;
  readonly state: ShownPaymentState;
  readonly amountCents: number;
  /** Business day of the payment. */
  readonly occurredOn: string;
  /** “Visa …4242”. */
  readonly methodName: string;
  /** Bills that it paid. */
  readonly appliedTo: readonly AppliedPart[];
  /** What was left over and stands as credit on the account. */
  readonly creditCents: number;
}

export interface AppliedPart {
  /** Null for the debt that the account came with. */
  readonly invoiceNumber: string | null;
  readonly amountCents: number;
}
