import { sumCents } from '@myaccount/contract/money';
import { balancesBefore } from '../../balance/earlier-balance.rules.ts';
import type { LineRefusal } from '../parse/import.parse.rules.ts';
import { dollarsOf } from '../parse/import.values.rules.ts';
import { everIssued, type History, splitReversed } from './import.history.rules.ts';
import { whyMissing } from './import.references.rules.ts';
import { isApplied, settle } from './import.settlement.rules.ts';
import type { HistoryBill } from './import.units.rules.ts';

/**
 * Refuses lines until what is left adds up: references lead somewhere, payments cover what they are applied to, no
 * bill is paid twice, each says rightly whether it is paid and what was owed before it. What depends on a refused
 * line is refused too, and says so. What is only wrong beside a refused line is not.
 */
export function refuseWhatDoesNotAddUp(history: History) {
  const refusals: LineRefusal[] = [];
  for (let current = history; ; ) {
    const found = checkHistory(current);
    if (found.length === 0) return { refusals, history: current };
    refusals.push(...found);
    current = withoutLines(current, new Set(found.map(({ line }) => line)));
  }
}

function withoutLines(history: History, lines: ReadonlySet<number>): History {
  const isRefused = ({ line }: { line: number | null }) => line !== null && lines.has(line);
  const keep = <T extends { line: number | null; known?: T }>(entries: readonly T[]) =>
    entries.flatMap((entry) => (isRefused(entry) ? (entry.known ?? []) : entry));
  const refused = [
    ...everIssued(history)
      .filter(isRefused)
      .map(({ line, number }) => ({ line: line ?? 0, invoiceNumber: number })),
    ...history.payments.filter(isRefused).map(({ line, appliedTo }) => ({
      line: line ?? 0,
      invoiceNumber: null,
      paid: appliedTo.map(({ invoiceNumber }) => invoiceNumber),
    })),
  ];
  return {
    ...history,
    ...splitReversed(keep(everIssued(history))),
    payments: keep(history.payments),
    refused: [...history.refused, ...refused],
  };
}

function checkHistory(history: History): LineRefusal[] {
  const issued = everIssued(history);
  const bills = new Map(issued.map((bill) => [bill.number, bill]));
  const open = new Map(history.bills.map((bill) => [bill.number, Math.max(bill.amountCents, 0)]));
  // Each sees the history without what the ones before it refuse.
  const checks = [
    () => [
      ...checkReferences(history, bills),
      ...issued.flatMap((bill) => checkCorrections(bill, bills, history)),
    ],
    () => checkPeriods(history),
    () => applyPayments(history, bills, open),
    () => firstWrongBill(history, issued, open),
  ];
  for (const check of checks) {
    const found = check();
    if (found.length > 0) return found;
  }
  return [];
}

/** A bill changes what later ones say rightly: the first that is wrong is refused alone. */
function firstWrongBill(
  history: History,
  issued: readonly HistoryBill[],
  statedOpen: ReadonlyMap<string, number>,
): LineRefusal[] {
  const statuses = checkStatuses(history, statedOpen);
  for (const bill of issued) {
    const found = [
      ...statuses.filter(({ line }) => line === bill.line),
      ...checkPreviousBalance(bill, issued, history),
    ];
    if (found.length > 0) return found;
  }
  return [];
}

function checkReferences(history: History, bills: ReadonlyMap<string, HistoryBill>): LineRefusal[] {
  return history.payments.flatMap(({ line, appliedTo, amountCents }) => {
    if (line === null) return [];
    const lost = appliedTo.flatMap(({ invoiceNumber }, index): LineRefusal[] => {
      if (bills.has(invoiceNumber)) return [];
      const refused = history.refused.find((entry) => entry.invoiceNumber === invoiceNumber);
      const reason = whyMissing(invoiceNumber, refused, 'is not a bill of this account');
      return [{ line, field: `appliedTo[${index}].invoiceNumber`, reason }];
    });
    const applied = sumCents(appliedTo);
    if (applied <= amountCents) return lost;
    const reason = `adds up to ${dollarsOf(applied)}, more than the payment of ${dollarsOf(amountCents)}`;
    return [...lost, { line, field: 'appliedTo', reason }];
  });
}

/** Refuses a bill that names another one which is not there, a successor that leads back, and a change of what it is. */
function checkCorrections(
  bill: HistoryBill,
  bills: ReadonlyMap<string, HistoryBill>,
  history: History,
): LineRefusal[] {
  const { line, number, kind, known, change, reversedOn, replacedBy } = bill;
  if (line === null) return [];
  const named = { forInvoice: change?.now.forInvoice ?? null, replacedBy };
  const lost = Object.entries(named).flatMap(([field, name]): LineRefusal[] => {
    if (name === null || (bills.has(name) && (field === 'replacedBy' || name !== number))) return [];
    const refused = history.refused.find((entry) => entry.invoiceNumber === name);
    return [{ line, field, reason: whyMissing(name, refused, 'is not another bill of this account') }];
  });
  const isLoop = successors(bill, bills).includes(number);
  const loop = isLoop
    ? [{ line, field: 'replacedBy', reason: `"${replacedBy}" leads back to this bill` }]
    : [];
  const isOther = known !== undefined && known.kind !== kind;
  const other = isOther ? [{ line, field: 'kind', reason: `is ${kind}, but was ${known.kind} before` }] : [];
  const reason = `is missing: the bill was reversed on ${known?.reversedOn}`;
  const isBack = known !== undefined && known.reversedOn !== null && reversedOn === null;
  return [...lost, ...loop, ...other, ...(isBack ? [{ line, field: 'reversedOn', reason }] : [])];
}

