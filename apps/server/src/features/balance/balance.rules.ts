import type { InvoiceKind } from '@myaccount/contract/invoices';
import { coveredOldestFirst, oldestFirst, openingId } from './allocation.rules.ts';
import {
  type AutopayCharge,
  type AutopayFacts,
  autopayChargeOf,
  autopayProblemOf,
  type EnrollmentFacts,
  type FirstCharge,
  firstChargeOf,
  type LastCharge,
  type LateDebt,
  missedChargeOf,
  splitLateDebt,
  type UncoveredItem,
} from './autopay-charge.rules.ts';
import { firstChargeDay } from './charge-notice.rules.ts';
import { type UnsettledDebt, unsettledLeft } from './unsettled.rules.ts';

/** What the database knows of a debt. Its id is the bill's, or {@link openingId}. */
export interface OpenDebt extends UnsettledDebt {
  readonly invoiceNumber: string | null;
  /** None of the opening debt. */
  readonly kind?: InvoiceKind | null;
  readonly billedCents: number;
  /** None of the opening debt. */
  readonly issuedOn?: string | null;
}

/** Everything that an account's balance is made from. Amounts are integer cents. */
export interface BalanceFacts {
  /** What is booked: the sum of the ledger. Negative is credit. */
  readonly balanceCents: number;
  readonly debts: readonly OpenDebt[];
  /** Newest first, whatever became of it. */
  readonly lateDebts: readonly LateDebt[];
  /** Payments submitted, pending, or unknown: not booked yet. */
  readonly inFlightCents: number;
  /** Payments dated ahead. */
  readonly plannedCents: number;
  /** The payment whose result is still out; null when there is none. */
  readonly unresolvedPaymentId: string | null;
  readonly unresolvedCents: number;
  readonly unresolvedSince: Date | null;
  /** Null when autopay is off. */
  readonly autopay: EnrollmentFacts | null;
  /** Autopay's newest attempt to collect, also of an enrollment that has ended; null before the first. */
  readonly lastCharge: LastCharge | null;
  /** Business day. */
  readonly today: string;
}

/** Something owed: a bill, or the debt that the account came with (`invoiceId` and `invoiceNumber` are null). */
export interface OpenItem {
  readonly invoiceId: string | null;
  readonly invoiceNumber: string | null;
  readonly kind?: InvoiceKind | null | undefined;
  readonly issuedOn?: string | null | undefined;
  /** What it was before anything paid it. */
  readonly billedCents: number;
  /** Still open, money on its way included. */
  readonly openCents: number;
  readonly dueOn: string;
  /** The part that money on its way covers, oldest item first. */
  readonly onItsWayCents: number;
  /** True when the due date has passed and money on its way does not cover the item. */
  readonly isPastDue: boolean;
}

/** The one answer to "what does this account owe?": every page, job, mail, and command asks for it. */
export interface Balance {
  readonly balanceCents: number;
  /** Oldest due date first. Their amounts less `creditCents` add up to `balanceCents`. */
  readonly openItems: readonly OpenItem[];
  /** Above 0 only when nothing is open. */
  readonly creditCents: number;
  readonly inFlightCents: number;
  readonly plannedCents: number;
  /** The balance once money on its way and planned payments arrive. Negative is credit. */
  readonly projectedBalanceCents: number;
  /** What "Current Balance Due" and autopay charge: the projected balance, never below 0. */
  readonly amountDueCents: number;
  readonly pastDueCents: number;
  /** Due date of the oldest item that money on its way does not cover; null when there is none. */
  readonly dueOn: string | null;
  readonly isAutopayOn: boolean;
  /** What autopay will charge, and when; null when autopay is off, nothing is due, or no day is known yet. */
  readonly autopayCharge: AutopayCharge | null;
  /** `autopayCharge`, if its customer has to be told first, because a restore brought it back; null otherwise. */
  readonly heldCharge: AutopayCharge | null;
  /** The part of `autopayCharge` that is late debt of which its customer was not told. */
  readonly unannouncedCents: number;
  /** True when `autopayCharge` takes late debt that its customer was told of. */
  readonly hasAnnouncedDebt: boolean;
  /** The charge that autopay missed too long to make up for, which the run has to tell; null when there is none. */
  readonly missedCharge: AutopayCharge | null;
  /** What autopay would charge first, if it were turned on today; null when it is on, or no due date lies ahead. */
  readonly firstCharge: FirstCharge | null;
  /** The charge of autopay that failed or came back and is still owed; null when there is none. */
  readonly autopayProblem: LastCharge | null;
  /** Null when autopay is off. */
  readonly autopay: AutopayFacts | null;
  /** The payment whose result is still out: no other is charged before it is known. Null when there is none. */
  readonly unresolvedPaymentId: string | null;
  readonly unresolvedCents: number;
  readonly unresolvedSince: Date | null;
}

