import { addDays } from './calendar.ts';

export interface BillCharge {
  readonly type: 'recurring' | 'one-time' | 'usage' | 'discount' | 'tax' | 'fee' | 'late-fee';
  readonly description: string;
  readonly cents: number;
}

export interface BillItem {
  readonly description: string;
  readonly charges: readonly BillCharge[];
}

/** Input for one bill, or an adjustment. Its cycle is from the day of issue to the next issue. */
export interface BillInput {
  readonly issuedOn: string;
  readonly nextIssue: string;
  readonly items: readonly BillItem[];
  readonly kind?: 'manual' | 'credit' | 'debit';
  readonly reason?: string | undefined;
  /** The day of its reversal, and the bill that is issued then in its place, for its period. */
  readonly reversedOn?: string;
  readonly replacedBy?: BillInput;
  readonly periodStart?: string;
}

export type PaymentStatus = 'COMPLETED' | 'PENDING' | 'PROCESSING_ERROR' | 'RETURNED' | 'REFUNDED';

/** Input for one payment. */
export interface PaymentInput {
  readonly on: string;
  readonly clock: string;
  /** The balance on that day, unless given. */
  readonly cents?: number;
  readonly status?: PaymentStatus;
  /** The day of the return or refund. */
  readonly reversedOn?: string;
  readonly recurring?: boolean;
  /** A saved method's id. None: a check by mail. */
  readonly method: string | undefined;
}

/** Days from issue to due date. */
const daysToPay = 21;

/** Returns the day a bill is due. */
export function dueOn({ issuedOn }: BillInput): string {
  return addDays(issuedOn, daysToPay);
}
