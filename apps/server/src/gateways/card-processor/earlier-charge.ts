import type { ChargeIdentity, EarlierOutcome, InquiryResult } from './card-processor.ts';

/** How far a processor's clock and the database's may differ. */
export const clockMarginMs = 2 * 60_000;

/** When a charge was made and with what, as far as its processor says. */
export interface ChargeTraits {
  readonly at?: Date | undefined;
  readonly lastFour?: string | undefined;
}

/** Returns why a charge with our order number is not the payment's own; undefined if it may be. */
export function earlierReason(expected: ChargeIdentity, { at, lastFour }: ChargeTraits): string | undefined {
  const { sentAt } = expected;
  if (sentAt === null) return 'it was found before we charged';
  if (at && at.getTime() < sentAt.getTime() - clockMarginMs)
    return `it is of ${at.toISOString()}, before we charged`;
  const isOtherCard = lastFour && expected.lastFour && lastFour !== expected.lastFour;
  return isOtherCard ? `it is of …${lastFour}, not of …${expected.lastFour}` : undefined;
}

/** Returns the outcome of a charge that is an earlier one. */
export function earlierCharge(found: InquiryResult, reason: string): InquiryResult {
  if (found.outcome === 'not-found' || found.outcome === 'unknown' || found.outcome === 'earlier')
    return found;
  const isAccepted = found.outcome !== 'declined';
  const text = `an earlier charge ${found.transaction ?? 'without a number'}, ${found.outcome}: ${reason}`;
  return { outcome: 'earlier', isAccepted, transaction: found.transaction, text } satisfies EarlierOutcome;
}
