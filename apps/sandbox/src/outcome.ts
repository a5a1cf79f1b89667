/** Why a charge is declined at once. */
export type Refusal =
  | 'do-not-honor'
  | 'insufficient-funds'
  | 'expired-card'
  | 'pick-up-card'
  | 'call-bank'
  | 'account-closed';

/** What the processor responds to the charge. Each protocol has its own codes for it. */
export type ResponseKind =
  | 'approved'
  | 'refused'
  | 'unknown-method'
  | 'duplicate'
  | 'unclear'
  | 'try-again'
  | 'down'
  | 'failing'
  | 'overloaded';

/** How the response is delivered: `lost` cuts the connection, `silent` leaves it open forever. */
export type Delivery = 'normal' | 'slow' | 'late' | 'lost' | 'silent' | 'garbled';

/** What happens to a bank debit in the days after it is accepted. */
export interface BankOutcome {
  readonly settlesAfterDays?: number;
  readonly returnCode?: string;
  readonly returnsAfterDays?: number;
}

/** What happens to one charge. */
export interface Outcome {
  /** The keyword in a token that selects this outcome. */
  readonly keyword: string;
  readonly charged: 'all' | 'half' | 'nothing';
  readonly response: ResponseKind;
  readonly delivery: Delivery;
  readonly refusal?: Refusal;
  readonly bank?: BankOutcome;
  /** Applies to the first attempt under a reference only. A repeat is an ordinary charge. */
  readonly firstAttemptOnly?: boolean;
}

/** A charge that works. */
export const ordinaryOutcome: Outcome = {
  keyword: 'ordinary',
  charged: 'all',
  response: 'approved',
  delivery: 'normal',
};
