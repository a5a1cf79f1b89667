import type { ChargeType } from '@myaccount/contract/invoices';
import type { Addressee } from '../../../platform/pdf/letter-frame.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';
import type { Statement } from '../../statement/statement.rules.ts';
import type { AsIssued } from '../as-issued.rules.ts';

/**
 * Everything that a bill prints: the bill as it was issued, and nothing of the day of the download. Amounts are integer
 * cents, days `YYYY-MM-DD`.
 */
export interface InvoiceDocument extends Addressee, AsIssued {
  readonly letterhead: Letterhead;
  /** Address at which the payment form of its account opens with its first field focused (PAYMENTS-2). */
  readonly payUrl: string;
  readonly invoiceNumber: string;
  readonly issuedOn: string;
  /** The due date that the bill was issued with. */
  readonly dueOn: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** Every figure of the bill, by the rules of the statement (STATEMENT-1). */
  readonly statement: Statement;
  readonly items: readonly InvoiceDocumentItem[];
}

export interface InvoiceDocumentItem {
  readonly description: string;
  readonly charges: readonly InvoiceDocumentCharge[];
}

export interface InvoiceDocumentCharge {
  readonly chargeType: ChargeType;
  readonly description: string;
  readonly amountCents: number;
}
