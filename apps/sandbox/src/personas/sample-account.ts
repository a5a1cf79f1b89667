import {
  type BillCharge,
  type BillInput,
  BillingHistory,
  type PaymentInput,
  regularBill,
} from './billing-history.ts';
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
import { type AddOn, monthlyItems, type Plan, proratedItems } from './plans.ts';

/** Returns the payments of one bill, or none if it is unpaid. `monthsAgo` counts back from the latest bill. */
export type PaymentPattern = (bill: BillInput, monthsAgo: number) => PaymentInput[];

/** The description of one account and its history. */
export interface SampleAccount {
  readonly accountNumber: string;
  readonly customerId: string;
  readonly about: string;
  readonly place: Place;
  readonly billingPlace?: Place;
  readonly plan: Plan;
  readonly businessName?: string;
  readonly status?: 'ACTIVE' | 'INACTIVE';
  readonly billType?: AccountLine['billType'];
  readonly language?: 'en' | 'es';
  readonly notificationPreference?: AccountLine['notificationPreference'];
  readonly achEnabled?: boolean;
  readonly pin?: string;
  /** Days since the latest bill was issued. */
  readonly issuedDaysAgo: number;
  /** Number of regular bills. 0: service has not begun. */
  readonly months: number;
  /** Days of service before the first regular bill. A prorated first bill charges them. */
  readonly daysBefore?: number;
  readonly addOns?: readonly AddOn[];
  /** Discounts on the bill this many months ago. */
  readonly discounts?: (monthsAgo: number) => readonly BillCharge[];
  /** One-time charges, usage, and credits on the bill this many months ago. */
  readonly otherCharges?: (monthsAgo: number) => readonly BillCharge[];
  /** Plan price on the bill this many months ago, if it was different. */
  readonly planCents?: (monthsAgo: number) => number | undefined;
  readonly paymentPattern?: PaymentPattern;
  /** Payments outside the pattern. */
  readonly otherPayments?: (latest: BillInput | undefined) => PaymentInput[];
  readonly methods?: readonly PaymentMethodLine[];
  /** The autopay method, and the months before the latest bill when autopay began. */
  readonly autopay?: { method: string; monthsAgo: number };
  readonly entitlements?: readonly DiscountEntry[];
  readonly appointments?: readonly AppointmentLine[];
  readonly pendingCents?: number;
}

/** All import lines of an account as of the given day. */
export function sampleAccountLines(account: SampleAccount, today: string): ImportLine[] {
  const bills = billsOf(account, today);
  const { paymentPattern = () => [], otherPayments = () => [] } = account;
  const latest = bills.at(-1);
  const payments = [
    ...bills.flatMap((bill, index) => paymentPattern(bill, bills.length - 1 - index)),
    ...otherPayments(latest),
  ];
  const history = BillingHistory.replay(today, account.accountNumber, bills, payments);
  return [
    accountLine(account, today),
    ...(account.methods ?? []),
    ...history.lines(),
    ...(account.appointments ?? []),
  ];
}

function latestIssue(account: SampleAccount, today: string): string {
  return cycleDayBefore(today, account.issuedDaysAgo);
}

/** The first day of service. */
function serviceSince(account: SampleAccount, today: string): string {
  const firstRegular = addMonths(latestIssue(account, today), 1 - account.months);
  return addDays(firstRegular, -(account.daysBefore ?? 0));
}

function billsOf(account: SampleAccount, today: string): BillInput[] {
  const { months, daysBefore = 0 } = account;
  if (months === 0) return [];
  const latest = latestIssue(account, today);
  const issues = Array.from({ length: months }, (_, index) => addMonths(latest, index - months + 1));
  const regular = issues.map((issuedOn, index) =>
    regularBill(issuedOn, addMonths(issuedOn, 1), monthlyItems(billContentOf(account, months - 1 - index))),
  );
  const [first] = issues;
  if (daysBefore === 0 || !first) return regular;
  const since = addDays(first, -daysBefore);
  const items = proratedItems(billContentOf(account, months), since, first);
  return [regularBill(since, first, items), ...regular];
}

function billContentOf(account: SampleAccount, monthsAgo: number) {
  const { plan, addOns = [], place, language = 'en' } = account;
  return {
    plan,
    planCents: account.planCents?.(monthsAgo),
    addOns,
    discounts: account.discounts?.(monthsAgo) ?? [],
    otherCharges: account.otherCharges?.(monthsAgo) ?? [],
    taxes: taxesAt(place),
    language,
  };
}

function accountLine(account: SampleAccount, today: string): AccountLine {
  const { autopay, businessName, plan } = account;
  const latest = latestIssue(account, today);
  return {
    type: 'account',
    accountNumber: account.accountNumber,
    customerId: account.customerId,
    accountType: businessName ? 'BUSINESS' : 'RESIDENTIAL',
    accountStatus: account.status ?? 'ACTIVE',
    ...(businessName ? { businessName } : {}),
    billType: account.billType ?? 'EMAIL',
    cycleDay: dayOfMonth(latest),
    planId: plan.id,
    ...(account.achEnabled === false ? { achEnabled: false } : {}),
    notificationPreference: account.notificationPreference ?? 'Email',
    serviceSince: serviceSince(account, today),
    addresses: addressesAt(account.place, account.billingPlace),
    discounts: [...(account.entitlements ?? [])],
    ...(account.pin ? { pin: account.pin } : {}),
    pendingCharges: dollars(account.pendingCents ?? 0),
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
