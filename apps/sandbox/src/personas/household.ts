import { type BillTerms, Books, type Charge, type PaymentTerms, regularTerms } from './books.ts';
import { addDays, addMonths, cycleDayBefore, dayOfMonth } from './calendar.ts';
import {
  type AccountLine,
  type AppointmentLine,
  type DiscountEntry,
  dollars,
  type ImportLine,
  type PaymentMethodLine,
} from './import-file.ts';
import { addressesAt, type Place, taxesAt } from './places.ts';
import { type Extra, monthlyItems, type Plan, proratedItems } from './tariff.ts';

/** How the bill of a cycle is paid; nothing where it is not. `monthsAgo` counts back from the latest bill. */
export type Habit = (bill: BillTerms, monthsAgo: number) => PaymentTerms[];

/** One account with its history. */
export interface Household {
  accountNumber: string;
  customerId: string;
  about: string;
  place: Place;
  billingPlace?: Place;
  plan: Plan;
  businessName?: string;
  status?: 'ACTIVE' | 'INACTIVE';
  billType?: AccountLine['billType'];
  language?: 'en' | 'es';
  notificationPreference?: AccountLine['notificationPreference'];
  achEnabled?: boolean;
  pin?: string;
  /** Days before today that the latest bill was issued. */
  issuedDaysAgo: number;
  /** Regular bills; none: service is about to begin. */
  months: number;
  /** Days of service before the first regular bill, which the first bill charges by the day. */
  daysBefore?: number;
  extras?: readonly Extra[];
  /** Discounts on the bill so many months ago. */
  discounts?: (monthsAgo: number) => readonly Charge[];
  /** What happened in the month of the bill so many months ago. */
  happened?: (monthsAgo: number) => readonly Charge[];
  /** Price of the plan on the bill so many months ago, where it was another. */
  planCents?: (monthsAgo: number) => number | undefined;
  paid?: Habit;
  /** Payments beside the habit. */
  otherPayments?: (latest: BillTerms | undefined) => PaymentTerms[];
  methods?: readonly PaymentMethodLine[];
  /** The method that autopay charges, and since when, in months before the latest bill. */
  autopay?: { method: string; monthsAgo: number };
  entitlements?: readonly DiscountEntry[];
  appointments?: readonly AppointmentLine[];
  pendingCents?: number;
}

/** Everything the import file says of an account as of the day. */
export function householdLines(household: Household, today: string): ImportLine[] {
  const bills = billsOf(household, today);
  const { paid = () => [], otherPayments = () => [] } = household;
  const latest = bills.at(-1);
  const payments = [
    ...bills.flatMap((bill, index) => paid(bill, bills.length - 1 - index)),
    ...otherPayments(latest),
  ];
  const books = Books.until(today, household.accountNumber, bills, payments);
  return [
    accountLine(household, today),
    ...(household.methods ?? []),
    ...books.lines(),
    ...(household.appointments ?? []),
  ];
}

function latestIssue(household: Household, today: string): string {
  return cycleDayBefore(today, household.issuedDaysAgo);
}

/** The day service began. */
function serviceSince(household: Household, today: string): string {
  const firstRegular = addMonths(latestIssue(household, today), 1 - household.months);
  return addDays(firstRegular, -(household.daysBefore ?? 0));
}

function billsOf(household: Household, today: string): BillTerms[] {
  const { months, daysBefore = 0 } = household;
  if (months === 0) return [];
  const latest = latestIssue(household, today);
  const issues = Array.from({ length: months }, (_, index) => addMonths(latest, index - months + 1));
  const regular = issues.map((issuedOn, index) =>
    regularTerms(issuedOn, addMonths(issuedOn, 1), monthlyItems(contentOf(household, months - 1 - index))),
  );
  const [first] = issues;
  if (daysBefore === 0 || !first) return regular;
  const since = addDays(first, -daysBefore);
  const items = proratedItems(contentOf(household, months), since, first);
  return [regularTerms(since, first, items), ...regular];
}

function contentOf(household: Household, monthsAgo: number) {
  const { plan, extras = [], place, language = 'en' } = household;
  return {
    plan,
    planCents: household.planCents?.(monthsAgo),
    extras,
    discounts: household.discounts?.(monthsAgo) ?? [],
    happened: household.happened?.(monthsAgo) ?? [],
    taxes: taxesAt(place),
    language,
  };
}

function accountLine(household: Household, today: string): AccountLine {
  const { autopay, businessName, plan } = household;
  const latest = latestIssue(household, today);
  return {
    type: 'account',
    accountNumber: household.accountNumber,
    customerId: household.customerId,
    accountType: businessName ? 'BUSINESS' : 'RESIDENTIAL',
    accountStatus: household.status ?? 'ACTIVE',
    ...(businessName ? { businessName } : {}),
    billType: household.billType ?? 'EMAIL',
    cycleDay: dayOfMonth(latest),
    planId: plan.id,
    ...(household.achEnabled === false ? { achEnabled: false } : {}),
    notificationPreference: household.notificationPreference ?? 'Email',
    serviceSince: serviceSince(household, today),
    addresses: addressesAt(household.place, household.billingPlace),
    discounts: [...(household.entitlements ?? [])],
    ...(household.pin ? { pin: household.pin } : {}),
    pendingCharges: dollars(household.pendingCents ?? 0),
    ...(autopay
      ? {
          autopay: {
            methodExternalId: autopay.method,
            since: addDays(addMonths(latest, -autopay.monthsAgo), 2),
          },
        }
      : {}),
  };
}
