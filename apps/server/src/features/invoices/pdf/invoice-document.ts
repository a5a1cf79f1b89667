import type { ChargeType } from '@myaccount/contract/invoices';
import type { Addressee } from '../../../platform/pdf/letter-frame.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';
import type { Language } from '../../../platform/texts.ts';
import type { Statement } from '../../statement/statement.rules.ts';

/** Everything that a bill prints. Amounts are integer cents, days `YYYY-MM-DD`. */
export interface InvoiceDocument extends Addressee {
  readonly language: Language;
  readonly letterhead: Letterhead;
  readonly serviceAddress: readonly string[];
  readonly invoiceNumber: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly originalDueOn: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly paidOn: string | null;
  /** Every figure of the bill, by the rules of the statement (STATEMENT-1). */
  readonly statement: Statement;
  readonly items: readonly InvoiceDocumentItem[];
  /** Still open on this bill. */
  readonly amountToPayCents: number;
  /** The latest bills, oldest first, this one last; at most the last twelve are drawn. */
  readonly latestBills: readonly BillOfMonth[];
  /** What autopay will charge for this bill; null where autopay is off. */
  readonly autopay: ComingCharge | null;
  /** Business day on which the document is asked for: decides whether the bill is past due. */
  readonly asOf: string;
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

export interface BillOfMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly amountCents: number;
}

export interface ComingCharge {
  /** “Visa …4242”. */
  readonly methodName: string;
  readonly chargeOn: string;
  readonly amountCents: number;
}
