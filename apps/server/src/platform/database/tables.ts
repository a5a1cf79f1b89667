import type { PlanTable, CustomerTable, AccountTable, AddressTable, DiscountTable, LoginTable, LoginAccountTable, LoginCodeTable, SessionTable } from './tables.customers.ts';
import type { InvoiceTable, InvoiceItemTable, InvoiceChargeTable } from './tables.bills.ts';
import type { PaymentMethodTable, ConsentTable, AutopayEnrollmentTable, PaymentTable, PaymentAttemptTable, PaymentAllocationTable, IdempotencyKeyTable, LedgerPostingTable } from './tables.payments.ts';
import type { AuditEntryTable, OutboxTable, InboxEventTable, MetricCounterTable, AppointmentTable, SlotTable, ImportRecordTable } from './tables.messages.ts';

/** Every table of the migrations, as kysely sees it: cents as safe integers, days as text, instants as Date. */
export interface Tables {
  plan: PlanTable;
  customer: CustomerTable;
  account: AccountTable;
  address: AddressTable;
  discount: DiscountTable;
  login: LoginTable;
  login_account: LoginAccountTable;
  login_code: LoginCodeTable;
  session: SessionTable;
  invoice: InvoiceTable;
  invoice_item: InvoiceItemTable;
  invoice_charge: InvoiceChargeTable;
  payment_method: PaymentMethodTable;
  consent: ConsentTable;
  autopay_enrollment: AutopayEnrollmentTable;
  payment: PaymentTable;
  payment_attempt: PaymentAttemptTable;
  payment_allocation: PaymentAllocationTable;
  idempotency_key: IdempotencyKeyTable;
  ledger_posting: LedgerPostingTable;
  audit_entry: AuditEntryTable;
  outbox: OutboxTable;
  inbox_event: InboxEventTable;
  metric_counter: MetricCounterTable;
  appointment: AppointmentTable;
  slot: SlotTable;
  import_record: ImportRecordTable;
}
