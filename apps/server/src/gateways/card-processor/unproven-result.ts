import type { ChargeResult, InquiryResult } from './card-processor.ts';

/** The result of a charge, and whether the response names our order. Without it, it may answer somebody else's charge. */
export interface ChargeReading {
  readonly result: ChargeResult;
  readonly isProven: boolean;
}

/** Returns a reading that needs no lookup. */
export function proven(result: ChargeResult): ChargeReading {
  return { result, isProven: true };
}

/** Returns the result of a charge whose response did not name our order, after a lookup of the order. */
export function resultAfterLookUp(unproven: ChargeResult, lookedUp: InquiryResult): ChargeResult {
  if (lookedUp.outcome === 'returned') return { outcome: 'unknown', text: 'returned already' };
  if (lookedUp.outcome === 'not-found') return resultIfNotFound(unproven);
  // The processor refuses the question as it refused the charge: it refuses everything.
  if (lookedUp.outcome === 'unknown' && lookedUp.isRefused && unproven.outcome === 'unavailable')
    return unproven;
  // Both name the same transaction: the response was ours, whatever the processor's clock says, and it has the reason, which a
  // lookup may lack.
  const isOurs =
    'transaction' in unproven && 'transaction' in lookedUp && unproven.transaction === lookedUp.transaction;
  const isKnownBest =
    lookedUp.outcome === 'earlier' || (unproven.outcome === 'declined' && lookedUp.outcome === 'declined');
  return isOurs && isKnownBest ? unproven : lookedUp;
}

/** A lookup finds an approval and a bank's decline, but neither a refused request nor a refused saved method. */
function resultIfNotFound(unproven: ChargeResult): ChargeResult {
  const isRefusedMethod = unproven.outcome === 'declined' && unproven.transaction === null;
  if (isRefusedMethod || unproven.outcome === 'unavailable') return unproven;
  return {
    outcome: 'unknown',
    text: 'failedReport (transafe.names.ts): no report has the order, and its response lacks our order number',
  };
}
