import type { Generated } from 'kysely';
import type { WithDefault } from './column.ts';

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
  charge_type: 'recurring' | 'one-time' | 'usage' | 'discount' | 'tax' | 'fee';
  description: string;
  amount_cents: number;
}
