import { groupSums } from './expected-bills.ts';
import { amountDue, type Case, type Figures, liveBills, newestFirst, pastDue } from './expected-calls.ts';
import { cents, daysAfter, total } from './lines.ts';
import type { Bill, Payment, Truth } from './truth.ts';

/** How often a text has each amount. */
export type Amounts = Readonly<Record<string, number>>;

/** “−$1,084.99”. */
export function money(amount: number): string {
  const text = (Math.abs(amount) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return `${amount < 0 ? '−' : ''}$${text}`;
}

/** Counts amounts. */
export function countAmounts(texts: readonly string[]): Amounts {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

const countCents = (amounts: readonly number[]) => countAmounts(amounts.map(money));

/** What documents, mails, and `ops show` print. */
export function expectedTexts(account: Case): Figures {
  const { lines, truth } = account;
  const isEnglish = lines.language === 'en';
  return {
    ...Object.fromEntries(
      liveBills(truth).flatMap((bill) => [
        [`PDF of bill ${bill.line.invoiceNumber}`, billAmounts(bill, truth.bills.indexOf(bill) === 0)],
        [`labels of PDF ${bill.line.invoiceNumber}`, isEnglish ? billLabels(bill) : {}],
      ]),
    ),
    ...Object.fromEntries(
      truth.payments.map((payment) => [`PDF of receipt ${payment.line.externalId}`, receiptAmounts(payment)]),
    ),
    ...expectedShow(account),
    mails: expectedMails(account),
  };
}

function headline({ previous, amount, pastDue: late }: Bill) {
  const owed = previous + amount;
  const due = Math.max(0, Math.min(amount, owed));
  return {
    owed,
    due,
    figure: owed < 0 ? -owed : due,
    notes: owed < 0 || owed === due ? [] : [owed, ...(late > 0 ? [late] : [])],
  };
}

function summaryOf({ line, previous, received }: Bill): readonly (readonly [string, number])[] {
  const sums = groupSums(line);
  const rows = [
    ['Previous balance', previous + received],
    ['Payments received', -received],
    ['Service charges', sums.service],
    ['Activity charges', sums.activity],
    ['Taxes and fees', sums.taxes],
    ['Late fee', sums.late],
  ] as const;
  return rows.filter(([, amount]) => amount !== 0);
}

/** Every amount of a bill's document; the chart names this bill, unless it is the first. */
function billAmounts(bill: Bill, isFirst: boolean): Amounts {
  const { line, amount } = bill;
  const { owed, figure, notes } = headline(bill);
  const charges = line.items.flatMap((item) => item.charges.map((charge) => ({ ...charge, item })));
  const groups = [
    ...line.items.map((item) =>
      charges.filter((charge) => charge.item === item && ['recurring', 'discount'].includes(charge.type)),
    ),
    ...[['one-time', 'usage'], ['tax', 'fee'], ['late-fee']].map((types) =>
      charges.filter(({ type }) => types.includes(type)),
    ),
  ];
  const printed = groups.flatMap((group) => {
    const amounts = group.map((charge) => cents(charge.amount));
    return group.length > 1 ? [total(amounts), ...amounts] : amounts;
  });
  const summary = summaryOf(bill).map(([, sum]) => sum);
  return countCents([figure, ...notes, ...(isFirst ? [] : [amount]), ...summary, owed, ...printed, amount]);
}

function billLabels(bill: Bill): Readonly<Record<string, string | undefined>> {
  const { owed, due, figure, notes } = headline(bill);
  return {
    ...Object.fromEntries(summaryOf(bill).map(([label, amount]) => [label, money(amount)])),
    [owed < 0 ? 'Your credit' : 'This bill']: money(figure),
    [owed < 0 ? 'Credit' : 'Total owed']: money(owed),
    'Current charges': money(bill.amount),
    due: owed >= 0 && due > 0 ? longDay(bill.line.dueOn) : undefined,
    since: notes.length > 1 && bill.pastDueSince ? longDay(bill.pastDueSince) : undefined,
  };
}

function longDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: '2-digit',
    year: 'numeric',
  });
}

function receiptAmounts({ amount, line, pays }: Payment): Amounts {
  if (line.status !== 'COMPLETED') return countCents([amount]);
  const paid = pays.map((part) => part.amount);
  const credit = amount - total(paid);
  return countCents([amount, ...paid, ...(credit > 0 ? [credit] : []), amount]);
}

const shownRows = 10;

