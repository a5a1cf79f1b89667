import { heldBills, pastDue } from './expected-calls.ts';
import { type Amounts, countCents, headline } from './expected-texts.ts';
import { daysAfter, dueOn } from './lines.ts';
import type { Case, Truth } from './truth.ts';

const noticeDays = 3;

interface Mail {
  readonly template: string;
  readonly amounts: Amounts;
}

/** Mails of the newest bill, of a void bill, and of a charge of the next days. */
export function expectedMails(account: Case): readonly Mail[] {
  return [...chargeMail(account), ...billMail(account), ...refundMails(account), ...unneededMail(account)];
}

/** A payment that was made here, what was given back of it, and what that made owed again. */
function refundMails({ truth }: Case): Mail[] {
  return truth.payments.flatMap(({ line, taken, amount }): Mail[] => {
    if (!line.refunded) return [];
    return [
      { template: 'payment-made', amounts: countCents([taken, taken]) },
      {
        template: 'payment-refunded',
        amounts: countCents([...Array<number>(3).fill(taken - amount), truth.balance]),
      },
    ];
  });
}

/** Autopay tells of a charge of the next days, and whether its card expires before. */
function chargeMail({ lines, truth, today }: Case): Mail[] {
  const { charge } = truth;
  const until = daysAfter(today, noticeDays);
  const isDue = truth.bills.some(
    ({ line, open, isVoid }) => !isVoid && open > 0 && dueOn(line) > today && dueOn(line) <= until,
  );
  if (!lines.account.autopay || !isDue || !charge || charge.day <= today || charge.day > until) return [];
  const { methodExternalId } = lines.account.autopay;
  const [month, year] =
    lines.methods.find(({ externalId }) => externalId === methodExternalId)?.expirationDate?.split('/') ?? [];
  const isExpired = year !== undefined && `${year}-${month}` < charge.day.slice(0, 7);
  const late = pastDue(truth);
  const amounts = [charge.amount, ...(isExpired ? [] : [charge.amount]), ...(late > 0 ? [late] : [])];
  return [{ template: 'autopay-upcoming', amounts: countCents(amounts) }];
}

/** The mail says what was open of the newest bill when it came, before anything was voided, and what was owed in all. */
function billMail({ lines, imported, newBills, today }: Case): Mail[] {
  const [bill] = heldBills(imported);
  const { billType } = lines.account;
  if (!bill || billType === 'PAPER' || dueOn(bill.line) < today) return [];
  if (!newBills.has(bill.line.invoiceNumber)) return [];
  const { owed } = headline(bill);
  const due = bill.open > 0 ? [bill.open, bill.open] : [];
  const before = owed > bill.open ? [owed, ...(bill.pastDue > 0 ? [bill.pastDue] : [])] : [];
  return [{ template: 'bill-ready', amounts: countCents([...due, ...(owed < 0 ? [-owed] : before)]) }];
}

/** A void bill can leave nothing to pay for money on its way. */
function unneededMail({ imported, truth }: Case): Mail[] {
  const unneeded = ({ onItsWay, balance }: Truth) => Math.max(0, Math.min(onItsWay, onItsWay - balance));
  const credit = unneeded(truth) - unneeded(imported);
  const payment = truth.payments.find(({ line }) => line.status === 'PENDING');
  if (!payment || credit <= 0) return [];
  return [{ template: 'payment-unneeded', amounts: countCents([payment.amount, payment.amount, credit]) }];
}
