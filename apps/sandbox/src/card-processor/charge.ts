import type { Refusal } from '../outcome.ts';

export type Processor = 'transafe' | 'orbital';

/** `captured` (a card) and `pending` (a bank debit) are charged but not settled yet. */
export type ChargeState =
  | 'captured'
  | 'pending'
  | 'settled'
  | 'returned'
  | 'voided'
  | 'refunded'
  | 'declined';

/** One charge as a processor stores it. Instants are ISO text with a zone. */
export interface Charge {
  /** TranSafe's ttid or Orbital's txRefNum. */
  readonly id: string;
  readonly processor: Processor;
  readonly kind: 'card' | 'bank';
  /** The caller's own number: TranSafe's ordernum, Orbital's retryTrace. */
  readonly reference: string | null;
  readonly orderId: string | null;
  readonly token: string;
  readonly requestedCents: number;
  /** The amount that was charged. 0 when declined. */
  readonly amountCents: number;
  readonly refusal: Refusal | null;
  readonly outcome: string;
  readonly at: string;
  readonly settlesAt: string | null;
  readonly returnsAt: string | null;
  readonly returnCode: string | null;
  readonly voidedAt: string | null;
  readonly refundedCents: number;
}

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
