/** Why a charge is refused at once. */
export type Refusal =
  | 'do-not-honor'
  | 'insufficient-funds'
  | 'expired-card'
  | 'pick-up-card'
  | 'call-bank'
  | 'account-closed';

/** What the processor says about the charge; each protocol has its own words for it. */
export type Verdict =
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
export type Journey = 'prompt' | 'slow' | 'late' | 'lost' | 'silent' | 'garbled';

/** What becomes of a bank debit in the days after it was accepted. */
export interface BankCourse {
  settlesAfterDays?: number;
  returnCode?: string;
  returnsAfterDays?: number;
}

/** What happens to one charge. */
export interface Outcome {
  /** The word a token carries to get this outcome. */
  word: string;
  books: 'all' | 'half' | 'nothing';
  verdict: Verdict;
  journey: Journey;
  refusal?: Refusal;
  bank?: BankCourse;
  /** Only the first sending under a reference; sent again, the charge is an ordinary one. */
  onlyFirst?: boolean;
}

/** A charge that simply works. */
export const ORDINARY: Outcome = { word: 'ordinary', books: 'all', verdict: 'approved', journey: 'prompt' };
