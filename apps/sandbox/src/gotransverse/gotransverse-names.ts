// Names of Gotransverse's Billing API 2.0 that are inferred or not public. With access to the real service, compare these first.

/** Fields. Inferred, but `invoicePeriod…` and `invoiceOpen`, which are not public and chosen here. */
export const names = {
  phone: 'phone_number',
  contacts: 'contacts',
  services: 'services',
  invoiceType: 'invoice_type',
  invoiceDate: 'invoice_date',
  invoicePeriodStart: 'period_start_date',
  invoicePeriodEnd: 'period_end_date',
  invoiceOpen: 'balance',
  reversedDate: 'reversed_date',
  replacementInvoice: 'replacement_invoice',
  itemText: 'description',
  itemHeading: 'name',
  paymentNumber: 'payment_num',
  allocations: 'payment_allocations',
  adjustmentNumber: 'adjustment_num',
  adjustmentType: 'adjustment_type',
  adjustmentDate: 'adjustment_date',
  replacementAdjustment: 'replacement_adjustment',
  adjustmentItems: 'adjustment_items',
} as const;

/** By the import file's word. Inferred: all but ACTIVE. */
export const accountStatuses = { ACTIVE: 'ACTIVE', INACTIVE: 'DEACTIVATED', SUSPENDED: 'SUSPENDED' } as const;
/** Documented. The import file has no word for NONE. */
export const billTypes = ['PAPER', 'EMAIL', 'PAPER_EMAIL', 'NONE'];
/** Inferred: MAILING. */
export const purposes = { Service: 'PRIMARY', Billing: 'BILLING', Mailing: 'MAILING' } as const;
/** By the import file's word. Inferred. */
export const paymentStatuses = {
  COMPLETED: 'APPLIED',
  PENDING: 'PENDING',
  PROCESSING_ERROR: 'FAILED',
  RETURNED: 'CANCELED',
  REFUNDED: 'REFUNDED',
} as const;
/** Products by type of charge: an operator's own names, chosen here. */
export const productNames = {
  recurring: 'Internet service',
  'one-time': 'One-time charge',
  usage: 'Usage',
  discount: 'Discount',
  tax: 'Tax',
  fee: 'Fee',
  'late-fee': 'Late fee',
} as const;
