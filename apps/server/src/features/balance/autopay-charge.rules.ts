import type { AutopayFailure } from '@myaccount/contract/autopay';
import { addDays } from '@myaccount/contract/calendar';
import { autopayAnnouncedDays } from '@myaccount/contract/consent';
import { type ChargeNotice, firstChargeDay, later } from './charge-notice.rules.ts';

/**
 * A charge that was missed on its day is made up for this long. Later autopay waits for the next due date, and a planned
 * payment is cancelled.
 */
export const catchUpDays = 7;

/** An account's active use of autopay. */
export interface EnrollmentFacts {
  readonly methodId: string;
  /** The business day on which it was turned on. Debt that was due before waits for the next due date. */
  readonly enrolledOn: string;
  /** Whether the text agreed to is kept: not of an enrollment that was imported. */
  readonly hasConsent: boolean;
  /** Of an enrollment that a restore brought back. */
  readonly notice: ChargeNotice | null;
}

/** What the database knows of an account's autopay. */
export interface AutopayFacts extends EnrollmentFacts {
  /** The newest attempt to collect; null before the first. */
  readonly lastCharge: LastCharge | null;
}

/** An attempt of autopay to collect. */
export interface LastCharge {
  /** The latest due date that it covers. */
  readonly dueOn: string;
  readonly attempt: number;
  readonly runOn: string;
  readonly methodId: string;
  /** The day of the next attempt; null when none follows. */
  readonly retryOn: string | null;
  /** It failed or came back, and the customer was notified. */
  readonly isUnpaid: boolean;
  /** It was cancelled while it waited for its processor. */
  readonly isCancelled: boolean;
  readonly amountCents: number;
  readonly failure: AutopayFailure | null;
}

/** A charge that autopay will make. */
export interface AutopayCharge {
  readonly chargeOn: string;
  readonly amountCents: number;
  readonly methodId: string;
  /** With the attempt, what the charge is for: each pair is charged once. */
  readonly dueOn: string;
  readonly attempt: number;
}

/** A charge that autopay would make. */
export type FirstCharge = Pick<AutopayCharge, 'chargeOn' | 'amountCents'>;

/** An open item or a part of one, less what is on its way and planned. */
export interface UncoveredItem {
  /** Of late debt, the day from which autopay collects it. */
  readonly dueOn: string;
  /** Above 0. */
  readonly cents: number;
  /** Whether late debt was announced to its customer; undefined for all other debt. */
  readonly late?: 'announced' | 'unannounced';
  /** On its due date or later: no run that was missed, no attempt, and no late debt brings it to a charge. */
  readonly isReopened?: boolean;
}

/** Debt that was added, or raised by a correction, on its due date or later. */
export interface LateDebt {
  /** The bill's id, or the opening's. */
  readonly id: string;
  readonly addedOn: string;
  /** The day from which autopay collects it; null until its customer was notified. */
  readonly collectOn: string | null;
  readonly cents: number;
}

/** Returns the first day on which autopay may collect late debt that is announced to its customer today. */
export function firstLateChargeDay(today: string): string {
  return addDays(today, autopayAnnouncedDays);
}

/** Splits an item into what was due by its date and its late debt, the newest of which comes first and is paid last. */
export function splitLateDebt(
  { dueOn, cents }: UncoveredItem,
  lateDebts: readonly LateDebt[],
  today: string,
): UncoveredItem[] {
  let leftCents = cents;
  const late = lateDebts.map((debt): UncoveredItem => {
    const lateCents = Math.min(leftCents, debt.cents);
    leftCents -= lateCents;
    const day = debt.collectOn ?? firstLateChargeDay(today);
    return { dueOn: day, cents: lateCents, late: debt.collectOn === null ? 'unannounced' : 'announced' };
  });
  return [{ dueOn, cents: leftCents }, ...late].filter((part) => part.cents > 0);
}

/** The attempt of an autopay charge: on which day, for which due date. */
type ChargeAttempt = Pick<AutopayCharge, 'chargeOn' | 'dueOn' | 'attempt'>;

/**
 * Returns what autopay will charge next, and when: on a due date every item that is due by then, on a day for late debt
 * only that. Null when autopay is off or knows no day: debt from before the enrollment, or one that could not be charged,
 * waits for the next bill.
 */
export function autopayChargeOf(
  autopay: AutopayFacts | null,
  items: readonly UncoveredItem[],
  today: string,
): AutopayCharge | null {
  if (!autopay) return null;
  const due = dueAttemptOf(autopay, items, today) ?? nextDueDate(items, today);
  if (!due) return null;
  const chargeOn = later(due.chargeOn, firstChargeDay(autopay.notice, today));
  return chargeOf(autopay, { ...due, chargeOn }, items, today);
}

function chargeOf(
  autopay: AutopayFacts,
  due: ChargeAttempt,
  items: readonly UncoveredItem[],
  today: string,
): AutopayCharge {
  const amountCents = collectedBy(autopay, due, items, today).reduce((sum, { cents }) => sum + cents, 0);
  return { ...due, amountCents, methodId: autopay.methodId };
}

/**
 * What was reopened by a return, a refund, or a void waits for a due date: no late debt takes it along. A due date that was not
 * charged, because it was missed or waits for its notice, is charged with late debt that came since.
 */
