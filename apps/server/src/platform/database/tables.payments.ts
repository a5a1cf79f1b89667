import type { ConsentKind } from '@myaccount/contract/consent';
import type { Language } from '@myaccount/contract/languages';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { CardType, MethodType } from '@myaccount/contract/payment-methods';
import type { PaymentState } from '@myaccount/contract/payment-states';
import type { ProcessorName } from '@myaccount/contract/processors';
import type { Generated } from 'kysely';
import type { ReadOnly, WithDefault } from './column.ts';

export const ledgerAccounts = ['receivable', 'revenue', 'tax', 'cash', 'opening', 'adjustment'] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];
export const attemptKinds = ['charge', 'inquiry'] as const;
/**
 * Why automatic charges wait: the database was restored, another server of PostgreSQL was promoted, or no server beat for ten
 * minutes, as after a snapshot of the machine.
 */
export const pauseReasons = ['restored', 'promoted', 'stopped'] as const;
export type PauseReason = (typeof pauseReasons)[number];

export interface PaymentMethodTable {
  account_id: string;
  id: Generated<string>;
  external_id: string | null;
  method_type: MethodType;
  processor: ProcessorName;
  card_type: CardType;
  nickname: string | null;
  last_four: string | null;
  expires_on: string | null;
  account_holder_name: string | null;
  token_sealed: Buffer;
  token_key_id: string;
  is_default: WithDefault<boolean>;
  valid_to: Date | null;
  created_at: Date;
  expiry_mailed_for: WithDefault<string | null>;
  is_valid: WithDefault<boolean>;
  network_transaction: WithDefault<string | null>;
  consent_id: WithDefault<string | null>;
}

export interface ConsentTable {
  account_id: string;
  id: Generated<string>;
  kind: ConsentKind;
  text_version: string;
  language: Language;
  agreed_text: string;
  agreed_at: Date;
  client_address: string;
  login_id: string | null;
}

export interface AutopayEnrollmentTable {
  account_id: string;
  id: Generated<string>;
  payment_method_id: string;
  consent_id: string | null;
  enrolled_at: Date;
  ended_at: Date | null;
  enrolled_on: WithDefault<string | null>;
}

export interface AutopayChargeTable {
  account_id: string;
  due_on: string;
  attempt: number;
  run_on: string;
  payment_method_id: string;
  payment_id: string | null;
  refusal: PaymentFailure | null;
  amount_cents: number;
  retry_on: WithDefault<string | null>;
  followed_up_at: WithDefault<Date | null>;
}

export interface LateDebtTable {
  account_id: string;
  id: Generated<string>;
  /** Null for the opening debt. */
  invoice_id: string | null;
  added_on: string;
  amount_cents: number;
  collect_on: WithDefault<string | null>;
}

export interface PaymentTable {
  account_id: string;
  id: Generated<string>;
  external_id: string | null;
  login_id: string | null;
  state: PaymentState;
  amount_cents: number;
  requested_cents: WithDefault<number | null>;
  promised_cents: WithDefault<number | null>;
  is_recurring: WithDefault<boolean>;
  planned_for: string | null;
  occurred_at: Date;
  occurred_on: string;
  state_at: WithDefault<Date | null>;
  payment_method_id: string | null;
  method_type: string;
  processor: ProcessorName | null;
  card_type: string;
  nickname: string | null;
  last_four: string | null;
  processor_reference: string | null;
  processor_transaction: string | null;
  failure_code: PaymentFailure | null;
  failure_text: string | null;
  consent_id: string | null;
  autopay_consent_id: WithDefault<string | null>;
  reconcile_attempts: WithDefault<number>;
  reconcile_at: Date | null;
  reconciled_at: WithDefault<Date | null>;
  manual_review_reason: string | null;
}

/** A trigger gives every payment its reference. */
export interface PaymentReferenceTable {
  account_id: ReadOnly<string>;
  payment_id: ReadOnly<string>;
  reference: ReadOnly<string>;
}

export interface PaymentEventTable {
  account_id: ReadOnly<string>;
  number: ReadOnly<number>;
  payment_id: ReadOnly<string>;
  from_state: ReadOnly<PaymentState>;
  to_state: ReadOnly<PaymentState>;
  amount_cents: ReadOnly<number>;
  at: ReadOnly<Date>;
  export_position: ReadOnly<number | null>;
  export_batch: ReadOnly<string | null>;
}

export interface ExportStreamTable {
  id: ReadOnly<string>;
}

export interface PaymentAttemptTable {
  account_id: string;
  payment_id: string;
  number: number;
  kind: (typeof attemptKinds)[number];
  started_at: Date;
  finished_at: Date | null;
  outcome: string | null;
  detail: string | null;
}

export interface PaymentAllocationTable {
  account_id: string;
  id: Generated<string>;
  /** Null when the credit is no payment: a negative bill, or the opening credit. */
  payment_id: string | null;
  credit_invoice_id: WithDefault<string | null>;
  /** Null when the opening debt is paid. */
  invoice_id: string | null;
  amount_cents: number;
  /** True when an import file says what the payment pays. */
  is_stated: WithDefault<boolean>;
  allocated_at: Date;
  reversed_at: Date | null;
}

export interface IdempotencyKeyTable {
  login_id: string;
  call: string;
  key: string;
  request_hash: Buffer;
  account_id: string;
  payment_id: string;
  created_at: Date;
}

export interface LedgerPostingTable {
  account_id: string;
  id: Generated<string>;
  event_key: string;
  debit: LedgerAccount;
  credit: LedgerAccount;
  amount_cents: number;
  occurred_on: string;
  posted_at: Date;
  invoice_id: string | null;
  payment_id: string | null;
}

export interface HeartbeatTable {
  id: WithDefault<boolean>;
  system_identifier: string;
  timeline: string;
  beat_at: Date;
  paused_for: WithDefault<PauseReason | null>;
  paused_at: WithDefault<Date | null>;
  unsure_from: WithDefault<Date | null>;
  is_orbital_compared: WithDefault<boolean>;
  resumed_because: WithDefault<string | null>;
}

export interface ProcessorComparisonTable {
  processor: ProcessorName;
  compared_until: Date;
  differences: number;
}
