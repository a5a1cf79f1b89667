import type { BillCharge, PaymentStatus } from './billing-events.ts';
import type { AddOnName, PlanName } from './plans.ts';

/** A demo customer: what differs from the defaults. */
export interface PersonaInput {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Their first name, unless given. */
  readonly nickname?: string;
  readonly email: string;
  readonly phone: string;
  readonly born: string;
  /** None was ever set, unless given. */
  readonly pin?: string;
  readonly language?: 'en' | 'es';
  readonly about: string;
  readonly accounts: readonly SampleAccount[];
  /** A new e-mail address that the persona saved and has not proved; no import knows of it. */
  readonly pendingEmail?: string;
  /** Days since the persona got a text about each visit, with a link. No import knows of it. */
  readonly textedDaysAgo?: number;
}

/** One account and its history: a residential one by default, with bills by e-mail that are paid by hand. */
export interface SampleAccount {
  readonly accountNumber: string;
  readonly about: string;
  readonly place: string;
  readonly billingPlace?: string;
  readonly plan: PlanName;
  readonly addOns?: readonly AddOnName[];
  readonly businessName?: string;
  /** Who holds the saved methods: the business or the customer, unless given. */
  readonly holder?: string;
  readonly status?: 'ACTIVE' | 'INACTIVE';
  readonly billType?: 'EMAIL' | 'PAPER_EMAIL' | 'PAPER';
  /** The language of its bills. */
  readonly language?: 'en' | 'es';
  readonly notificationPreference?: 'Text' | 'Email' | 'Text & Email' | '';
  readonly achEnabled?: boolean;
  readonly pin?: string;
  /** Days since the latest bill was issued. */
  readonly issuedDaysAgo?: number;
  /** Number of regular bills. 0: service has not begun. */
  readonly months?: number;
  /** Days of service before the first regular bill. A prorated first bill charges them. */
  readonly daysBefore?: number;
  /** What was owed before the first bill; below 0 it was credit. */
  readonly openingCents?: number;
  /** Discounts on the plan, on the latest bills or on all. */
  readonly discounts?: readonly { description: string; cents: number; months?: number }[];
  /** One-time charges, usage, and credits. */
  readonly otherCharges?: readonly OtherCharge[];
  /** An earlier price of the plan, and how many months before the latest bill it ended. */
  readonly earlierPrice?: { readonly monthsAgo: number; readonly cents: number };
  /** The first one is the default. */
  readonly methods?: readonly SavedMethod[];
  /** How many months before the latest bill autopay began, with the default method. */
  readonly autopayMonths?: number;
  /** The latest bills that are not paid by hand: one, unless given. */
  readonly unpaid?: number;
  /** When each bill is paid by hand, if always on the same day after it is issued. */
  readonly paid?: { readonly daysAfter: number; readonly clock: string };
  /** Bills are paid by a check in the mail, although a method is saved. */
  readonly paysByCheck?: boolean;
  /** Interval in months of the bills that are paid with the second method. */
  readonly secondMethodEvery?: number;
  readonly otherPayments?: readonly OtherPayment[];
  /** Credits, debit adjustments, and manual bills. */
  readonly adjustments?: readonly Adjustment[];
  /** The latest bill was issued with a wrong charge, reversed days later, and issued again without it. */
  readonly reissued?: { readonly daysAfter: number; readonly description: string; readonly cents: number };
  readonly entitlements?: readonly Entitlement[];
  readonly visit?: PlannedVisit;
}

/** What billing issues beside the regular bills, some days after one of them. */
export interface Adjustment {
  readonly kind: 'manual' | 'credit' | 'debit';
  /** The bill this many months before the latest. */
  readonly monthsAgo: number;
  readonly daysAfter: number;
  /** A credit's and a debit's. */
  readonly reason?: string | undefined;
  readonly description: string;
  /** Below 0 of a credit. */
  readonly cents: number;
}

/** A charge on the bill this many months before the latest. */
export interface OtherCharge extends BillCharge {
  readonly monthsAgo: number;
}

/** A saved method. ACH is a bank account. */
export interface SavedMethod {
  readonly brand: 'VISA' | 'MC' | 'AMEX' | 'DISC' | 'ACH';
  /** It came from the card frame. TranSafe charges it, as it debits bank accounts; Orbital charges other cards. */
  readonly isFramed?: boolean;
  readonly lastFour: string;
  readonly nickname?: string;
  /** Keyword that selects the outcome in the sandbox (its start page lists them). */
  readonly outcome?: string;
  /** Months until a card expires. Negative: expired. */
  readonly monthsLeft?: number;
}

/** A payment of the balance, or of some cents, by hand. */
export interface OtherPayment {
  readonly daysAgo: number;
  /** Whether the days are counted back from the latest bill, and not from today. */
  readonly isBeforeBill?: boolean;
  readonly clock: string;
  readonly cents?: number;
  readonly status?: PaymentStatus;
  /** Days until it was returned or refunded. */
  readonly reversedAfterDays?: number;
  readonly isBySecondMethod?: boolean;
}

/** A discount that a customer can have, or has. Eligible and not applied by default. */
export interface Entitlement {
  readonly discountType: 'Hero Discount' | 'GiftCard';
  readonly isApplied?: boolean;
  readonly isEligible?: boolean;
  readonly eligibleDaysAgo?: number;
}

/** A technician's visit: today from 9 to 11 by default. */
export interface PlannedVisit {
  readonly kind: 'installation' | 'repair';
  readonly jobStatus: 'Ready' | 'Dispatch' | 'En Route' | 'In Progress' | 'Complete' | 'Cancelled';
  readonly inDays?: number;
  readonly from?: string;
  readonly to?: string;
  readonly techFirstName?: string;
  /** Shortest and longest minutes until the technician arrives. */
  readonly arrival?: { readonly shortest: number; readonly longest: number };
}

/** A gift card that can be registered for: its window is open for 70 more days. */
export const openGiftCard: Entitlement = { discountType: 'GiftCard', eligibleDaysAgo: 20 };

/** Interval of the bills that have usage. */
export function usageEvery(
  every: number,
  bills: number,
  usage: (monthsAgo: number) => Pick<OtherCharge, 'description' | 'cents'>,
): OtherCharge[] {
  return Array.from({ length: Math.ceil(bills / every) }, (_, index) => ({
    type: 'usage',
    monthsAgo: index * every,
    ...usage(index * every),
  }));
}
