import { groupSums } from './expected-bills.ts';
import { amountDue, type Figures, liveBills, newestFirst, pastDue } from './expected-calls.ts';
import { cents, dueOn, isBill, kindOf, total } from './lines.ts';
import type { Bill, Case, Payment } from './truth.ts';

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

/** Counts amounts of cents as texts. */
export const countCents = (amounts: readonly number[]) => countAmounts(amounts.map(money));

/** What documents, mails, and `ops show` print. */
export function expectedTexts(account: Case): Figures {
  const { lines, truth } = account;
  const isEnglish = lines.language === 'en';
  return {
    ...Object.fromEntries(
      liveBills(truth)
        .filter(({ line }) => isBill(line))
        .flatMap((bill) => [
          [`PDF of bill ${bill.line.invoiceNumber}`, billAmounts(bill, truth.bills.indexOf(bill) === 0)],
          [`labels of PDF ${bill.line.invoiceNumber}`, isEnglish ? billLabels(bill) : {}],
        ]),
    ),
    ...Object.fromEntries(
      truth.payments.map((payment) => [`PDF of receipt ${payment.line.externalId}`, receiptAmounts(payment)]),
    ),
    ...expectedShow(account),
  };
}

/** The figure of a bill's document, and what its notes name. */
export function headline({ previous, amount, pastDue: late }: Bill) {
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
    due: owed >= 0 && due > 0 ? longDay(dueOn(bill.line)) : undefined,
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

function receiptAmounts({ amount, taken, line, pays }: Payment): Amounts {
  if (line.status !== 'COMPLETED') return countCents([amount]);
  const paid = pays.map((part) => part.amount);
  const credit = amount - total(paid);
  // A note and a row say what was given back.
  const refunded = line.refunded ? [taken - amount, taken - amount] : [];
  return countCents([taken, ...paid, ...(credit > 0 ? [credit] : []), ...refunded, taken]);
}

/** A debit adjustment is called so. */
function nameOf(number: string | null, { truth }: Case): string {
  const bill = truth.bills.find(({ line }) => line.invoiceNumber === number);
  return `${number ?? 'opening debt'}${bill && kindOf(bill.line) === 'debit' ? ' (debit)' : ''}`;
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
  const payment = ({ line, day, taken }: Payment) => `${day} ${line.status} ${money(taken)}`;
  const returned = truth.payments.filter(({ line }) => line.status === 'RETURNED');
  return {
    'show: balance': shown.map(([label, amount]) => `${label} ${money(amount)}`).join(', '),
    'show: Open items': truth.items.map((item) =>
      [
        nameOf(item.number, account),
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
        const reversal = `reversed ${line.reversedOn}, replaced by ${line.replacedBy}`;
        const state = open > 0 ? `open ${money(open)}` : line.reversedOn ? reversal : `paid ${paidOn ?? ''}`;
        const kind =
          kindOf(line) === 'cycle' ? '' : `${kindOf(line)}${line.reason ? `: ${line.reason}` : ''} `;
        const due = kindOf(line) === 'credit' ? '' : `due ${line.dueOn} `;
        return `${line.invoiceNumber} ${kind}issued ${line.issuedOn} ${due}${money(amount)} ${state}`.trim();
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
    ...row(truth.bills.find(({ line }) => isBill(line))?.line.issuedOn ?? '', truth.opening, [
      'receivable',
      'opening',
    ]),
    ...truth.bills.flatMap((bill) => [
      ...row(bill.line.issuedOn, bill.amount - taxOf(bill), ['receivable', 'revenue']),
      ...row(bill.line.issuedOn, taxOf(bill), ['receivable', 'tax']),
      ...(bill.isVoid ? row(today, bill.amount, ['adjustment', 'receivable']) : []),
      ...(bill.line.reversedOn ? row(bill.line.reversedOn, bill.amount, ['adjustment', 'receivable']) : []),
    ]),
    ...truth.payments.flatMap(({ line, day, amount, taken }) => {
      const isBack = line.status === 'RETURNED' || line.status === 'REFUNDED';
      if (line.status !== 'COMPLETED' && !isBack) return [];
      const back = row(day, isBack ? taken : taken - amount, ['receivable', 'cash']);
      return [...row(day, taken, ['cash', 'receivable']), ...back];
    }),
  ];
}
