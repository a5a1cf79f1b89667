import type { ChargeContext } from '../charge.service.ts';
import { type Charge, type ChargeState, chargeState } from '../charge.ts';
import { fieldNames, rowStatus } from './transafe-names.ts';
import { describeCharge } from './transafe-purchase.ts';
import { faultResponse, type TransafeResponse, writeAmount } from './transafe-request.ts';

/** The charge states that each report lists. */
export const reportStates: Readonly<Record<string, readonly ChargeState[]>> = {
  unsettled: ['captured', 'pending'],
  settled: ['settled', 'returned', 'refunded'],
  failed: ['declined', 'voided'],
};

/** The filters of a report. Without ttid and ordernum it lists the newest rows. */
export interface ReportQuery {
  readonly ttid?: string;
  readonly ordernum?: string;
  readonly status?: string;
  /** Seconds since 1970. Inferred, like `edate`. */
  readonly bdate?: string;
  readonly edate?: string;
}

const maxRows = 1_000;

/** The rows of a report, newest first. 404 for a ttid or order number that is not in it. */
export function reportResponse(
  context: ChargeContext,
  states: readonly ChargeState[],
  query: ReportQuery,
): TransafeResponse {
  const now = context.clock.now();
  const rows = findCharges(context, query)
    .filter((charge) => isBetween(charge, query))
    .filter((charge) => states.includes(chargeState(charge, now)))
    .map((charge) => describeRow(charge, now))
    .filter((row) => !query.status || row[fieldNames.rowStatus] === query.status)
    .slice(0, maxRows);
  const isLookup = query.ttid !== undefined || query.ordernum !== undefined;
  if (isLookup && rows.length === 0) return faultResponse('notFound', 'RECORD NOT FOUND');
  return { status: 200, body: { code: 'SUCCESS', msoft_code: 'INT_SUCCESS', [fieldNames.rows]: rows } };
}

function findCharges({ store }: ChargeContext, { ttid, ordernum }: ReportQuery): Charge[] {
  if (ttid !== undefined) {
    const charge = store.findCharge('transafe', ttid);
    return charge && (ordernum === undefined || charge.reference === ordernum) ? [charge] : [];
  }
  if (ordernum !== undefined) return store.listByReference('transafe', ordernum);
  return store.listCharges({ processor: 'transafe', includeDeclined: true });
}

function isBetween({ at }: Charge, { bdate, edate }: ReportQuery): boolean {
  const seconds = Math.floor(Date.parse(at) / 1000);
  return (
    (bdate === undefined || seconds >= Number(bdate)) && (edate === undefined || seconds <= Number(edate))
  );
}

function describeRow(charge: Charge, now: Date): Record<string, string> {
  const state = chargeState(charge, now);
  return {
    ...describeCharge(charge),
    type: 'SALE',
    amount: writeAmount(charge.refusal ? charge.requestedCents : charge.amountCents),
    [fieldNames.rowStatus]: rowStatus[state],
    ...(state === 'returned' && charge.returnCode && charge.returnsAt
      ? {
          [fieldNames.returnCode]: charge.returnCode,
          [fieldNames.returnedAt]: String(Math.floor(Date.parse(charge.returnsAt) / 1000)),
        }
      : {}),
  };
}
