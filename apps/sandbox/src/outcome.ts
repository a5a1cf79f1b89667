/** Why a charge is refused at once. */
export type Refusal =
  | 'do-not-honor'
  | 'insufficient-funds'
  | 'expired-card'
  | 'pick-up-card'
  | 'call-bank'
  | 'account-closed';

/** What the processor says about the charge; each protocol has its own words for it. */
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

/** How the answer travels back; `lost` cuts the connection, `silent` leaves it open for ever. */
export type Delivery = 'normal' | 'slow' | 'late' | 'lost' | 'silent' | 'garbled';

/** What becomes of a bank debit in the days after it was accepted. */
export interface BankOutcome {
  readonly settlesAfterDays?: number;
  readonly returnCode?: string;
  readonly returnsAfterDays?: number;
}

/** What happens to one charge. */
export interface Outcome {
  /** The word a token carries to get this outcome. */
  readonly keyword: string;
  readonly charged: 'all' | 'half' | 'nothing';
  readonly response: ResponseKind;
  readonly delivery: Delivery;
  readonly refusal?: Refusal;
  readonly bank?: BankOutcome;
  /** Only the first sending under a reference; sent again, the charge is an ordinary one. */
  readonly firstAttemptOnly?: boolean;
}

/** A charge that simply works. */
export const ordinaryOutcome: Outcome = {
  keyword: 'ordinary',
  charged: 'all',
  response: 'approved',
  delivery: 'normal',
};