/** Answers for an account from what is booked, on its way, and planned. */
export function balanceOf(facts: BalanceFacts): Balance {
  const { balanceCents, inFlightCents, plannedCents, lastCharge, today } = facts;
  const openItems = openItemsOf(facts);
  const openCents = sum(openItems.map((item) => item.openCents));
  const projectedBalanceCents = balanceCents - inFlightCents - plannedCents;
  const amountDueCents = Math.max(0, projectedBalanceCents);
  const uncoveredItems = uncovered(facts);
  const autopay = facts.autopay && { ...facts.autopay, lastCharge };
  const autopayCharge = autopayChargeOf(autopay, uncoveredItems, today);
  return {
    balanceCents,
    openItems,
    creditCents: openCents - balanceCents,
    inFlightCents,
    plannedCents,
    projectedBalanceCents,
    amountDueCents,
    pastDueCents: sum(
      openItems.filter(({ isPastDue }) => isPastDue).map((item) => item.openCents - item.onItsWayCents),
    ),
    dueOn: openItems.find((item) => item.onItsWayCents < item.openCents)?.dueOn ?? null,
    unresolvedPaymentId: facts.unresolvedPaymentId,
    unresolvedCents: facts.unresolvedCents,
    unresolvedSince: facts.unresolvedSince,
    isAutopayOn: autopay !== null,
    autopay,
    autopayCharge,
    heldCharge: heldChargeOf(autopay, autopayCharge, today),
    unannouncedCents: sum(uncoveredItems.map(({ late, cents }) => (late === 'unannounced' ? cents : 0))),
    hasAnnouncedDebt: uncoveredItems.some(
      ({ late, dueOn }) => late === 'announced' && dueOn <= (autopayCharge?.chargeOn ?? ''),
    ),
    missedCharge: missedChargeOf(autopay, uncoveredItems, today),
    firstCharge: autopay ? null : firstChargeOf(lastCharge, uncoveredItems, today),
    autopayProblem: autopayProblemOf(autopay, uncoveredItems),
  };
}

function openItemsOf({ debts, inFlightCents, today }: BalanceFacts): OpenItem[] {
  const onItsWay = coveredOldestFirst(debts, inFlightCents);
  return oldestFirst(debts).map(({ id, invoiceNumber, kind, issuedOn, billedCents, openCents, dueOn }) => {
    const onItsWayCents = onItsWay.get(id) ?? 0;
    return {
      invoiceId: id === openingId ? null : id,
      invoiceNumber,
      kind,
      issuedOn,
      billedCents,
      openCents,
      dueOn,
      onItsWayCents,
      isPastDue: isPastDue(dueOn, today) && onItsWayCents < openCents,
    };
  });
}

/** True from the day after the due date. */
export function isPastDue(dueOn: string, today: string): boolean {
  return dueOn < today;
}

/**
 * Returns what is left of the open items once money on its way and planned payments have paid the oldest. Of an item, what
 * was reopened is paid first.
 */
function uncovered({
  debts,
  inFlightCents,
  plannedCents,
  autopay,
  today,
  ...facts
}: BalanceFacts): UncoveredItem[] {
  const enrolledOn = autopay?.enrolledOn ?? today;
  const lateDebts = facts.lateDebts.filter(({ addedOn }) => addedOn >= enrolledOn);
  const covered = coveredOldestFirst(debts, inFlightCents + plannedCents);
  return oldestFirst(debts).flatMap(({ id, dueOn, openCents, unsettledCents }) => {
    const coveredCents = covered.get(id) ?? 0;
    const cents = unsettledLeft({ openCents, unsettledCents }, coveredCents);
    const late = lateDebts.filter((debt) => debt.id === id);
    const reopened = { dueOn, cents: openCents - coveredCents - cents, isReopened: true };
    return [...splitLateDebt({ dueOn, cents }, late, today), ...(reopened.cents > 0 ? [reopened] : [])];
  });
}

/**
 * Returns the next charge if it is the one that a notice is about: the first that an agreement makes after a restore. Null
 * once it was made or stopped.
 */
function heldChargeOf(
  autopay: AutopayFacts | null,
  charge: AutopayCharge | null,
  today: string,
): AutopayCharge | null {
  const firstDay = firstChargeDay(autopay?.notice ?? null, today);
  const isMade = (autopay?.lastCharge?.runOn ?? '') >= firstDay;
  return charge && charge.dueOn <= firstDay && !isMade ? charge : null;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, cents) => total + cents, 0);
}

/** What of the money on its way pays nothing that is open. */
export function unneededCents({
  balanceCents,
  inFlightCents,
}: Pick<Balance, 'balanceCents' | 'inFlightCents'>): number {
  return Math.max(0, Math.min(inFlightCents, inFlightCents - balanceCents));
}
