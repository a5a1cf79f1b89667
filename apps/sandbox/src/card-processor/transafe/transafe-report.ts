import { type Charge, type ChargeState, chargeState } from '../charge.ts';
import type { ChargeDesk } from '../charge-desk.ts';
import { FIELD_NAMES, ROW_STATUS } from './transafe-names.ts';
import { describeCharge } from './transafe-purchase.ts';
import { faultAnswer, type TransafeAnswer, writeAmount } from './transafe-request.ts';

/** The reports and the states of the charges that stand in them. */
export const REPORTS: Readonly<Record<string, readonly ChargeState[]>> = {
  unsettled: ['captured', 'pending'],
  settled: ['settled', 'returned', 'refunded'],
  failed: ['declined', 'voided'],
};

/** What a caller asks a report for; without ttid and ordernum it is the newest rows. */
export interface ReportQuery {
  ttid?: string;
  ordernum?: string;
  status?: string;
}

const MAX_ROWS = 1_000;

/** The rows of a report, newest first; 404 where a ttid or an order number was named and is not in it. */
export function answerReport(
  desk: ChargeDesk,
  states: readonly ChargeState[],
  query: ReportQuery,
): TransafeAnswer {
  const now = desk.clock.now();
  const rows = findCharges(desk, query)
    .filter((charge) => states.includes(chargeState(charge, now)))
    .map((charge) => describeRow(charge, now))
    .filter((row) => !query.status || row[FIELD_NAMES.rowStatus] === query.status)
    .slice(0, MAX_ROWS);
  const isLookUp = query.ttid !== undefined || query.ordernum !== undefined;
  if (isLookUp && rows.length === 0) return faultAnswer('notFound', 'RECORD NOT FOUND');
  return { status: 200, body: { code: 'SUCCESS', msoft_code: 'INT_SUCCESS', [FIELD_NAMES.rows]: rows } };
}

function findCharges({ book }: ChargeDesk, { ttid, ordernum }: ReportQuery): Charge[] {
  if (ttid !== undefined) {
    const charge = book.findCharge('transafe', ttid);
    return charge && (ordernum === undefined || charge.reference === ordernum) ? [charge] : [];
  }
  if (ordernum !== undefined) return book.listByReference('transafe', ordernum);
  return book.listCharges({ processor: 'transafe', includeDeclined: true });
}

function describeRow(charge: Charge, now: Date): Record<string, string> {
  const state = chargeState(charge, now);
  return {
    ...describeCharge(charge),
    type: 'SALE',
    amount: writeAmount(charge.refusal ? charge.askedCents : charge.amountCents),
    [FIELD_NAMES.rowStatus]: ROW_STATUS[state],
    ...(state === 'returned' && charge.returnCode && charge.returnsAt
      ? {
          [FIELD_NAMES.returnCode]: charge.returnCode,
          [FIELD_NAMES.returnedAt]: String(Math.floor(Date.parse(charge.returnsAt) / 1000)),
        }
      : {}),
  };
}
