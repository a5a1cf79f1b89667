import { billItems } from './bill-items.ts';
import { type BillInput, dueOn, type PaymentInput } from './billing-events.ts';
import { BillingHistory } from './billing-history.ts';
import {
  addDays,
  addMonths,
  cardMonth,
  cycleDayBefore,
  dayOfMonth,
  daysBetween,
  timeOn,
} from './calendar.ts';
import type { PersonaInput, PlannedVisit, SampleAccount, SavedMethod } from './persona.ts';
import { parsePlace } from './places.ts';
import { plans } from './plans.ts';

const defaultMonthsLeft = 31;
/** How many days before its due date a bill is paid by hand, by month. */
const daysEarly = [4, 9, 2, 6, 1, 12, 3];

/** Returns all import lines of an account as of the given day. */
export function sampleAccountLines(account: SampleAccount, customer: PersonaInput, today: string) {
  const { accountNumber, methods = [], visit } = account;
  const latestIssue = cycleDayBefore(today, account.issuedDaysAgo ?? 0);
  const regular = billsOf(account, latestIssue);
  const bills = [...reissuedOf(account, regular), ...adjustmentsOf(account, latestIssue)];
  const payments = [
    ...regular.flatMap((bill, index) => paymentOf(account, bill, regular.length - 1 - index) ?? []),
    ...otherPaymentsOf(account, today, latestIssue),
  ];
  const history = new BillingHistory(accountNumber, account.openingCents);
  history.replay(today, bills, payments);
  const holder = account.holder ?? account.businessName ?? `${customer.firstName} ${customer.lastName}`;
  return [
    accountLine(account, customer.id, today, latestIssue),
    ...methods.map((method) => methodLine(account, method, today, holder)),
    ...history.lines(),
    ...(visit ? [visitLine(accountNumber, visit, today)] : []),
  ];
}

function billsOf(account: SampleAccount, latestIssue: string): BillInput[] {
  const { months = 0, daysBefore = 0 } = account;
  const regular = Array.from({ length: months }, (_, index) => {
    const monthsAgo = months - 1 - index;
    const issuedOn = addMonths(latestIssue, -monthsAgo);
    return { issuedOn, nextIssue: addMonths(issuedOn, 1), items: billItems(account, monthsAgo) };
  });
  const nextIssue = regular[0]?.issuedOn;
  if (daysBefore === 0 || !nextIssue) return regular;
  const cycleDays = daysBetween(addMonths(nextIssue, -1), nextIssue);
  const items = billItems(account, months, { days: daysBefore, cycleDays });
  return [{ issuedOn: addDays(nextIssue, -daysBefore), nextIssue, items }, ...regular];
}

/** The bills with the latest one issued twice, if it was: first with a wrong charge. */
function reissuedOf({ reissued }: SampleAccount, bills: readonly BillInput[]): readonly BillInput[] {
  const latest = bills.at(-1);
  if (!reissued || !latest) return bills;
  const { daysAfter, description, cents } = reissued;
  const reversedOn = addDays(latest.issuedOn, daysAfter);
  const replacedBy = { ...latest, issuedOn: reversedOn, periodStart: latest.issuedOn };
  const wrong = { description, charges: [{ type: 'one-time' as const, description, cents }] };
  return [
    ...bills.slice(0, -1),
    { ...latest, items: [...latest.items, wrong], reversedOn, replacedBy },
    replacedBy,
  ];
}

function adjustmentsOf({ adjustments = [] }: SampleAccount, latestIssue: string): BillInput[] {
  return adjustments.map(({ kind, monthsAgo, daysAfter, reason, description, cents }) => {
    const issuedOn = addDays(addMonths(latestIssue, -monthsAgo), daysAfter);
    const type = cents < 0 ? ('discount' as const) : ('one-time' as const);
    const items = [{ description, charges: [{ type, description, cents }] }];
    return { kind, reason, issuedOn, nextIssue: addDays(issuedOn, 1), items };
  });
}

/** Returns how a bill is paid in the end, if it is. `monthsAgo` counts back from the latest bill. */
function paymentOf(account: SampleAccount, bill: BillInput, monthsAgo: number): PaymentInput | undefined {
  const { autopayMonths, paid, unpaid = 1, paysByCheck, secondMethodEvery } = account;
  const method = methodId(account, account.methods?.[0]);
  if (autopayMonths !== undefined) return { on: dueOn(bill), clock: '04:05', recurring: true, method };
  if (paid) return { on: addDays(bill.issuedOn, paid.daysAfter), clock: paid.clock, method };
  if (monthsAgo < unpaid) return undefined;
  const isBySecond = secondMethodEvery !== undefined && (monthsAgo + 1) % secondMethodEvery === 0;
  return {
    on: addDays(dueOn(bill), -(daysEarly[monthsAgo % daysEarly.length] ?? 1)),
    clock: `${twoDigits(8 + (monthsAgo % 10))}:${twoDigits((monthsAgo * 7) % 60)}`,
    method: paysByCheck ? undefined : isBySecond ? methodId(account, account.methods?.[1]) : method,
  };
}

