import { addDays } from '@myaccount/contract/calendar';
import { type GiftCardEntry, giftCardState, lastGiftDay } from '@myaccount/contract/gift-card-window';
import { type Happening, happeningKinds, mostHappenings } from '@myaccount/contract/happenings';
import { dollarsFromCents } from '@myaccount/contract/money';
import { paymentFailureOf } from '@myaccount/contract/payment-failures';
import { type CardType, isExpired } from '@myaccount/contract/payment-methods';
import type { JobStatus } from '@myaccount/contract/visit-progress';
import { progressFieldsOf } from '../accounts/visit-progress.rules.ts';
import type { Balance, OpenItem } from '../balance/balance.rules.ts';
import type { StoredReading } from '../billing-system/opening.service.ts';
import { expiresSoon, type ShownMethod } from '../payment-methods/payment-methods.rules.ts';

type NamedMethod = Pick<ShownMethod, 'cardType' | 'lastFour'>;

/** What the database knows of happenings that nothing else on the dashboard needs. Days are business days. */
export interface StoredFacts {
  /** What is planned, on its way, or the last to fail or come back, each since its day, by these. */
  readonly payments: readonly (NamedMethod & {
    readonly state: string;
    readonly amountCents: number;
    readonly occurredOn: string;
    readonly day: string;
    readonly failureCode: string | null;
    /** It can be charged on its day, as far as is known. */
    readonly isUsable: boolean;
  })[];
  /** A technician is on the way or at work. Instants are texts. */
  readonly visit: {
    readonly day: string;
    readonly jobStatus: JobStatus;
    readonly techFirstName: string | null;
    readonly shortest: number | null;
    readonly longest: number | null;
    readonly estimatedAt: string | null;
  } | null;
  /** A visit is planned, or was, and not cancelled. */
  readonly hasVisit: boolean;
  readonly giftCard: GiftCardEntry | null;
  /** Null before the billing system was asked for, and without one. */
  readonly reading: StoredReading | null;
  /** When the Hero Discount was asked for, unless it is applied. */
  readonly heroAskedOn: string | null;
  /** Nothing is charged by itself for now. */
  readonly isPaused: boolean;
  readonly isAutopayUsable: boolean;
}

/** Everything that happenings are made from. */
export interface HappeningFacts extends StoredFacts {
  readonly today: string;
  readonly balance: Balance;
  /** False of a closed account: only its money is told. */
  readonly isActive: boolean;
  readonly defaultMethod: ShownMethod | undefined;
  readonly autopayMethod: ShownMethod | undefined;
  readonly pendingEmail: Pick<Happening, 'date' | 'email_address'> | null;
  readonly expiresSoonDays: number;
  readonly giftDays: number;
}

type Found = Omit<Happening, 'kind'>;

/** How long an application for the Hero Discount is told. */
const heroDays = 14;
const sentStates: readonly string[] = ['SUBMITTING', 'UNKNOWN', 'PENDING'];
const payingKinds: readonly string[] = ['on-its-way', 'planned', 'late-debt', 'autopay'];

/** When each kind is told, and with what. It finds nothing where another has the newer truth. */
const finders: Readonly<Record<Happening['kind'], (facts: HappeningFacts) => readonly Found[]>> = {
  returned: (facts) => findTrouble(facts, 'RETURNED'),
  declined: (facts) => findTrouble(facts, 'PROCESSING_ERROR'),
  visit: findVisit,
  'method-expired': (facts) => findOldMethod(facts, true),
  'on-its-way': findSent,
  planned: findPlanned,
  'late-debt': (facts) => findCharge(facts, true),
  autopay: (facts) => findCharge(facts, false),
  'method-expires': (facts) => findOldMethod(facts, false),
  email: ({ pendingEmail }) => (pendingEmail ? [pendingEmail] : []),
  'gift-card': findGiftCard,
  'hero-discount': ({ heroAskedOn: date, today }) =>
    date && addDays(date, heroDays) >= today ? [{ date }] : [],
};

/** HOME-7: what just happened and what comes next on an account, best first. Pages and support say the same. */
export function happeningsOf(facts: HappeningFacts): Happening[] {
  return happeningKinds
    .flatMap((kind) => finders[kind](facts).map((found) => ({ kind, ...found })))
    .filter(({ invoice_ids: isMoney }) => isMoney || facts.isActive)
    .slice(0, mostHappenings);
}

function money(date: string, cents: number, items: readonly OpenItem[], method?: NamedMethod): Found {
  const invoice_ids = items.flatMap(({ invoiceId }) => invoiceId ?? []);
  return { date, amount: dollarsFromCents(cents), invoice_ids, ...(method && named(method)) };
}

function named({ cardType, lastFour }: NamedMethod): Pick<Happening, 'payment_method'> {
  return { payment_method: { card_type: cardType as CardType, last_four: lastFour } };
}

/** Returns the open items that money from one amount to another pays, oldest first. */
function paidBetween({ openItems }: Balance, from: number, to: number): OpenItem[] {
  let end = 0;
  return openItems.filter(({ openCents }) => {
    end += openCents;
    return end > from && end - openCents < to;
  });
}

/** Returns the open items that wait for more than money on its way and planned payments. */
function uncovered({ balance }: HappeningFacts): OpenItem[] {
  return paidBetween(balance, balance.inFlightCents + balance.plannedCents, Number.POSITIVE_INFINITY);
}

