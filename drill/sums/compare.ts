import type { ImportLine } from '../../apps/sandbox/src/personas/import-lines.ts';
import { planLines } from '../../apps/sandbox/src/personas/plans.ts';
import { billedInError, customerLines } from '../../apps/sandbox/src/population/population.ts';
import { billAmount } from './books.ts';
import { expectedCalls, type Figures, heldBills } from './expected-calls.ts';
import { expectedMails } from './expected-mails.ts';
import { expectedTexts } from './expected-texts.ts';
import {
  type AccountLines,
  cents,
  dueOn,
  type InvoiceLine,
  isBill,
  kindOf,
  linesByAccount,
} from './lines.ts';
import { paymentsMadeHere } from './made-here.ts';
import { shownFigures } from './shown.ts';
import { type Bill, type Case, truthOf } from './truth.ts';
import { openWorld } from './world.ts';

/** What to generate, and the day that it is. */
export interface Population {
  readonly accounts: number;
  readonly bills: number;
  readonly seed: number;
  readonly today: string;
}

/** What was compared, and what differs: one line for each figure. */
export interface Comparison {
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

const noneYet = {
  'open opening debts': 0,
  'new bills that credit pays in part': 0,
  'bill-ready mails': 0,
  'autopay-upcoming mails': 0,
};
/** Limit of the failures that are printed. */
const enoughFailures = 20;

/**
 * Imports a generated population, the newest bills with a second file as in a month's run, voids its wrong bills, announces
 * autopay's charges, lets some pay and gives a part back, and compares every figure of every surface with the one that the lines alone say.
 */
export async function compareSums(
  settings: Readonly<Record<string, string>>,
  { accounts, today, ...options }: Population,
): Promise<Comparison> {
  const lines: ImportLine[] = [
    ...planLines(),
    ...Array.from({ length: accounts }, (_, index) => customerLines(index, { ...options, today })).flat(),
  ];
  const world = await openWorld(settings, `${today}T17:00:00Z`);
  try {
    const newBills = newestBills(lines, today);
    await world.import(withoutBills(lines, newBills, today));
    await world.import(lines);
    const voided = wrongBills(lines);
    for (const number of voided) await world.voidBill(number);
    const madeHere = paymentsMadeHere(lines, voided, today);
    for (const payment of madeHere.values()) await world.payAndRefund(payment);
    await world.announce();
    const failures: string[] = [];
    const counts: Record<string, number> = {
      accounts,
      'payments given back in part': madeHere.size,
      ...countKinds(lines, today),
      ...noneYet,
    };
    const add = (name: string, count = 1) => {
      counts[name] = (counts[name] ?? 0) + count;
    };
    for (const asImported of linesByAccount(lines)) {
      if (failures.length >= enoughFailures) break;
      const made = madeHere.get(asImported.account.accountNumber);
      const account = { ...asImported, payments: [...asImported.payments, ...(made ? [made] : [])] };
      const truth = truthOf(account, voided, today);
      const imported = truthOf(asImported, new Set(), today);
      const expected = leavesOf(expectedFigures({ lines: account, truth, imported, newBills, today }));
      const shown = leavesOf(await shownFigures(world, account));
      for (const what of differences(shown, expected))
        failures.push(`${account.account.accountNumber}: ${what}`);
      add('figures', shown.size);
      for (const name of kindsShown(expected, { truth, imported, newBills })) add(name);
    }
    return { counts, failures };
  } finally {
    await world.close();
  }
}

function expectedFigures(account: Case): Figures {
  return { ...expectedCalls(account), ...expectedTexts(account), mails: expectedMails(account) };
}

/** What of {@link noneYet} an account has. */
function kindsShown(
  expected: ReadonlyMap<string, unknown>,
  { truth, imported, newBills }: Pick<Case, 'truth' | 'imported' | 'newBills'>,
): string[] {
  const mails = [...expected].filter(([path]) => /^mails › \d+ › template$/.test(path));
  return [
    ...mails.map(([, template]) => `${template} mails`),
    ...(truth.items.some(({ number }) => number === null) ? ['open opening debts'] : []),
    ...(isPaidInPart(heldBills(imported)[0], newBills) ? ['new bills that credit pays in part'] : []),
  ];
}

/** Whether less is open of a bill that is mailed than it charges. */
function isPaidInPart(bill: Bill | undefined, newBills: ReadonlySet<string>): boolean {
  return (
    bill !== undefined && newBills.has(bill.line.invoiceNumber) && bill.open > 0 && bill.open < bill.amount
  );
}

/** Both ways: every figure that is shown is expected, and every expected one is shown. */
function differences(shown: ReadonlyMap<string, unknown>, expected: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...expected.keys(), ...shown.keys()])]
    .filter((path) => shown.get(path) !== expected.get(path))
    .map((path) => `${path} shows ${text(shown.get(path))}, and the lines say ${text(expected.get(path))}`);
}

