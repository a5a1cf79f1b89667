import { formatCents, sumCents } from '@myaccount/contract/money';
import { z } from 'zod';
import { centsOfDecimals } from '../../gateways/card-processor/amounts.ts';
import type { ChargeRecords } from '../../gateways/card-processor/card-processor.ts';

/** Control totals of a settlement file: what Orbital's own report says of all its rows, in an operator's name. */
export interface ControlTotals {
  readonly from: Date;
  /** The first instant that is not covered: the next file begins with it. */
  readonly to: Date;
  readonly charges: number;
  readonly totalCents: number;
  readonly by: string;
}

const value = z.union([z.string(), z.number()]).optional();
const fieldsRule = z.object({ covers: value, count: value, total: value, by: value });
const instant = z.iso.datetime({ offset: true });
const wholeNumber = /^\d{1,9}$/;
const name = /^(?=.*\S)\P{Cc}+$/u;

/** Returns control totals from the fields that an operator typed or a file has, or a sentence about the first wrong one. */
export function parseControlTotals(fields: unknown): ControlTotals | string {
  const read = fieldsRule.safeParse(fields);
  if (!read.success) return 'control totals are covers, count, total, and by, each a text or a number';
  const { covers = '', count = '', total = '', by = '' } = read.data;
  const [from, to, ...more] = String(covers).split('..').map(instantOf);
  if (!from || !to || more.length > 0 || from >= to)
    return 'covers must be FROM..TO with FROM before TO, such as 2026-11-24T05:00:00Z..2026-11-25T05:00:00Z';
  if (!wholeNumber.test(String(count))) return 'count must be the number of all its rows, such as 12';
  // Charges less refunds, which can be below 0.
  const [, sign, dollars] = /^(-?)(.*)$/.exec(String(total)) ?? [];
  const cents = centsOfDecimals(dollars);
  const totalCents = cents !== undefined && sign ? 0 - cents : cents;
  if (totalCents === undefined) return 'total must be the dollars of all its rows, such as 1084.99';
  if (!name.test(String(by))) return 'by must be your name';
  return { from, to, charges: Number(count), totalCents, by: String(by) };
}

function instantOf(text: string): Date | undefined {
  return instant.safeParse(text).success ? new Date(text) : undefined;
}

/** Returns how the rows of a settlement file contradict its control totals; undefined if they agree. */
export function contradictionOf(
  { from, to, charges: count, totalCents }: ControlTotals,
  { charges, refunds, unreadable }: ChargeRecords,
  now: Date,
): string | undefined {
  const rows = [...charges, ...refunds];
  const sum = sumCents(charges) - sumCents(refunds);
  const outside = rows.filter(({ at }) => at < from || at >= to).map(({ reference }) => reference);
  const differences = [
    to > now && `its range ends after now, ${now.toISOString()}`,
    unreadable.length > 0 && `${unreadable.length} of its rows cannot be read`,
    rows.length !== count && `it has ${rows.length} rows, not ${count}`,
    sum !== totalCents && `its rows add up to ${formatCents(sum)}, not ${formatCents(totalCents)}`,
    outside.length > 0 && `${outside.length} of its rows are not in its range: order ${outside[0]}`,
  ];
  return differences.filter(Boolean).join('; ') || undefined;
}
