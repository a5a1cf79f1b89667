import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { languageHeader } from './headers.ts';
import { instant, opaqueId } from './text.ts';
import { visitProgress } from './visit-progress.ts';

export const addressTypes = ['Service', 'Billing', 'Mailing'] as const;
export type AddressType = (typeof addressTypes)[number];
export const accountTypes = ['RESIDENTIAL', 'BUSINESS'] as const;
export type AccountType = (typeof accountTypes)[number];
export const accountStatuses = ['ACTIVE', 'INACTIVE'] as const;
export type AccountStatus = (typeof accountStatuses)[number];
/** How an account can receive its bills. */
export const billDeliveries = ['EMAIL', 'PAPER_EMAIL', 'PAPER'] as const;
export const billTypes = [...billDeliveries, 'NONE'] as const;
export type BillType = (typeof billTypes)[number];
export const notificationPreferences = ['', 'Text', 'Email', 'Text & Email'] as const;
export type NotificationPreference = (typeof notificationPreferences)[number];
export const discountTypes = ['Hero Discount', 'GiftCard'] as const;
export type DiscountType = (typeof discountTypes)[number];
export const roles = ['primary', 'member'] as const;
export type Role = (typeof roles)[number];

export const address = z.object({
  addressType: z.enum(addressTypes),
  streetNrFirst: z.string(),
  streetNrLast: z.string(),
  streetName: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  postCode: z.string(),
});
export type Address = z.infer<typeof address>;

export const customerAccount = z.object({
  accountNumber: z.string(),
  accountType: z.enum(accountTypes),
  accountStatus: z.enum(accountStatuses),
  Business: z.object({ BusinessName: z.string().nullable() }).nullable(),
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    emailAddress: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    /** Null for whoever may not read it (account-rights.ts), and while the session is not fresh. */
    PIN: z.string().nullable(),
    hasPin: z.boolean(),
    notificationPreference: z.enum(notificationPreferences),
    /** Somebody replied STOP from this phone number: texts stay off until START. */
    textsStopped: z.boolean(),
  }),
  customerAddress: z.array(address),
  version: z.number().int(),
  role: z.enum(roles),
  /** Whether the caller is the primary user of every account that shows this contact, and so may change it. */
  ownsContact: z.boolean(),
  pendingEmailAddress: z.string().nullable(),
  /** Last day on which its code can be entered. */
  pendingEmailUntil: z.string().nullable(),
  /** Until then the caller adds no payment method and changes neither autopay's, nor email address and PIN (LOST-4). */
  securityHoldUntil: z.nullable(instant),
});
export type CustomerAccount = z.infer<typeof customerAccount>;

const trueOrFalse = z.enum(['true', 'false']);

export const accountDetails = z.object({
  ServicePlan: z.object({ planID: z.string(), planName: z.string() }),
  DiscountsList: z.array(
    z.object({
      DiscountType: z.enum(discountTypes),
      IsDiscountApplied: trueOrFalse,
      IsEligible: trueOrFalse,
      EligibleDate: z.string().nullable(),
    }),
  ),
  selectedProductOffer: z.object({ name: z.string(), id: z.string(), totalMonthlyRC: z.number() }),
  achEnabled: z.boolean(),
  GTVBillingAccountID: z.string(),
  /** The technician's next visit that is not over. `appointment/link` leads to it. */
  nextVisit: visitProgress.extend({ startDate: instant, endDate: instant }).optional(),
});
export type AccountDetails = z.infer<typeof accountDetails>;

export const billingAccount = z.object({
  id: z.string(),
  account_num: z.string(),
  bill_type: z.enum(billTypes),
  pending_charges_total: z.number(),
  balance: z.number(),
  auto_payment_authorized: z.boolean(),
  bill_cycle: z.object({ start_date: z.string(), end_date: z.string() }),
  external_account_num: z.string(),
});
export type BillingAccount = z.infer<typeof billingAccount>;

/** An account as a list of accounts shows it. */
export const listedAccount = z.object({
  /** As links that leave the portal name it. */
  id: z.string(),
  accountNumber: z.string(),
  accountType: z.enum(accountTypes),
  accountStatus: z.enum(accountStatuses),
  serviceAddress: z.nullable(address),
  /** The dashboard's `amountDue`. */
  amountDue: z.number(),
});
export type ListedAccount = z.infer<typeof listedAccount>;

export const accounts = endpoint({
  operationId: 'accounts',
  feature: 'accounts',
  method: 'GET',
  path: '/accounts',
  summary: 'The accounts of the caller with what each owes, in the order of the id_token.',
  requirement: 'API-27',
  reply: z.array(listedAccount),
  problems: [],
});

export const customerInfo = endpoint({
  operationId: 'customerInfo',
  feature: 'accounts',
  method: 'GET',
  path: '/customer/info',
  summary:
    'One account of the caller: holder, addresses, preferences. The PIN only for the primary user in a fresh session.',
  requirement: 'API-1',
  query: z.object({ CustomerID: opaqueId, AccountNumber: opaqueId }),
  reply: customerAccount,
  problems: ['request.not-found'],
});

export const customerAccountDetails = endpoint({
  operationId: 'customerAccountDetails',
  feature: 'accounts',
  method: 'GET',
  path: '/customer/account/details',
  summary: 'Plan, offer, discounts and next visit of one account.',
  requirement: 'API-2',
  // By an open page with a visit, each minute.
  isPolled: true,
  query: z.object({ AccountNumber: opaqueId }),
  headers: z.object(languageHeader),
  reply: accountDetails,
  problems: ['request.not-found'],
});

export const billingAccounts = endpoint({
  operationId: 'billingAccounts',
  feature: 'accounts',
  method: 'GET',
  path: '/billing/gtv/account',
  summary: 'The billing account of one account: balance, bill type, cycle.',
  requirement: 'API-3',
  query: z.object({ AccountNumber: opaqueId }),
  reply: z.array(billingAccount),
  problems: ['request.not-found'],
});
