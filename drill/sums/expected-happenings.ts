import { dollars } from './expected-bills.ts';
import { daysAfter, total } from './lines.ts';
import type { Case, Item, Payment, Truth } from './truth.ts';

/** METHOD_EXPIRES_SOON_DAYS. */
const expiresSoonDays = 45;

const numbersOf = (items: readonly Item[]) => items.flatMap(({ number }) => number ?? []);
/** What waits for more than money on its way. */
const waiting = ({ items }: Truth) => items.filter(({ onItsWay, open }) => onItsWay < open);

/** What is told of an account's money and methods, and whether money on its way and autopay pay all that is owed in time. */
export function told(one: Case) {
  const { items, onItsWay, payments } = one.truth;
  const sent = payments.filter(({ line }) => line.status === 'PENDING');
  const trouble = troubleOf(one.truth);
  const charge = one.lines.account.autopay ? one.truth.charge : undefined;
  const old = oldMethod(one);
  const isCharged = charge && !old?.isBeforeCharge;
  const onWay = onItsWay > 0 && {
    kind: 'on-its-way',
    date: newestDay(sent),
    amount: dollars(onItsWay),
    invoice_ids: numbersOf(items.filter((item) => item.onItsWay > 0)),
  };
  const autopay = isCharged && {
    kind: 'autopay',
    date: charge.day,
    amount: dollars(charge.amount),
    invoice_ids: numbersOf(waiting(one.truth).filter(({ dueOn }) => dueOn <= charge.day)),
  };
  // Of a closed account only money is told.
  const row = one.lines.account.accountStatus === 'ACTIVE' ? old?.row : undefined;
  const expired = row?.kind === 'method-expired' && row;
  const expires = row?.kind === 'method-expires' && row;
  const happenings = [trouble, expired, onWay, autopay, expires].filter(Boolean).slice(0, 3);
  const money = sent.map(({ day, taken }) => ({ day, cents: taken }));
  if (isCharged) money.push({ day: charge.day, cents: charge.amount });
  const isInTime = items.every(({ dueOn }) => {
    const owed = total(items.filter((item) => item.dueOn <= dueOn).map(({ open }) => open));
    return total(money.filter(({ day }) => day <= dueOn).map(({ cents }) => cents)) >= owed;
  });
  const last = happenings.findLastIndex((each) => each === onWay || each === autopay);
  const isTold = last >= 0 && !trouble && items.length > 0 && isInTime;
  return { happenings, paidBy: isTold ? last : null };
}

const newestDay = (payments: readonly Payment[]) =>
  payments
    .map(({ day }) => day)
    .sort()
    .at(-1);

/** The newest payment, if it failed, or else the newest that came back, while what it was for waits for money. */
function troubleOf(truth: Truth) {
  const byDay = truth.payments.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const newest = byDay.findLast(({ line }) => line.status !== 'REFUNDED');
  const isFailed = newest?.line.status === 'PROCESSING_ERROR';
  const failed = isFailed ? newest : byDay.findLast(({ line }) => line.status === 'RETURNED');
  if (!failed) return undefined;
  const issuedOn = (number: string | null) =>
    truth.bills.find(({ line }) => line.invoiceNumber === number)?.line.issuedOn ?? '';
  const unpaid = waiting(truth).filter(({ number }) => issuedOn(number) <= failed.day);
  if (unpaid.length === 0) return undefined;
  return {
    kind: isFailed ? 'declined' : 'returned',
    date: failed.day,
    amount: dollars(failed.taken),
    invoice_ids: numbersOf(unpaid),
    reason: isFailed ? 'declined' : 'returned',
  };
}

/** Autopay's method, if its card ends before the charge, or one of these two that ends soon. */
function oldMethod({ lines: { account, methods }, truth, today }: Case) {
  const own = methods.find(({ externalId }) => externalId === account.autopay?.methodExternalId);
  const usual = methods.find(({ isDefault, validTo }) => isDefault && !validTo);
  const ends = [own, usual].flatMap((method) => lastDayOf(method?.expirationDate ?? null) ?? []);
  const ownEnd = lastDayOf(own?.expirationDate ?? null);
  const charge = account.autopay && truth.charge;
  if (charge && ownEnd && ownEnd < charge.day) {
    const next = { amount: dollars(charge.amount), charge_date: charge.day };
    return { isBeforeCharge: true, row: { kind: 'method-expired', date: ownEnd, ...next } };
  }
  const end = ends.find((day) => day <= daysAfter(today, expiresSoonDays));
  if (!end) return undefined;
  return {
    isBeforeCharge: false,
    row: { kind: end < today ? 'method-expired' : 'method-expires', date: end },
  };
}

/** The last day of `MM/YYYY`. */
function lastDayOf(month: string | null): string | null {
  if (!month) return null;
  const [number, year] = month.split('/').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10);
}
