import type { CustomerAccount } from '@myaccount/contract/accounts';
import type { Happening, HappeningKind } from '@myaccount/contract/happenings';
import type { BillingRefresh, OpenItem } from '@myaccount/contract/home';
import type { InvoiceRow } from '@myaccount/contract/invoices';
import type { PaymentMethod, RecurringPayment } from '@myaccount/contract/payment-methods';
import type { MadePayment, Receipt } from '@myaccount/contract/payments';
import type { PlannedPayment } from '@myaccount/contract/planned-payments';
import { accountOf, billingAccountOf } from './customers.ts';
import type { FakeServer } from './fake-server.ts';

export const accountNumber = '100200300';
export const customerId = 'C-1';
const billingAccountId = 'b-1';
/** The call for the balance. */
export const refresh = 'GET /billing/gtv/billing-account/refresh';

/** The answer with the only page of a list. */
export function pageOf<Row>(result: readonly Row[]) {
  return { body: { totalCount: result.length, totalPages: 1, result } };
}

/** A saved card; `over` changes what a test is about. */
export function card(over: Partial<PaymentMethod> = {}): PaymentMethod {
  return {
    payment_method_type: 'tokenized-credit-card',
    card_type: 'VISA',
    nickname: 'Everyday card',
    expiration_date: '08/2099',
    last_four: '4242',
    token: null,
    reference: null,
    account_holder_name: null,
    first_name: null,
    last_name: null,
    custom_field_values: [],
    ...over,
  };
}

/** A bank account. */
export function bankAccount(): PaymentMethod {
  return card({ payment_method_type: 'custom', card_type: 'ACH', expiration_date: null, last_four: '6789' });
}

/** A saved method of the list. */
export function saved(id: string, over: Partial<RecurringPayment> = {}): RecurringPayment {
  return {
    id,
    auto_payment: false,
    valid_to: null,
    payment_method: card(),
    expires_soon: false,
    used_by: [],
    no_autopay: null,
    ...over,
  };
}

/** The open item of bill INV-1, of which nothing is paid unless `over` says so. */
export function openItem(over: Partial<OpenItem> = {}): OpenItem {
  return {
    invoice_id: 'i-1',
    label: 'INV-1',
    billed: over.amount ?? 84.99,
    amount: 84.99,
    due_date: '2099-12-01',
    past_due: false,
    on_its_way: 0,
    ...over,
  };
}

/** An open bill of $84.99, nothing set up; `over` without open items gets one of the whole balance, or the credit. */
export function billing(over: Partial<BillingRefresh> = {}): BillingRefresh {
  const balance = over.balance ?? 84.99;
  const item = openItem({
    amount: balance,
    due_date: over.dueDate ?? '2099-12-01',
    past_due: (over.pastDue ?? 0) > 0,
    on_its_way: over.inFlight ?? 0,
  });
  return {
    balance,
    isAutoPayEnabled: false,
    isEbillEnabled: 'EMAIL',
    asOf: null,
    isReading: false,
    billSummary: { latestInvoiceNumber: 'INV-1', latestInvoiceId: 'i-1', latestInvoiceDetails: [] },
    billDetails: { defaultPaymentMethod: { payment_method: card() }, billingAddress: null },
    accountDetails: { Address: [] },
    nextCharge: null,
    firstCharge: over.isAutoPayEnabled ? null : { date: '2099-12-01', amount: 84.99 },
    autopay: over.isAutoPayEnabled ? { payment_method: card(), has_consent: true, problem: null } : null,
    planned: 0,
    inFlight: 0,
    unconfirmed: null,
    amountDue: 84.99,
    dueDate: '2099-12-01',
    pastDue: 0,
    openItems: balance > 0 ? [item] : [],
    credit: Math.max(0, -balance),
    happenings: [],
    paidBy: null,
    firstWeeks: null,
    recentBills: [],
    ...over,
  };
}

/** Something that happens: of $84.99, with a card, on Nov 28, 2099. */
export function happening(kind: HappeningKind, over: Partial<Happening> = {}): Happening {
  const payment_method = { card_type: 'VISA', last_four: '4242' } as const;
  return { kind, date: '2099-11-28', amount: 84.99, payment_method, invoice_ids: ['i-1'], ...over };
}

/** An open bill of the list. */
export function invoiceRow(over: Partial<InvoiceRow> = {}): InvoiceRow {
  return {
    id: 'i-1',
    invoice_num: 'INV-1',
    status: 'OPEN',
    due_date: '2099-12-01',
    paid_date: null,
    amount: 84.99,
    amount_to_pay: 84.99,
    occurred_on: '2099-11-10',
    ...over,
  };
}

/** A payment dated ahead. */
export function plannedPayment(over: Partial<PlannedPayment> = {}): PlannedPayment {
  return {
    id: 'p-9',
    planned_for: '2099-11-28',
    amount: 84.99,
    payment_method: card(),
    created_at: '2099-11-20T15:00:00Z',
    can_change: true,
    ...over,
  };
}

/** The response to a completed payment. */
export function madePayment(over: Partial<MadePayment> = {}): MadePayment {
  return {
    id: 'p-1',
    status: 'COMPLETED',
    amount: 84.99,
    occurred_on: '2099-11-20',
    payment_method: card(),
    trasaction_id: '7000000001',
    failure: null,
    reference: '7K3MQ9TX',
    ...over,
  };
}

/** The receipt of a completed payment. */
export function receiptOf(over: Partial<Receipt> = {}): Receipt {
  return {
    ...madePayment(),
    use_recurring_payment: false,
    planned_for: null,
    occurred_at: '2099-11-20T15:00:00Z',
    account_num: accountNumber,
    emailed_to: null,
    applied_to: [],
    credit: 0,
    ...over,
  };
}

/** Sets the responses to everything that the shell loads before a page shows. */
export function answerForAccount(server: FakeServer, changes: Partial<CustomerAccount> = {}): void {
  server.answer('GET /customer/info', { body: accountOf(accountNumber, changes) });
  server.answer('GET /billing/gtv/account', {
    body: [billingAccountOf(accountNumber, { id: billingAccountId })],
  });
  server.answer('GET /payments/planned', { body: [] });
}

/** A visit whose technician is on the way, and nobody says when. */
export const visitUnderWay = {
  jobStatus: 'En Route',
  techFirstName: 'Sam',
  shortestArrivalETA: null,
  longestArrivalETA: null,
} as const;
