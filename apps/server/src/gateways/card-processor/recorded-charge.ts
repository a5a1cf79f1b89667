/** A charge in a processor's own records. */
export interface RecordedCharge {
  /** The order number: our reference, if the charge was made here. */
  readonly reference: string;
  readonly transaction: string | null;
  readonly amountCents: number;
  readonly at: Date;
  readonly lastFour: string | null;
}

/** A record that cannot be read, and why. */
export interface UnreadableRecord {
  /** Where it is: `line 7`, or the processor's number of the charge. */
  readonly where: string;
  readonly reason: string;
}

/** The charges that a processor recorded. */
export interface ChargeRecords {
  readonly charges: readonly RecordedCharge[];
  readonly unreadable: readonly UnreadableRecord[];
}
