import type { Tables } from '../tables.ts';

/** Every table of the migrations, apart from the view of the numbers to look up. */
type TableName = Exclude<keyof Tables, 'numbered_row'> | 'payment_transition' | 'rate_limit';

/**
 * The column by which a table's rows are distributed in a database of several nodes, or that it stays together on one of them
 * (docs/decisions/32-scale.md): sign-ins and what belongs to them, outgoing messages, what is about no account, and settings. What
 * triggers of distributed tables compare with is everywhere.
 */
export const placement: Readonly<Record<TableName, 'account_id' | 'id' | 'everywhere' | 'together'>> = {
  account: 'id',
  account_lookup: 'together',
  address: 'account_id',
  appointment: 'account_id',
  appointment_change: 'account_id',
  appointment_link: 'account_id',
  audit_entry: 'account_id',
  autopay_charge: 'account_id',
  autopay_enrollment: 'account_id',
  billing_cursor: 'together',
  billing_pace: 'together',
  billing_reading: 'account_id',
  billing_refusal: 'account_id',
  // Found by its token, and ended with its login.
  calendar_feed: 'together',
  captured_method: 'together',
  charge_notice: 'account_id',
  consent: 'account_id',
  customer: 'together',
  discount: 'account_id',
  email_change: 'account_id',
  export_stream: 'together',
  frame_sequence: 'together',
  heartbeat: 'together',
  hero_application: 'account_id',
  hub_subscription: 'together',
  // Stays with the login: one key never charges two accounts.
  idempotency_key: 'together',
  import_record: 'account_id',
  inbox_event: 'together',
  invoice: 'account_id',
  invoice_charge: 'account_id',
  invoice_item: 'account_id',
  job_round: 'together',
  late_debt: 'account_id',
  ledger_posting: 'account_id',
  login: 'together',
  login_account: 'together',
  login_audit_entry: 'together',
  login_browser: 'together',
  login_challenge: 'together',
  login_change: 'together',
  login_throttle: 'together',
  metric_counter: 'together',
  metric_hour: 'together',
  metric_rollup: 'together',
  opening_balance: 'account_id',
  orbital_coverage: 'together',
  outbox: 'together',
  page_event: 'account_id',
  payment: 'account_id',
  payment_allocation: 'account_id',
  payment_attempt: 'account_id',
  payment_event: 'account_id',
  payment_method: 'account_id',
  payment_reference: 'account_id',
  payment_transition: 'everywhere',
  plan: 'together',
  processor_comparison: 'together',
  rate_limit: 'together',
  refund: 'account_id',
  session: 'together',
  slot: 'together',
  slot_day: 'together',
  text_message: 'account_id',
  text_stop: 'account_id',
};

/** Each distributed table with its column. */
export const distributionColumns: ReadonlyMap<string, string> = new Map(
  Object.entries(placement).filter(([, place]) => place === 'id' || place === 'account_id'),
);

/** The tables that stay on the coordinator. */
export const togetherTables: readonly string[] = Object.entries(placement).flatMap(([table, place]) =>
  place === 'together' ? table : [],
);