const text = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Every value of the figures by its path. */
function leavesOf(figures: Figures): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const visit = (path: string, value: unknown) => {
    if (value === null || value === undefined) return;
    if (typeof value !== 'object') leaves.set(path, value);
    else
      for (const [name, part] of Object.entries(value)) visit(path === '' ? name : `${path} › ${name}`, part);
  };
  visit('', figures);
  return leaves;
}

const ofInvoice = (line: ImportLine) => (line.type === 'invoice' ? [line] : []);

const newestBill = ({ invoices }: AccountLines) =>
  invoices.findLast((line) => isBill(line) && !line.reversedOn);

/** The newest bill of each account that is not due yet: what a later import adds and mails about. */
function newestBills(lines: readonly ImportLine[], today: string): ReadonlySet<string> {
  const newest = linesByAccount(lines).flatMap((account) => newestBill(account) ?? []);
  return new Set(newest.filter((line) => dueOn(line) > today).map(({ invoiceNumber }) => invoiceNumber));
}

function wrongBills(lines: readonly ImportLine[]): ReadonlySet<string> {
  const wrong = lines
    .flatMap(ofInvoice)
    .filter(({ items }) =>
      items.some(({ charges }) => charges.some(({ description }) => description === billedInError)),
    );
  return new Set(wrong.map(({ invoiceNumber }) => invoiceNumber));
}

/** How often a file has what makes sums hard. */
function countKinds(lines: readonly ImportLine[], today: string): Record<string, number> {
  const accounts = linesByAccount(lines);
  const firsts = accounts.map(({ invoices }) => cents(invoices.find(isBill)?.previousBalance));
  const bills = lines.flatMap(ofInvoice);
  const count = <T>(all: readonly T[], isCounted: (one: T) => boolean) => all.filter(isCounted).length;
  const withCharge = (name: string) =>
    count(bills, ({ items }) => items.some(({ charges }) => charges.some(({ type }) => type === name)));
  const payments = accounts.flatMap((account) => account.payments);
  return {
    'opening debts': count(firsts, (amount) => amount > 0),
    'opening credits': count(firsts, (amount) => amount < 0),
    'void bills': wrongBills(lines).size,
    'bills below 0': count(bills, (bill) => isBill(bill) && billAmount(bill) < 0),
    'manual bills': count(bills, (bill) => kindOf(bill) === 'manual'),
    credits: count(bills, (bill) => kindOf(bill) === 'credit'),
    'debit adjustments': count(bills, (bill) => kindOf(bill) === 'debit'),
    'reversed bills': count(bills, ({ reversedOn }) => reversedOn !== undefined),
    'bills with a late fee': withCharge('late-fee'),
    'bills with usage': withCharge('usage'),
    'open bills past due': count(bills, (bill) => bill.status === 'OPEN' && dueOn(bill) < today),
    'open bills due today': count(bills, (bill) => bill.status === 'OPEN' && dueOn(bill) === today),
    'payments on their way': count(payments, ({ status }) => status === 'PENDING'),
    'payments that came back': count(payments, ({ status }) => /^RE/.test(status)),
  };
}

/** An invoice as an earlier file has it: none of what came with or after a bill that is left out, nor its reversal for that. */
function earlierInvoice(line: InvoiceLine, without: ReadonlySet<string>, issuedOn = '9999'): InvoiceLine[] {
  if (without.has(line.invoiceNumber) || (!isBill(line) && line.issuedOn >= issuedOn)) return [];
  const { reversedOn, replacedBy, ...held } = line;
  return [replacedBy !== undefined && without.has(replacedBy) ? held : line];
}

/** The same file before some bills were issued: without them and later payments, and with the state of bills on that day. */
function withoutBills(
  lines: readonly ImportLine[],
  without: ReadonlySet<string>,
  today: string,
): ImportLine[] {
  const issues = new Map(
    lines
      .flatMap(ofInvoice)
      .flatMap((line) =>
        without.has(line.invoiceNumber) ? [[line.accountNumber, line.issuedOn] as const] : [],
      ),
  );
  const earlier = lines.flatMap((line): ImportLine[] => {
    if (line.type === 'invoice') return earlierInvoice(line, without, issues.get(line.accountNumber));
    if (line.type !== 'payment') return [line];
    const issuedOn = issues.get(line.accountNumber);
    if (issuedOn !== undefined && line.occurredOn.slice(0, 10) >= issuedOn) return [];
    return [
      { ...line, appliedTo: line.appliedTo.filter(({ invoiceNumber }) => !without.has(invoiceNumber)) },
    ];
  });
  const open = new Set(
    linesByAccount(earlier).flatMap((account) =>
      truthOf(account, new Set(), today).bills.flatMap((bill) =>
        bill.open > 0 ? bill.line.invoiceNumber : [],
      ),
    ),
  );
  return earlier.map((line) => {
    if (line.type !== 'invoice') return line;
    const isOpen = open.has(line.invoiceNumber);
    return { ...line, status: isOpen ? 'OPEN' : 'CLOSED', paidOn: isOpen ? null : line.paidOn };
  });
}
