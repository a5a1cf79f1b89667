import type { Charge } from '../charge.store.ts';
import { type ChargeState, chargeState } from '../charge.ts';
import { rowStatus } from './transafe-names.ts';
import { describeCharge } from './transafe-purchase.ts';
import { faultResponse, successResponse, type TransafeCall, writeAmount } from './transafe-request.ts';

/** The charge states that each report lists. */
const reportStates: Readonly<Record<string, readonly ChargeState[]>> = {
  unsettled: ['captured', 'pending'],
  settled: ['settled', 'returned', 'refunded'],
  failed: ['declined', 'voided'],
};
const maxRows = 1_000;

/** The rows of a report, newest first. 404 for a ttid or order number that is not in it. */
export const report: TransafeCall = ({ charges, clock }, { name = '' }, request) => {
  const states = reportStates[name];
  if (!states) return faultResponse('notFound', 'UNKNOWN REPORT');
  const { ttid, ordernum, status, bdate, edate } = readQuery(request.query);
  const now = clock.now();
  const rows = charges
    .list({ processor: 'transafe', id: ttid, reference: ordernum })
    .filter(({ at }) => isBetween(at, bdate, edate))
    .filter((charge) => states.includes(chargeState(charge, now)))
    .map((charge) => describeRow(charge, now))
    .filter((row) => !status || row.status === status)
    .slice(0, maxRows);
  const isLookup = ttid !== undefined || ordernum !== undefined;
  if (isLookup && rows.length === 0) return faultResponse('notFound', 'RECORD NOT FOUND');
  return successResponse({ report: rows });
};

/** A repeated parameter becomes its joined values, which match no record. */
function readQuery(query: unknown): Partial<Record<string, string>> {
  const parameters = Object.entries(query as Record<string, string | string[]>);
  return Object.fromEntries(parameters.map(([name, value]) => [name, value.toString()]));
}

/** The bounds are seconds since 1970. Inferred. */
function isBetween(at: string, from: string | undefined, to: string | undefined): boolean {
  const seconds = Math.floor(Date.parse(at) / 1000);
  return (from === undefined || seconds >= Number(from)) && (to === undefined || seconds <= Number(to));
}

function describeRow(charge: Charge, now: Date): Record<string, string> {
  const state = chargeState(charge, now);
  return {
    ...describeCharge(charge),
    type: charge.refundOf ? 'REFUND' : 'SALE',
    amount: writeAmount(charge.refusal ? charge.requestedCents : charge.amountCents),
    status: rowStatus[state],
    ...(state === 'returned' && charge.returnCode && charge.returnsAt
      ? {
          return_code: charge.returnCode,
          return_timestamp: String(Math.floor(Date.parse(charge.returnsAt) / 1000)),
        }
      : {}),
  };
}