function otherPaymentsOf(account: SampleAccount, today: string, latestIssue: string): PaymentInput[] {
  const { otherPayments = [], methods = [] } = account;
  return otherPayments.map(({ daysAgo, isBeforeBill, reversedAfterDays, isBySecondMethod, ...payment }) => {
    const on = addDays(isBeforeBill ? latestIssue : today, -daysAgo);
    const reversedOn = reversedAfterDays === undefined ? undefined : addDays(on, reversedAfterDays);
    return { ...payment, on, reversedOn, method: methodId(account, methods[isBySecondMethod ? 1 : 0]) };
  });
}

function accountLine(account: SampleAccount, customerId: string, today: string, latestIssue: string) {
  const {
    autopayMonths,
    businessName,
    place,
    entitlements = [],
    months = 0,
    daysBefore = 0,
    visit,
  } = account;
  const firstIssue = addMonths(latestIssue, 1 - months);
  return {
    type: 'account' as const,
    accountNumber: account.accountNumber,
    customerId,
    accountType: businessName ? ('BUSINESS' as const) : ('RESIDENTIAL' as const),
    accountStatus: account.status ?? 'ACTIVE',
    businessName,
    billType: account.billType ?? 'EMAIL',
    cycleDay: dayOfMonth(latestIssue),
    planId: plans[account.plan].id,
    achEnabled: account.achEnabled,
    notificationPreference: account.notificationPreference ?? 'Email',
    // Before the first bill, it begins with the visit.
    serviceSince:
      months === 0 && visit ? addDays(today, visit.inDays ?? 0) : addDays(firstIssue, -daysBefore),
    addresses: [
      { addressType: 'Service' as const, ...parsePlace(place) },
      { addressType: 'Billing' as const, ...parsePlace(account.billingPlace ?? place) },
    ],
    discounts: entitlements.map(
      ({ discountType, isApplied = false, isEligible = true, eligibleDaysAgo }) => ({
        discountType,
        isApplied,
        isEligible,
        eligibleDate: eligibleDaysAgo === undefined ? null : addDays(today, -eligibleDaysAgo),
      }),
    ),
    pin: account.pin,
    pendingCharges: '0.00',
    autopay:
      autopayMonths === undefined
        ? undefined
        : {
            methodExternalId: methodId(account, account.methods?.[0]),
            since: addDays(addMonths(latestIssue, -autopayMonths), 2),
          },
  };
}

function methodId(account: SampleAccount, method: SavedMethod | undefined): string | undefined {
  return method && `PM-${account.accountNumber}-${method.outcome ?? method.lastFour}`;
}

function methodLine(account: SampleAccount, method: SavedMethod, today: string, holder: string) {
  const {
    brand,
    lastFour,
    outcome,
    nickname = null,
    isFramed = false,
    monthsLeft = defaultMonthsLeft,
  } = method;
  const isBank = brand === 'ACH';
  const cardType = isFramed ? 'custom' : 'tokenized-credit-card';
  return {
    type: 'paymentMethod' as const,
    externalId: `PM-${account.accountNumber}-${outcome ?? lastFour}`,
    accountNumber: account.accountNumber,
    nickname,
    lastFour,
    token: [isBank ? 'bank' : brand.toLowerCase(), lastFour, outcome].filter(Boolean).join('-'),
    accountHolderName: holder,
    isDefault: method === account.methods?.[0],
    validTo: null,
    methodType: isBank ? 'tokenized-bank' : cardType,
    processor: isBank || isFramed ? 'transafe' : 'orbital',
    cardType: brand,
    expirationDate: isBank ? null : cardMonth(today, monthsLeft),
  };
}

function visitLine(accountNumber: string, visit: PlannedVisit, today: string) {
  const { kind, jobStatus, inDays = 0, from = '09:00', to = '11:00', techFirstName = null, arrival } = visit;
  const day = addDays(today, inDays);
  return {
    type: 'appointment' as const,
    externalId: `VISIT-${accountNumber}`,
    accountNumber,
    kind,
    start: timeOn(day, from),
    end: timeOn(day, to),
    jobStatus,
    techFirstName,
    shortestArrivalMinutes: arrival?.shortest ?? null,
    longestArrivalMinutes: arrival?.longest ?? null,
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