function collectedBy(
  autopay: AutopayFacts,
  { chargeOn, dueOn }: ChargeAttempt,
  items: readonly UncoveredItem[],
  today: string,
): UncoveredItem[] {
  const { lastCharge, enrolledOn } = autopay;
  const reached = items.filter((item) => item.dueOn <= chargeOn);
  if (reached.some((item) => item.dueOn === dueOn && !item.late && !item.isReopened)) return reached;
  const chargedTo = lastCharge && lastCharge.dueOn < dueOn ? lastCharge.dueOn : '';
  const isDue = (item: UncoveredItem) =>
    !item.late &&
    !item.isReopened &&
    item.dueOn > (lastCharge?.dueOn ?? '') &&
    item.dueOn >= enrolledOn &&
    !isTooLate(autopay, item.dueOn, today);
  return reached.some(isDue) ? reached : reached.filter((item) => item.late && item.dueOn > chargedTo);
}

/**
 * Returns what autopay would charge first, and when, if it were turned on today with the method that it last charged. Null
 * when no due date lies ahead.
 */
export function firstChargeOf(
  lastCharge: LastCharge | null,
  items: readonly UncoveredItem[],
  today: string,
): FirstCharge | null {
  const methodId = lastCharge?.methodId ?? '';
  return autopayChargeOf(
    { methodId, enrolledOn: today, hasConsent: false, notice: null, lastCharge },
    items,
    today,
  );
}

/** Returns the charge for a due date that has come; undefined when it was made, or when no attempt is left. */
function dueAttemptOf(
  autopay: AutopayFacts,
  items: readonly UncoveredItem[],
  today: string,
): ChargeAttempt | undefined {
  const { lastCharge } = autopay;
  const dueOn = lastDueDate(autopay, items, today);
  if (dueOn === undefined) return undefined;
  const retry = lastCharge && isOwed(items, lastCharge) ? retryOf(autopay, lastCharge, today) : undefined;
  if (lastCharge && lastCharge.dueOn >= dueOn) return retry;
  if (retry && joinsRetry(items, retry, today)) return retry;
  return isTooLate(autopay, dueOn, today) ? undefined : { chargeOn: today, dueOn, attempt: 1 };
}

/** Returns whether a charge was missed for longer than it is made up for. What waits for its notice is not missed. */
function isTooLate({ notice }: AutopayFacts, dueOn: string, today: string): boolean {
  return addDays(later(dueOn, firstChargeDay(notice, today)), catchUpDays) < today;
}

/** Returns the last day, up to today, on which something came due that is still owed; undefined before the first. */
function lastDueDate({ enrolledOn }: AutopayFacts, items: readonly UncoveredItem[], today: string) {
  const reached = items.filter(
    ({ dueOn, isReopened }) => dueOn >= enrolledOn && dueOn <= today && !isReopened,
  );
  return reached
    .map(({ dueOn }) => dueOn)
    .toSorted()
    .at(-1);
}

/** Whether something is left of what came due on the day of a charge: what was paid and came back needs no other attempt. */
function isOwed(items: readonly UncoveredItem[], charge: LastCharge): boolean {
  return items.some(({ dueOn, isReopened }) => dueOn === charge.dueOn && !isReopened);
}

/** Late debt is charged with an attempt that waits for its day, unless that comes too late. */
function joinsRetry(items: readonly UncoveredItem[], retry: ChargeAttempt, today: string): boolean {
  const newer = items.filter(({ dueOn, isReopened }) => dueOn > retry.dueOn && dueOn <= today && !isReopened);
  return newer.every(({ late, dueOn }) => late && retry.chargeOn <= addDays(dueOn, catchUpDays));
}

/**
 * Returns a charge that was missed for so long that its debt waits for the next due date, and of which nobody told the
 * customer. Null when there is none. Autopay that was imported owes nothing until it charged here.
 */
export function missedChargeOf(
  autopay: AutopayFacts | null,
  items: readonly UncoveredItem[],
  today: string,
): AutopayCharge | null {
  const dueOn = autopay && lastDueDate(autopay, items, today);
  if (!autopay || !dueOn || !isTooLate(autopay, dueOn, today)) return null;
  const { lastCharge, hasConsent } = autopay;
  if (lastCharge ? lastCharge.dueOn >= dueOn : !hasConsent) return null;
  return chargeOf(autopay, { chargeOn: today, dueOn, attempt: 1 }, items, today);
}

/** Returns the next attempt: on its scheduled day or, once there is another method, at the next run. */
function retryOf({ methodId }: AutopayFacts, last: LastCharge, today: string): ChargeAttempt | undefined {
  const isNotMade = last.failure !== 'stopped' && (last.isUnpaid || last.isCancelled);
  const hasNewMethod = isNotMade && last.methodId !== methodId;
  const retryOn = hasNewMethod ? addDays(last.runOn, 1) : last.retryOn;
  if (retryOn === null) return undefined;
  return { chargeOn: later(retryOn, today), dueOn: last.dueOn, attempt: last.attempt + 1 };
}

function nextDueDate(items: readonly UncoveredItem[], today: string): ChargeAttempt | undefined {
  const [dueOn] = items
    .map((item) => item.dueOn)
    .filter((day) => day > today)
    .toSorted();
  return dueOn === undefined ? undefined : { chargeOn: dueOn, dueOn, attempt: 1 };
}

/** Returns the newest charge if it failed or came back and what it was for is still owed; null otherwise. */
export function autopayProblemOf(
  autopay: AutopayFacts | null,
  items: readonly UncoveredItem[],
): LastCharge | null {
  const last = autopay?.lastCharge;
  if (!last?.isUnpaid) return null;
  return items.some(({ dueOn }) => dueOn <= last.dueOn) ? last : null;
}
