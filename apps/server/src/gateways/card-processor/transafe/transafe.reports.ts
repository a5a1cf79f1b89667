import { httpStatus, type ServiceHttp } from '../../service-http.ts';
import { centsOfDecimals } from '../amounts.ts';
import type {
  ChargeRecords,
  RecordedCharge,
  RecordedRefund,
  RecordedReturn,
  RefundMeans,
  UnreadableRecord,
} from '../card-processor.ts';
import {
  chargeReports,
  failedReport,
  reportMembers,
  reportQuery,
  reportRowLimit,
  rowStatus,
  settledReport,
} from './transafe.names.ts';
import { isNotFound, readRow, timeOf } from './transafe.responses.ts';

type Row = Readonly<Record<string, unknown>>;

interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

const knownStates: readonly unknown[] = Object.values(rowStatus);
const secondMs = 1_000;
const dayMs = 86_400_000;
/** A bank can return an unauthorized debit for 60 days after it settled. Reports are read by the day of the charge. */
const longestReturnDays = 66;

/**
 * Returns the charges and refunds that TranSafe recorded since a time, from its reports. A report has a limit of rows, so a window
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
  // A void leaves the reports of what took money.
  const voided = { [reportQuery.status]: rowStatus.voided };
  for (const row of await readWindow(http, failedReport, window, voided)) rows.set(row.ttid ?? row, row);
  const records = [...rows.values()]
    .map(recordOf)
    .filter((record) => 'reason' in record || record.at >= since);
  return {
    charges: records.filter((record) => 'reference' in record && !('means' in record)) as RecordedCharge[],
    refunds: records.filter((record) => 'means' in record),
    unreadable: [...rows.values()]
      .flatMap(unknownStatusOf)
      .concat(records.filter((record) => 'reason' in record)),
  };
}

/** How a row gives money back, by its status. */
const meansOfStatus = new Map<unknown, RefundMeans>([
  [rowStatus.refunded, 'refund'],
  [rowStatus.voided, 'void'],
]);

function recordOf(row: Row): RecordedCharge | RecordedRefund | UnreadableRecord {
  const charge = chargeOf(row);
  const means = meansOfStatus.get(row[reportMembers.status]);
  return means && !('reason' in charge) ? { ...charge, means } : charge;
}

function unknownStatusOf(row: Row): UnreadableRecord[] {
  const status = row[reportMembers.status];
  if (knownStates.includes(status)) return [];
  return [{ where: whereOf(row), reason: `rowStatus (transafe.names.ts): ${status}` }];
}

/** Returns the bank debits that came back since a time, from TranSafe's report. Throws if it cannot be read. */
export async function listTransafeReturns(
  http: ServiceHttp,
  since: Date,
  until: Date,
): Promise<RecordedReturn[]> {
  const charged = new Date(since.getTime() - longestReturnDays * dayMs);
  const window = { from: secondsOf(charged), to: secondsOf(until) };
  const rows = await readWindow(http, settledReport, window, {
    [reportQuery.status]: rowStatus.returned,
  });
  const results = rows.map(readRow);
  const unclear = results.find(
    ({ outcome }, index) =>
      outcome === 'unknown' && rows[index]?.[reportMembers.status] !== rowStatus.refunded,
  );
  if (unclear && 'text' in unclear && !results.some(({ outcome }) => outcome === 'returned'))
    throw new Error(`TranSafe's ${settledReport} cannot be read: ${unclear.text}`);
  return rows.flatMap((row, index) => {
    const { [reportMembers.returnedAt]: at, [reportMembers.order]: reference } = row;
    const result = results[index];
    // A return is recorded once, so one without a time counts.
    const isRecent = at === undefined || Number(at) >= secondsOf(since);
    return isRecent && result?.outcome === 'returned' && typeof reference === 'string'
      ? [{ ...result, reference }]
      : [];
  });
}

/** Connections on which the settled report was seen. */
const seenReports = new WeakSet<ServiceHttp>();
/** Later than any charge, in seconds since 1970: 2100. */
const farFuture = 4_102_444_800;

/**
 * Returns whether TranSafe has the settled report, and asks until it was seen: it answers 404 for an order that is not in it and, perhaps,
 * for a report that does not exist.
 */
export async function hasSettledReport(http: ServiceHttp, timeoutMs?: number): Promise<boolean> {
  if (seenReports.has(http)) return true;
  if (timeoutMs !== undefined && timeoutMs <= 0) return false;
  const path = `${settledReport}?${reportQuery.from}=0&${reportQuery.until}=${farFuture}`;
  const response = await http.call({ method: 'GET', path, ...(timeoutMs && { timeoutMs }) });
  if (response.kind !== 'response' || !Array.isArray(response.body[reportMembers.rows])) return false;
  seenReports.add(http);
  return true;
}

/** Returns the rows of a report between two times, in seconds; `filter` narrows them. Throws if it cannot be read. */
async function readWindow(
  http: ServiceHttp,
  report: string,
  window: TimeWindow,
  filter: Readonly<Record<string, string>> = {},
): Promise<Row[]> {
  const query = new URLSearchParams({
    [reportQuery.from]: String(window.from),
    [reportQuery.until]: String(window.to),
    ...filter,
  });
  const response = await http.call({ method: 'GET', path: `${report}?${query}` });
  if (response.kind !== 'response') throw new Error(`TranSafe's ${report} cannot be read: ${response.text}`);
  const { status, body } = response;
  if (isNotFound(response)) {
    if (report === settledReport && !(await hasSettledReport(http)))
      throw new Error('settledReport (transafe.names.ts): TranSafe has no such report');
    return [];
  }
  const rows = body[reportMembers.rows];
  if (status !== httpStatus.ok || !Array.isArray(rows)) {
    const names =
      status < httpStatus.firstServerError ? ': reportMembers or reportQuery (transafe.names.ts)' : '';
    throw new Error(`TranSafe's ${report} cannot be read: HTTP ${status}${names}`);
  }
  if (rows.length < reportRowLimit) return rows;
  if (window.from === window.to) throw new Error(`${report} has too many charges in one second`);
  const middle = Math.floor((window.from + window.to) / 2);
  const earlier = await readWindow(http, report, { from: window.from, to: middle }, filter);
  return [...earlier, ...(await readWindow(http, report, { from: middle + 1, to: window.to }, filter))];
}

function chargeOf(row: Row): RecordedCharge | UnreadableRecord {
  const { ttid, account, [reportMembers.order]: reference, [reportMembers.amount]: amount } = row;
  const where = whereOf(row);
  const amountCents = centsOfDecimals(amount);
  if (!amountCents) return { where, reason: `reportMembers.amount (transafe.names.ts): ${amount}` };
  const at = timeOf(row);
  if (!at) return { where, reason: `the time is ${row.timestamp}` };
  return {
    reference: typeof reference === 'string' ? reference : '',
    transaction: typeof ttid === 'string' ? ttid : null,
    amountCents,
    at,
    lastFour: /\d{4}$/.exec(String(account))?.[0] ?? null,
  };
}

function whereOf({ ttid }: Row): string {
  return `transaction ${ttid ?? 'without a number'}`;
}

/** Returns an instant as TranSafe's reports have it. */
function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / secondMs);
}
