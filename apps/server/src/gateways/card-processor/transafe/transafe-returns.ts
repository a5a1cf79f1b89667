import type { ServiceHttp } from '../../service-http.ts';
import type { RecordedReturn } from '../card-processor.ts';
import { fields, returnReport, rowStatus } from './transafe.names.ts';
import { readRow } from './transafe.responses.ts';
import { readWindow, secondsOf } from './transafe-charges.ts';

const dayMs = 86_400_000;
/** A bank can return an unauthorized debit for 60 days after it settled. Reports are read by the day of the charge. */
const longestReturnDays = 66;

/** Returns the bank debits that came back since a time, from TranSafe's report. Throws if it cannot be read. */
export async function listTransafeReturns(
  http: ServiceHttp,
  since: Date,
  until: Date,
): Promise<RecordedReturn[]> {
  const charged = new Date(since.getTime() - longestReturnDays * dayMs);
  const window = { from: secondsOf(charged), to: secondsOf(until) };
  const rows = await readWindow(http, returnReport, window, { status: rowStatus.returned });
  return rows.flatMap((row) => {
    const isRecent = Number(row[fields.returnedAt]) >= secondsOf(since);
    const result = isRecent ? readRow(row) : undefined;
    if (result?.outcome !== 'returned' || typeof row.ordernum !== 'string') return [];
    return [{ ...result, reference: row.ordernum }];
  });
}
