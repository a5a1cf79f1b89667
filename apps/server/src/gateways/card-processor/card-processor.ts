import type { ProcessorName } from '../../platform/database/tables.payments.ts';
import type { ServiceState } from '../../platform/http/health.ts';

/** What is charged: a card, or a bank account, whose debit is settled days later. */
export type ChargeKind = 'card' | 'bank';

/** Why a bank or card refused; the same words whichever processor said so. */
export const declineReasons = [
  'insufficient-funds',
  'expired-card',
  'invalid-account',
  'limit-exceeded',
  'not-permitted',
  'call-bank',
  'declined',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** Why a bank debit came back. */
export type ReturnReason = 'insufficient-funds' | 'invalid-account' | 'unauthorized' | 'returned';

export interface Charge {
  /** The processor’s own token of the method. */
  readonly token: string;
  readonly amountCents: number;
  /** Sixteen digits, ours, unique: the processor’s order number and retry trace. */
  readonly reference: string;
  readonly kind: ChargeKind;
  /** From this moment on the charge must not be sent any more: it counts as never sent. */
  readonly sendBefore: Date;
}

export interface Inquiry {
  readonly reference: string;
  /** The processor’s number of the charge, where it told one. */
  readonly transaction: string | null;
  /** What was asked for: an answer that names no amount means all of it. */
  readonly amountCents: number;
  readonly kind: ChargeKind;
}

/** The processor has booked (a card) or taken on (a bank debit) this amount. */
interface Taken {
  readonly outcome: 'approved' | 'pending';
  readonly transaction: string;
  readonly amountCents: number;
}
interface Declined {
  readonly outcome: 'declined';
  readonly transaction: string | null;
  readonly reason: DeclineReason;
  /** The processor’s words, for people of the operator. */
  readonly text: string;
}
/** Nobody can tell yet: the money may have moved. */
interface Unknown {
  readonly outcome: 'unknown';
  readonly text: string;
}
/** Certain that nothing was charged, for no fault of the card: never sent, or refused at the door. */
interface Unavailable {
  readonly outcome: 'unavailable';
  readonly text: string;
}
/** The processor knows no charge with this reference. */
interface NotFound {
  readonly outcome: 'not-found';
}
/** A bank debit that came back. */
interface Returned {
  readonly outcome: 'returned';
  readonly transaction: string;
  readonly amountCents: number;
  readonly reason: ReturnReason;
  readonly text: string;
}

export type ChargeResult = Taken | Declined | Unknown | Unavailable;
export type InquiryResult = Taken | Declined | Unknown | NotFound | Returned;

/** One outside service that charges saved methods. Neither call ever throws. */
export interface CardProcessor {
  readonly name: ProcessorName;
  readonly takes: readonly ChargeKind[];
  /** How long after a charge an inquiry still finds it, in milliseconds; null: for good. */
  readonly remembersMs: number | null;
  /** Charges once; everything that is not certain is `unknown`. */
  charge(charge: Charge): Promise<ChargeResult>;
  /** Asks what became of a charge. */
  inquire(inquiry: Inquiry): Promise<InquiryResult>;
  /** `away` from several failures in a row until a call goes well again. */
  state(): ServiceState;
  /** Whether a call now would be refused without being sent, so that none needs to be begun. */
  refusesCalls(): boolean;
}

export type CardProcessors = Readonly<Record<ProcessorName, CardProcessor>>;