/** The numbers of what took a bill's place, one after the other, until one comes again. */
function successors(bill: HistoryBill, bills: ReadonlyMap<string, HistoryBill>): string[] {
  const numbers: string[] = [];
  for (
    let next = bill.replacedBy;
    next && !numbers.includes(next);
    next = bills.get(next)?.replacedBy ?? null
  )
    numbers.push(next);
  return numbers;
}

/** Manual bills and adjustments lie beside those of the cycle. */
function checkPeriods({ bills }: History): LineRefusal[] {
  const taken = new Map<string, HistoryBill>();
  return bills
    .filter(({ kind }) => kind === 'cycle')
    .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .flatMap((bill) => {
      const other = taken.get(bill.periodStart);
      if (!other || bill.line === null) {
        taken.set(bill.periodStart, bill);
        return [];
      }
      const reason = `is that of "${other.number}": an account has one cycle bill for a period`;
      return [{ line: bill.line, field: 'periodStart', reason }];
    });
}

/** Applies the payments, what the database knows first, then in order of lines, to what is open; not those that are refused. */
function applyPayments(
  { payments, reversed }: History,
  bills: ReadonlyMap<string, HistoryBill>,
  open: Map<string, number>,
): LineRefusal[] {
  const inLines = payments.filter(isApplied).toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const isReversed = new Set(reversed.map(({ number }) => number));
  const refusals: LineRefusal[] = [];
  for (const { line, appliedTo } of inLines) {
    // What the database knows stays: a bill that became too small for it is refused first.
    if (line !== null && refusals.some(({ field }) => field === 'items')) return refusals;
    const found = appliedTo.flatMap(({ invoiceNumber, amountCents }, index): LineRefusal[] => {
      // What paid a bill that was reversed pays others.
      if (isReversed.has(invoiceNumber)) return [];
      const left = open.get(invoiceNumber) ?? 0;
      if (left >= amountCents) return [];
      if (line !== null) {
        const reason = `is more than the ${dollarsOf(Math.max(left, 0))} open on "${invoiceNumber}"`;
        return [{ line, field: `appliedTo[${index}].amount`, reason }];
      }
      const bill = bills.get(invoiceNumber);
      if (!bill?.line) return [];
      const reason = `add up to ${dollarsOf(bill.amountCents)}, less than what was paid before`;
      return [{ line: bill.line, field: 'items', reason }];
    });
    refusals.push(...found);
    if (line !== null && found.length > 0) continue;
    for (const { invoiceNumber, amountCents } of appliedTo)
      open.set(invoiceNumber, (open.get(invoiceNumber) ?? 0) - amountCents);
  }
  return refusals;
}

/** OPEN is compared with what the file states; CLOSED with what is left after free credit is applied too. */
function checkStatuses(history: History, statedOpen: ReadonlyMap<string, number>): LineRefusal[] {
  const { openCents } = settle(history);
  return history.bills.flatMap(({ line, id, number, amountCents, status }): LineRefusal[] => {
    if (line === null || amountCents <= 0) return [];
    const isPaid = statedOpen.get(number) === 0;
    if (status === 'OPEN' && isPaid)
      return [{ line, field: 'status', reason: 'is OPEN, but its payments leave nothing open' }];
    const leftCents = openCents(id, amountCents);
    if (status !== 'CLOSED' || isPaid || leftCents === 0) return [];
    const reason = `is CLOSED, but ${dollarsOf(leftCents)} is open${because(history.refused, number)}`;
    return [{ line, field: 'status', reason }];
  });
}

function checkPreviousBalance(
  bill: HistoryBill,
  issued: readonly HistoryBill[],
  history: History,
): LineRefusal[] {
  const { line, previousBalanceCents, provesBalance } = bill;
  if (line === null || !provesBalance) return [];
  const before = balancesBefore(bill, issued, history.payments);
  if (before === 'any') return [];
  // A first bill says itself what was owed before it, unless a bill before it was refused.
  const possible = before ?? (history.refused.length > 0 ? new Set([0]) : null);
  if (!possible || possible.has(previousBalanceCents)) return [];
  const [expected = 0] = possible;
  const reason = `is ${dollarsOf(previousBalanceCents)}, but the history before it leaves ${dollarsOf(expected)}`;
  return [{ line, field: 'previousBalance', reason: `${reason}${because(history.refused)}` }];
}

/** What a sum may lack: the line that would have paid the bill, where that is known. */
function because(refused: History['refused'], invoiceNumber?: string): string {
  const paying = refused.filter(({ paid }) => invoiceNumber !== undefined && paid?.includes(invoiceNumber));
  const [first] = (paying.length > 0 ? paying : refused).map(({ line }) => line).toSorted((a, b) => a - b);
  return first === undefined ? '' : ` (without line ${first}, which is refused)`;
}
