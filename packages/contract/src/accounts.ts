import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { opaqueId } from './text.ts';

export const address = z.object({
  addressType: z.enum(['Service', 'Billing', 'Mailing']),
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
  accountType: z.enum(['RESIDENTIAL', 'BUSINESS']),
  accountStatus: z.enum(['ACTIVE', 'INACTIVE']),
  Business: z.object({ BusinessName: z.string().nullable() }).nullable(),
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    emailAddress: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    PIN: z.string().nullable(),
    notificationPreference: z.string(),
  }),
  customerAddress: z.array(address),
  version: z.number().int(),
  role: z.enum(['primary', 'member']),
  pendingEmailAddress: z.string().nullable(),
});
export type CustomerAccount = z.infer<typeof customerAccount>;

const trueOrFalse = z.enum(['true', 'false']);

export const accountDetails = z.object({
  ServicePlan: z.object({ planID: z.string(), planName: z.string() }),
  DiscountsList: z.array(
    z.object({
      DiscountType: z.enum(['Hero Discount', 'GiftCard']),
      IsDiscountApplied: trueOrFalse,
      IsEligible: trueOrFalse,
      EligibleDate: z.string().nullable(),
    }),
  ),
  selectedProductOffer: z.object({ name: z.string(), id: z.string(), totalMonthlyRC: z.number() }),
  achEnabled: z.boolean(),
  GTVBillingAccountID: z.string(),
});
export type AccountDetails = z.infer<typeof accountDetails>;

export const billingAccount = z.object({
  id: z.string(),
  account_num: z.string(),
  bill_type: z.enum(['EMAIL', 'PAPER_EMAIL', 'PAPER', 'NONE']),
  pending_charges_total: z.number(),
  balance: z.number(),
  auto_payment_authorized: z.boolean(),
  bill_cycle: z.object({ start_date: z.string(), end_date: z.string() }),
  external_account_num: z.string(),
});
export type BillingAccount = z.infer<typeof billingAccount>;

export const customerInfo = endpoint({
  method: 'GET',
  path: '/customer/info',
  summary: 'One account of the caller: holder, addresses, preferences. The PIN only for the primary user.',
  requirement: 'API-1',
  query: z.object({ CustomerID: opaqueId, AccountNumber: opaqueId }),
  reply: customerAccount,
  problems: [],
});

export const customerAccountDetails = endpoint({
  method: 'GET',
  path: '/customer/account/details',
  summary: 'Plan, offer and discounts of one account.',
  requirement: 'API-2',
  query: z.object({ AccountNumber: opaqueId }),
  reply: accountDetails,
  problems: [],
});

export const billingAccounts = endpoint({
  method: 'GET',
  path: '/billing/gtv/account',
  summary: 'The billing account of one account: balance, bill type, cycle.',
  requirement: 'API-3',
  query: z.object({ AccountNumber: opaqueId }),
  reply: z.array(billingAccount),
  problems: [],
});