/** A debit that came back or a charge that was declined: the newest, while what it was for waits for money. */
function findTrouble(facts: HappeningFacts, state: 'RETURNED' | 'PROCESSING_ERROR'): Found[] {
  const { autopayProblem: problem, autopayCharge: charge } = facts.balance;
  const failed = facts.payments.findLast((payment) =>
    ['RETURNED', 'PROCESSING_ERROR'].includes(payment.state),
  );
  // What autopay charged is a payment itself, unless nothing was sent.
  const payment = failed && failed.day >= (problem?.runOn ?? '') ? failed : undefined;
  const trouble = payment ?? (problem && { ...problem, day: problem.runOn, state: 'PROCESSING_ERROR' });
  if (trouble?.state !== state) return [];
  const items = uncovered(facts).filter(({ issuedOn, dueOn }) =>
    payment ? (issuedOn ?? '') <= payment.occurredOn : dueOn <= (problem?.dueOn ?? ''),
  );
  if (items.length === 0) return [];
  const reason = payment ? paymentFailureOf(payment) : (problem?.failure ?? 'declined');
  const next = problem && { retry_date: charge?.chargeOn ?? null };
  return [{ ...money(trouble.day, trouble.amountCents, items, payment), reason, ...next }];
}

function findVisit({ visit }: HappeningFacts): Found[] {
  if (!visit) return [];
  const { day, shortest, longest, estimatedAt, ...progress } = visit;
  return [
    { date: day, visit: progressFieldsOf({ ...progress, minutes: { shortest, longest, estimatedAt } }) },
  ];
}

/** What was sent and is not booked, in one row however many payments it is. */
function findSent({ balance, payments }: HappeningFacts): Found[] {
  const sent = payments.filter(({ state }) => sentStates.includes(state));
  const last = sent.at(-1);
  const items = paidBetween(balance, 0, balance.inFlightCents);
  return last ? [money(last.day, balance.inFlightCents, items, sent.length === 1 ? last : undefined)] : [];
}

function findPlanned({ balance, payments }: HappeningFacts): Found[] {
  let to = balance.inFlightCents;
  return payments
    .filter(({ state }) => state === 'PLANNED')
    .map((plan) => {
      to += plan.amountCents;
      return money(plan.day, plan.amountCents, paidBetween(balance, to - plan.amountCents, to), plan);
    });
}

/** Autopay's next charge, unless a failed one tells of it or its card expires before. */
function findCharge(facts: HappeningFacts, isLate: boolean): Found[] {
  const { balance, autopayMethod } = facts;
  const { autopayCharge: charge, autopayProblem: problem } = balance;
  if (!charge || balance.hasAnnouncedDebt !== isLate || expiresBeforeCharge(facts)) return [];
  if (problem?.amountCents === charge.amountCents) return [];
  const items = uncovered(facts).filter(({ dueOn }) => dueOn <= charge.chargeOn);
  return [money(charge.chargeOn, charge.amountCents, items, autopayMethod)];
}

function expiresBeforeCharge({ balance: { autopayCharge: charge }, autopayMethod }: HappeningFacts): boolean {
  return charge !== null && isExpired(autopayMethod?.expiresOn ?? null, charge.chargeOn);
}

/** The method that needs another, autopay's before the default: expired, or before its charge, or soon. */
function findOldMethod(facts: HappeningFacts, isTooOld: boolean): Found[] {
  const { balance, defaultMethod, autopayMethod, today, expiresSoonDays } = facts;
  const charge = expiresBeforeCharge(facts) ? balance.autopayCharge : null;
  const [old] = [autopayMethod, defaultMethod].filter(
    (method) => charge || expiresSoon(method?.expiresOn ?? null, today, expiresSoonDays),
  );
  if (!old || isTooOld !== (charge !== null || isExpired(old.expiresOn, today))) return [];
  const next = charge && { amount: dollarsFromCents(charge.amountCents), charge_date: charge.chargeOn };
  return [{ date: old.expiresOn, ...named(old), ...next }];
}

function findGiftCard({ giftCard, today, giftDays }: HappeningFacts): Found[] {
  if (giftCardState(giftCard ?? undefined, today, giftDays) !== 'open') return [];
  const day = giftCard?.eligibleDate;
  return [{ date: day ? lastGiftDay(day, giftDays) : null }];
}

/**
 * HOME-8: returns which happening pays last when usable plans, money on its way, and autopay's next charge pay all that is
 * owed, each item by its due date. Null where something is to do, nothing is owed, or nothing is sure.
 */
export function paidByOf(facts: HappeningFacts, happenings: readonly Happening[]): number | null {
  const { balance, payments, isPaused, isAutopayUsable } = facts;
  const { openItems, autopayCharge: charge, heldCharge, unresolvedPaymentId } = balance;
  const index = happenings.findLastIndex(({ kind }) => payingKinds.includes(kind));
  const isTrouble = happenings.some(({ reason }) => reason) || unresolvedPaymentId !== null;
  if (index < 0 || isTrouble || openItems.length === 0) return null;
  const isCharged = charge && !isPaused && !heldCharge && isAutopayUsable && !expiresBeforeCharge(facts);
  const money = payments
    .filter(({ state, isUsable }) => state === 'PENDING' || (state === 'PLANNED' && isUsable && !isPaused))
    .map(({ day, amountCents: cents }) => ({ day, cents }));
  if (isCharged) money.push({ day: charge.chargeOn, cents: charge.amountCents });
  const debts = openItems.map(({ dueOn: day, openCents: cents }) => ({ day, cents }));
  return debts.every(({ day }) => sumUntil(day, money) >= sumUntil(day, debts)) ? index : null;
}

function sumUntil(
  last: string,
  amounts: readonly { readonly day: string; readonly cents: number }[],
): number {
  return amounts.reduce((sum, { day, cents }) => sum + (day <= last ? cents : 0), 0);
}
