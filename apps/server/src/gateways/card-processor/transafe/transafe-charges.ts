import type { ServiceHttp, ServiceResponse } from '../../service-http.ts';
import { centsOfDecimals } from '../amounts.ts';
import type { ChargeRecords, RecordedCharge, UnreadableRecord } from '../recorded-charge.ts';
import { chargeReports, fields, reportRowLimit } from './transafe.names.ts';

type Row = Readonly<Record<string, unknown>>;

interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

const okStatus = 200;
const notFoundStatus = 404;
const secondMs = 1_000;

/**
 * Returns the charges that TranSafe recorded since a time, from its reports. A report has a limit of rows, so a window
 * that reaches it is read in halves. Throws if a report cannot be read.
 */
export async function listTransafeCharges(
  http: ServiceHttp,
  since: Date,
  until: Date,
): Promise<ChargeRecords> {
  const window = { from: secondsOf(since), to: secondsOf(until) };
  const rows = new Map<unknown, Row>();
  // In this order, so that a charge that settles meanwhile is not missed.
  for (const report of chargeReports) {
    for (const row of await readWindow(http, report, window)) rows.set(row.ttid ?? row, row);
  }
  const charges: RecordedCharge[] = [];
  const unreadable: UnreadableRecord[] = [];
  for (const row of rows.values()) {
    const charge = chargeOf(row);
    if ('reason' in charge) unreadable.push(charge);
    else if (charge.at >= since) charges.push(charge);
  }
  return { charges, unreadable };
}

/** Returns the rows of a report between two times, in seconds; `filter` narrows them. Throws if it cannot be read. */
export async function readWindow(
  http: ServiceHttp,
  report: string,
  window: TimeWindow,
  filter: Readonly<Record<string, string>> = {},
): Promise<Row[]> {
  const query = new URLSearchParams({ bdate: String(window.from), edate: String(window.to), ...filter });
  const response = await http.call({ method: 'GET', path: `${report}?${query}` });
  if (isEmpty(response)) return [];
  const rows: unknown = response.kind === 'response' ? response.body[fields.rows] : undefined;
  if (response.kind !== 'response' || response.status !== okStatus || !Array.isArray(rows)) {
    const text = response.kind === 'response' ? `HTTP ${response.status}` : response.text;
    throw new Error(`TranSafe's ${report} cannot be read: ${text}`);
  }
  if (rows.length < reportRowLimit) return rows;
  if (window.from === window.to) throw new Error(`${report} has too many charges in one second`);
  const middle = Math.floor((window.from + window.to) / 2);
  const earlier = await readWindow(http, report, { from: window.from, to: middle }, filter);
  return [...earlier, ...(await readWindow(http, report, { from: middle + 1, to: window.to }, filter))];
}

function isEmpty(response: ServiceResponse): boolean {
  return (
    response.kind === 'response' &&
    response.status === notFoundStatus &&
    response.body.msoft_code === 'DATA_RECORDNOTFOUND'
  );
}

function chargeOf(row: Row): RecordedCharge | UnreadableRecord {
  const { ttid, ordernum, amount, timestamp, account } = row;
  const where = `transaction ${ttid ?? 'without a number'}`;
  const amountCents = centsOfDecimals(amount);
  if (!amountCents) return { where, reason: `the amount is ${amount}` };
  const seconds = Number(timestamp);
  if (!Number.isSafeInteger(seconds) || seconds <= 0) return { where, reason: `the time is ${timestamp}` };
  return {
    reference: typeof ordernum === 'string' ? ordernum : '',
    transaction: typeof ttid === 'string' ? ttid : null,
    amountCents,
    at: new Date(seconds * secondMs),
    lastFour: /\d{4}$/.exec(String(account))?.[0] ?? null,
  };
}

/** Returns an instant as TranSafe's reports have it. */
export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / secondMs);
}
