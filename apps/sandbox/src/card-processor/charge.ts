import type { Charge } from './charge.store.ts';

/** `captured` (a card) and `pending` (a bank debit) are charged but not settled yet; `refunded` is a refund itself. */
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
  if (charge.refundOf) return 'refunded';
  if (charge.voidedAt) return 'voided';
  if (isReached(charge.returnsAt, now)) return 'returned';
  if (isReached(charge.settlesAt, now)) return 'settled';
  return charge.kind === 'bank' ? 'pending' : 'captured';
}

/** Whether a charge is unsettled and can still be voided. */
export function isUnsettled(charge: Charge, now: Date): boolean {
  const state = chargeState(charge, now);
  return state === 'captured' || state === 'pending';
}

/** The instant this many days after another, as ISO text. */
export function daysAfter(instant: Date, days: number): string {
  return new Date(instant.getTime() + days * dayMs).toISOString();
}

function isReached(instant: string | null, now: Date): boolean {
  return instant !== null && instant <= now.toISOString();
}