function expectedShow(account: Case): Figures {
  const { truth, lines } = account;
  const labelled = [
    ['amount due', amountDue(truth)],
    ['past due', pastDue(truth)],
    ['on its way', truth.onItsWay],
    ['free credit', truth.credit],
  ] as const;
  const labels = ['balance', truth.balance] as const;
  const shown = [labels, ...labelled.filter(([, amount]) => amount !== 0)];
  const charge = truth.charge ? `; next charge ${money(truth.charge.amount)} on ${truth.charge.day}` : '';
  const payment = ({ line, day, amount }: Payment) => `${day} ${line.status} ${money(amount)}`;
  const returned = truth.payments.filter(({ line }) => line.status === 'RETURNED');
  return {
    'show: balance': shown.map(([label, amount]) => `${label} ${money(amount)}`).join(', '),
    'show: Open items': truth.items.map((item) =>
      [
        item.number ?? 'opening debt',
        money(item.open),
        `due ${item.dueOn}`,
        ...(item.isPastDue ? ['past due'] : []),
        ...(item.onItsWay > 0 ? [`${money(item.onItsWay)} on its way`] : []),
      ].join(' '),
    ),
    'show: autopay': lines.account.autopay ? `on${charge}` : 'off',
    'show: Payments': newestFirst(truth.payments).slice(0, shownRows).map(payment),
    'show: Returned payments': returned.map(({ day, amount }) => `paid ${day} ${money(amount)}`).toSorted(),
    'show: Bills': liveBills(truth)
      .slice(0, shownRows)
      .map(({ line, amount, open, paidOn }) => {
        const state = open > 0 ? `open ${money(open)}` : `paid ${paidOn ?? ''}`;
        return `${line.invoiceNumber} issued ${line.issuedOn} due ${line.dueOn} ${money(amount)} ${state}`.trim();
      }),
    'show: Ledger': newestPostings(postings(account)),
  };
}

/** Rows of the ledger, the newest first. Which of the oldest day's are shown is not known: they are counted. */
export function newestPostings(rows: readonly string[]): Figures {
  const sorted = rows.toSorted().toReversed();
  const last = sorted.length < shownRows ? '' : (sorted[shownRows - 1] ?? '').slice(0, 10);
  return { count: Math.min(sorted.length, shownRows), rows: sorted.filter((row) => row.slice(0, 10) > last) };
}

function postings({ truth, today }: Case): string[] {
  const row = (day: string, amount: number, sides: readonly [string, string]) => {
    const [debit, credit] = amount < 0 ? sides.toReversed() : sides;
    return amount === 0 ? [] : [`${day} ${money(Math.abs(amount))} ${debit} from ${credit}`];
  };
  const taxOf = ({ line }: Bill) =>
    total(
      line.items.flatMap(({ charges }) =>
        charges.map(({ type, amount }) => (type === 'tax' ? cents(amount) : 0)),
      ),
    );
  return [
    ...row(truth.bills[0]?.line.issuedOn ?? '', truth.opening, ['receivable', 'opening']),
    ...truth.bills.flatMap((bill) => [
      ...row(bill.line.issuedOn, bill.amount - taxOf(bill), ['receivable', 'revenue']),
      ...row(bill.line.issuedOn, taxOf(bill), ['receivable', 'tax']),
      ...(bill.isVoid ? row(today, bill.amount, ['adjustment', 'receivable']) : []),
    ]),
    ...truth.payments.flatMap(({ line, day, amount }) => {
      const isBack = line.status === 'RETURNED' || line.status === 'REFUNDED';
      if (line.status !== 'COMPLETED' && !isBack) return [];
      const back = isBack ? row(day, amount, ['receivable', 'cash']) : [];
      return [...row(day, amount, ['cash', 'receivable']), ...back];
    }),
  ];
}

const noticeDays = 3;

interface Mail {
  readonly template: string;
  readonly amounts: Amounts;
}

/** Mails of the newest bill, of a void bill, and of a charge of the next days. */
function expectedMails(account: Case): readonly Mail[] {
  return [...chargeMail(account), ...billMail(account), ...unneededMail(account)];
}

/** Autopay tells of a charge of the next days, and whether its card expires before. */
function chargeMail({ lines, truth, today }: Case): Mail[] {
  const { charge } = truth;
  const until = daysAfter(today, noticeDays);
  const isDue = truth.bills.some(
    ({ line, open, isVoid }) => !isVoid && open > 0 && line.dueOn > today && line.dueOn <= until,
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
  const bill = imported.bills.at(-1);
  const { billType } = lines.account;
  if (!bill || billType === 'PAPER' || bill.line.dueOn < today) return [];
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
