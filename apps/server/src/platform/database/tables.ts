import type { Kysely, Transaction } from 'kysely';
import type {
  AppointmentChangeTable,
  AppointmentLinkTable,
  AppointmentTable,
  HubSubscriptionTable,
  SlotDayTable,
  SlotTable,
} from './tables.appointments.ts';
import type {
  InvoiceChargeTable,
  InvoiceItemTable,
  InvoiceTable,
  OpeningBalanceTable,
} from './tables.bills.ts';
import type {
  AccountTable,
  AddressTable,
  CustomerTable,
  DiscountTable,
  EmailChangeTable,
  HeroApplicationTable,
  LoginAccountTable,
  LoginBrowserTable,
  LoginChallengeTable,
  LoginTable,
  LoginThrottleTable,
  PlanTable,
  SessionTable,
} from './tables.customers.ts';
import type { CapturedMethodTable, FrameSequenceTable } from './tables.frames.ts';
import type {
  AuditEntryTable,
  ImportRecordTable,
  InboxEventTable,
  JobRoundTable,
  LoginAuditEntryTable,
  MetricCounterTable,
  MetricHourTable,
  MetricRollupTable,
  OutboxTable,
  PageEventTable,
} from './tables.messages.ts';
import type {
  AutopayChargeTable,
  AutopayEnrollmentTable,
  ConsentTable,
  ExportStreamTable,
  HeartbeatTable,
  IdempotencyKeyTable,
  LateDebtTable,
  LedgerPostingTable,
  PaymentAllocationTable,
  PaymentAttemptTable,
  PaymentEventTable,
  PaymentMethodTable,
  PaymentReferenceTable,
  PaymentTable,
  ProcessorComparisonTable,
} from './tables.payments.ts';
import type { TextMessageTable, TextStopTable } from './tables.texts.ts';

/** Every table, as kysely sees it: cents are safe integers, days are text, instants are Dates. */
export interface Tables {
  plan: PlanTable;
  customer: CustomerTable;
  account: AccountTable;
  address: AddressTable;
  discount: DiscountTable;
  email_change: EmailChangeTable;
  hero_application: HeroApplicationTable;
  login: LoginTable;
  login_account: LoginAccountTable;
  login_browser: LoginBrowserTable;
  login_challenge: LoginChallengeTable;
  login_throttle: LoginThrottleTable;
  session: SessionTable;
  processor_comparison: ProcessorComparisonTable;
  heartbeat: HeartbeatTable;
  invoice: InvoiceTable;
  opening_balance: OpeningBalanceTable;
  invoice_item: InvoiceItemTable;
  invoice_charge: InvoiceChargeTable;
  payment_method: PaymentMethodTable;
  frame_sequence: FrameSequenceTable;
  captured_method: CapturedMethodTable;
  consent: ConsentTable;
  autopay_enrollment: AutopayEnrollmentTable;
  autopay_charge: AutopayChargeTable;
  payment: PaymentTable;
  payment_reference: PaymentReferenceTable;
  payment_attempt: PaymentAttemptTable;
  payment_event: PaymentEventTable;
  export_stream: ExportStreamTable;
  payment_allocation: PaymentAllocationTable;
  idempotency_key: IdempotencyKeyTable;
  late_debt: LateDebtTable;
  ledger_posting: LedgerPostingTable;
  audit_entry: AuditEntryTable;
  login_audit_entry: LoginAuditEntryTable;
  outbox: OutboxTable;
  text_message: TextMessageTable;
  text_stop: TextStopTable;
  inbox_event: InboxEventTable;
  page_event: PageEventTable;
  metric_counter: MetricCounterTable;
  metric_hour: MetricHourTable;
  metric_rollup: MetricRollupTable;
  appointment: AppointmentTable;
  appointment_change: AppointmentChangeTable;
  appointment_link: AppointmentLinkTable;
  slot: SlotTable;
  slot_day: SlotDayTable;
  hub_subscription: HubSubscriptionTable;
  import_record: ImportRecordTable;
  job_round: JobRoundTable;
}

/** The typed query builder over a pool. */
export type Database = Kysely<Tables>;
/** A function that takes a `Trx` must run inside a transaction. */
export type Trx = Transaction<Tables>;
