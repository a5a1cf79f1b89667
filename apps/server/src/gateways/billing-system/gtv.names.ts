import type { ImportRecord } from '@myaccount/contract/import';

// The protocol of Gotransverse, from the vendor's public documentation and captured answers. [I] marks what follows from these,
// [N] what they leave open: a constant here changes it. What is documented stands where it is read.

export const basePath = '/billing/2';
export const keyHeader = 'x-api-key';
/** The most records of a page, and of a collection inside a record. */
export const pageSize = 50;
export const countHeader = 'x-total-count';

/** Resources: [I] `adjustments`. */
export const resources = {
  accounts: 'billing-accounts',
  invoices: 'invoices',
  adjustments: 'adjustments',
  payments: 'payments',
} as const;

/** [I] The resources of whole collections, below their record. */
export const collections = {
  invoiceItems: 'invoice-items',
  adjustmentItems: 'adjustment-items',
  allocations: 'payment-allocations',
} as const;

/** [I] Records after an id, in order of id. */
export const afterFilter = (id: string) => `id GT '${id}'`;

/** Members of accounts: all [I]. */
export const accountNames = {
  services: 'services',
  price: 'price',
  productCode: 'code',
  phone: 'phone_number',
  contacts: 'contacts',
} as const;

/** Members of bills: [I], the period and `balance` [N]. */
export const invoiceNames = {
  kind: 'invoice_type',
  issuedOn: 'invoice_date',
  periodStart: 'period_start_date',
  periodEnd: 'period_end_date',
  open: 'balance',
  reversedOn: 'reversed_date',
  replacedBy: 'replacement_invoice',
} as const;
export const invoiceKindOf: Readonly<Record<string, 'cycle' | 'manual'>> = {
  CYCLE: 'cycle',
  MANUAL: 'manual',
};

/** Members of adjustments: all [I]. */
export const adjustmentNames = {
  number: 'adjustment_num',
  kind: 'adjustment_type',
  issuedOn: 'adjustment_date',
  forInvoice: 'invoice',
  items: 'adjustment_items',
  reversedOn: 'reversed_date',
  replacedBy: 'replacement_adjustment',
} as const;

/** Members of lines: the name of a service is the heading [I], the text of a charge [I]. */
export const itemNames = { heading: 'name', text: 'description' } as const;

/** Members of payments: all [I]. */
export const paymentNames = {
  number: 'payment_num',
  occurredAt: 'payment_date',
  status: 'status',
  allocations: 'payment_allocations',
} as const;

/** [I] */
export const paymentStatusOf: Readonly<Record<string, ImportRecord<'payment'>['status']>> = {
  APPLIED: 'COMPLETED',
  PENDING: 'PENDING',
  FAILED: 'PROCESSING_ERROR',
  CANCELED: 'RETURNED',
  REFUNDED: 'REFUNDED',
};

/** [I] besides ACTIVE. */
export const accountStatusOf: Readonly<Record<string, ImportRecord<'account'>['accountStatus']>> = {
  ACTIVE: 'ACTIVE',
  SUSPENDED: 'ACTIVE',
  DEACTIVATED: 'INACTIVE',
};

/** Nobody is mailed or sent a bill for NONE. */
export const billTypeOf: Readonly<Record<string, ImportRecord<'account'>['billType']>> = {
  PAPER: 'PAPER',
  EMAIL: 'EMAIL',
  PAPER_EMAIL: 'PAPER_EMAIL',
  NONE: 'PAPER',
};

/** Purposes of postal addresses: [I] MAILING, and that PRIMARY is where the service is. */
export const addressTypeOf: Readonly<
  Record<string, ImportRecord<'account'>['addresses'][number]['addressType']>
> = {
  PRIMARY: 'Service',
  BILLING: 'Billing',
  MAILING: 'Mailing',
};

/** The header of a notification, and its member: an operator writes both into the vendor's request. */
export const hookKeyHeader = 'x-billing-key';
export const hookAccount = 'account_num';
