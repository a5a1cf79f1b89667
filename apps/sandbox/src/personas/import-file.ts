/** Lines of the provider's import file, which the portal's import reads. */
export type ImportLine =
  | PlanLine
  | CustomerLine
  | AccountLine
  | LoginLine
  | PaymentMethodLine
  | InvoiceLine
  | PaymentLine
  | AppointmentLine;

export interface PlanLine {
  readonly type: 'plan';
  readonly planId: string;
  readonly name: string;
  readonly monthlyPrice: string;
  readonly downloadMbps: number;
  readonly uploadMbps: number;
}

export interface CustomerLine {
  readonly type: 'customer';
  readonly customerId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly dateOfBirth: string;
  readonly pin: string | null;
  readonly language: 'en' | 'es';
}

export interface AddressEntry {
  readonly addressType: 'Service' | 'Billing' | 'Mailing';
  readonly streetNrFirst: string;
  readonly streetNrLast: string;
  readonly streetName: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly postCode: string;
}

export interface DiscountEntry {
  readonly discountType: 'Hero Discount' | 'GiftCard';
  readonly isApplied: boolean;
  readonly isEligible: boolean;
  readonly eligibleDate: string | null;
}

export interface AccountLine {
  readonly type: 'account';
  readonly accountNumber: string;
  readonly customerId: string;
  readonly accountType: 'RESIDENTIAL' | 'BUSINESS';
  readonly accountStatus: 'ACTIVE' | 'INACTIVE';
  readonly businessName?: string;
  readonly billType: 'EMAIL' | 'PAPER_EMAIL' | 'PAPER';
  readonly cycleDay: number;
  readonly planId: string;
  readonly monthlyPrice?: string;
  readonly achEnabled?: boolean;
  readonly notificationPreference: 'Text' | 'Email' | 'Text & Email' | '';
  readonly serviceSince: string;
  readonly addresses: AddressEntry[];
  readonly discounts: DiscountEntry[];
  readonly pin?: string;
  readonly pendingCharges: string;
  readonly autopay?: { methodExternalId: string; since: string };
}

export interface LoginLine {
  readonly type: 'login';
  readonly emailAddress: string;
  readonly givenName: string;
  readonly nickname: string;
  readonly accounts: { accountNumber: string; role: 'primary' | 'member' }[];
}

export interface PaymentMethodSummary {
  readonly methodType: 'tokenized-credit-card' | 'tokenized-bank' | 'custom';
  readonly cardType: string;
  readonly nickname: string | null;
  readonly lastFour: string | null;
}

export interface PaymentMethodLine extends PaymentMethodSummary {
  readonly type: 'paymentMethod';
  readonly externalId: string;
  readonly accountNumber: string;
  readonly processor: 'transafe' | 'orbital';
  readonly expirationDate: string | null;
  readonly token: string;
  readonly accountHolderName: string;
  readonly isDefault: boolean;
  readonly validTo: string | null;
}

export interface ChargeEntry {
  readonly type: 'recurring' | 'one-time' | 'usage' | 'discount' | 'tax' | 'fee' | 'late-fee';
  readonly description: string;
  readonly amount: string;
}

export interface InvoiceLine {
  readonly type: 'invoice';
  readonly invoiceNumber: string;
  readonly accountNumber: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly previousBalance: string;
  readonly items: { description: string; charges: ChargeEntry[] }[];
  readonly status: 'OPEN' | 'CLOSED';
  readonly paidOn: string | null;
}

export type PaymentStatus = 'COMPLETED' | 'PENDING' | 'PROCESSING_ERROR' | 'RETURNED' | 'REFUNDED';

export interface PaymentLine {
  readonly type: 'payment';
  readonly externalId: string;
  readonly accountNumber: string;
  readonly occurredOn: string;
  readonly amount: string;
  readonly status: PaymentStatus;
  readonly recurring: boolean;
  readonly methodExternalId?: string;
  readonly method?: PaymentMethodSummary;
  readonly appliedTo: { invoiceNumber: string; amount: string }[];
}

export interface AppointmentLine {
  readonly type: 'appointment';
  readonly externalId: string;
  readonly accountNumber: string;
  readonly kind: 'installation' | 'repair';
  readonly start: string;
  readonly end: string;
  readonly jobStatus: 'Ready' | 'Dispatch' | 'En Route' | 'In Progress' | 'Complete' | 'Cancelled';
  readonly techFirstName: string | null;
  readonly shortestArrivalMinutes: number | null;
  readonly longestArrivalMinutes: number | null;
}

/** Cents as dollar text in the file: 8499 is “84.99”. */
export function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
