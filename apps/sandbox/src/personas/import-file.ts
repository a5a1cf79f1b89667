/** Lines of the file that a provider's own systems bring customers in with; the portal's import reads it. */
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
  type: 'plan';
  planId: string;
  name: string;
  nameEs: string;
  monthlyPrice: string;
  downloadMbps: number;
  uploadMbps: number;
}

export interface CustomerLine {
  type: 'customer';
  customerId: string;
  firstName: string;
  lastName: string;
  emailAddress: string;
  phoneNumber: string;
  dateOfBirth: string;
  pin: string;
  language: 'en' | 'es';
}

export interface AddressEntry {
  addressType: 'Service' | 'Billing' | 'Mailing';
  streetNrFirst: string;
  streetNrLast: string;
  streetName: string;
  city: string;
  state: string;
  country: string;
  postCode: string;
}

export interface DiscountEntry {
  discountType: 'Hero Discount' | 'GiftCard';
  isApplied: boolean;
  isEligible: boolean;
  eligibleDate: string | null;
}

export interface AccountLine {
  type: 'account';
  accountNumber: string;
  customerId: string;
  accountType: 'RESIDENTIAL' | 'BUSINESS';
  accountStatus: 'ACTIVE' | 'INACTIVE';
  businessName?: string;
  billType: 'EMAIL' | 'PAPER_EMAIL' | 'PAPER';
  cycleDay: number;
  planId: string;
  monthlyPrice?: string;
  achEnabled?: boolean;
  notificationPreference: 'Text' | 'Email' | 'Text & Email' | '';
  serviceSince: string;
  addresses: AddressEntry[];
  discounts: DiscountEntry[];
  pin?: string;
  pendingCharges: string;
  autopay?: { methodExternalId: string; since: string };
}

export interface LoginLine {
  type: 'login';
  emailAddress: string;
  givenName: string;
  nickname: string;
  accounts: { accountNumber: string; role: 'primary' | 'member' }[];
}

export interface MethodLook {
  methodType: 'tokenized-credit-card' | 'tokenized-bank' | 'custom';
  cardType: string;
  nickname: string | null;
  lastFour: string | null;
}

export interface PaymentMethodLine extends MethodLook {
  type: 'paymentMethod';
  externalId: string;
  accountNumber: string;
  processor: 'transafe' | 'orbital';
  expirationDate: string | null;
  token: string;
  accountHolderName: string;
  isDefault: boolean;
  validTo: string | null;
}

export interface ChargeEntry {
  type: 'recurring' | 'one-time' | 'usage' | 'discount' | 'tax' | 'fee';
  description: string;
  amount: string;
}

export interface InvoiceLine {
  type: 'invoice';
  invoiceNumber: string;
  accountNumber: string;
  issuedOn: string;
  dueOn: string;
  periodStart: string;
  periodEnd: string;
  previousBalance: string;
  items: { description: string; charges: ChargeEntry[] }[];
  status: 'OPEN' | 'CLOSED';
  paidOn: string | null;
}

export type PaymentStatus = 'COMPLETED' | 'PENDING' | 'PROCESSING_ERROR' | 'RETURNED' | 'REFUNDED';

export interface PaymentLine {
  type: 'payment';
  externalId: string;
  accountNumber: string;
  occurredOn: string;
  amount: string;
  status: PaymentStatus;
  recurring: boolean;
  methodExternalId?: string;
  method?: MethodLook;
  appliedTo: { invoiceNumber: string; amount: string }[];
}

export interface AppointmentLine {
  type: 'appointment';
  externalId: string;
  accountNumber: string;
  kind: 'installation' | 'repair';
  start: string;
  end: string;
  jobStatus: 'Ready' | 'Dispatch' | 'En Route' | 'In Progress' | 'Complete' | 'Cancelled';
  techFirstName: string | null;
  shortestArrivalMinutes: number | null;
  longestArrivalMinutes: number | null;
}

/** Dollars as the file writes them: 8499 cents are “84.99”. */
export function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
