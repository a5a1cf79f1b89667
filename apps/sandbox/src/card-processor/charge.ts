import type { Charge } from './charge.store.ts';

/** `captured` (a card) and `pending` (a bank debit) are charged but not settled yet. */
export type ChargeState =
  | 'captured'
  | 'pending'
  | 'settled'
  | 'returned'
  | 'voided'
  | 'refunded'
  | 'declined';

const dayMs = 86_400_000;

/** The state of a charge at an instant. */
export function chargeState(charge: Charge, now: Date): ChargeState {
  if (charge.refusal) return 'declined';
  if (charge.voidedAt) return 'voided';
  if (isReached(charge.returnsAt, now)) return 'returned';
  if (charge.refundedCents >= charge.amountCents) return 'refunded';
  if (isReached(charge.settlesAt, now)) return 'settled';
  return charge.kind === 'bank' ? 'pending' : 'captured';
}

/** Whether a charge is unsettled and can still be voided. */
export function isUnsettled(charge: Charge, now: Date): boolean {
  const state = chargeState(charge, now);
  return state === 'captured' || state === 'pending';
}

/** The cents of a charge that can still be refunded. */
export function refundableCents(charge: Charge, now: Date): number {
  const state = chargeState(charge, now);
  const isRefundable = state === 'captured' || state === 'pending' || state === 'settled';
  return isRefundable ? charge.amountCents - charge.refundedCents : 0;
}

/** The instant this many days after another, as ISO text. */
export function daysAfter(instant: Date, days: number): string {
  return new Date(instant.getTime() + days * dayMs).toISOString();
}

function isReached(instant: string | null, now: Date): boolean {
  return instant !== null && instant <= now.toISOString();
}
