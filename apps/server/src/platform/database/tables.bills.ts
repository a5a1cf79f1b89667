import type { ChargeType } from '@myaccount/contract/invoices';
import type { Language } from '@myaccount/contract/languages';
import type { ColumnType, Generated } from 'kysely';
import type { WithDefault } from './column.ts';

/** What a bill's document says of its addressee and of the bills before it, as it was issued. */
export interface AsIssued {
  readonly language: Language;
  readonly holderName: string;
  readonly businessName: string | null;
  /** Lines as on an envelope. */
  readonly billingAddress: readonly string[];
  readonly serviceAddress: readonly string[];
  /** The part of the previous balance whose due date had passed. */
  readonly pastDueCents: number;
  /** The oldest due date of that part; null when nothing was past due. */
  readonly pastDueSince: string | null;
  /** Own charges of the bills before, oldest first, by month `YYYY-MM`. */
  readonly earlierBills: readonly { readonly month: string; readonly amountCents: number }[];
}

export interface InvoiceTable {
  account_id: string;
  id: Generated<string>;
  invoice_number: string;
  issued_on: string;
  due_on: string;
  original_due_on: string;
  period_start: string;
  period_end: string;
  previous_balance_cents: number;
  payments_received_cents: WithDefault<number>;
  amount_cents: number;
  open_cents: number;
  as_issued: ColumnType<AsIssued, string, string>;
  paid_on: string | null;
  voided_at: Date | null;
}

export interface InvoiceItemTable {
  account_id: string;
  invoice_id: string;
  position: number;
  description: string;
}

export interface InvoiceChargeTable {
  account_id: string;
  invoice_id: string;
  item_position: number;
  position: number;
  charge_type: ChargeType;
  description: string;
  amount_cents: number;
}

export interface OpeningBalanceTable {
  account_id: string;
  amount_cents: number;
  open_cents: number;
  due_on: string;
}
