import type { DeclineReason, ReturnReason } from '@myaccount/contract/payment-failures';
import type { CardType } from '@myaccount/contract/payment-methods';
import type { ProcessorName } from '@myaccount/contract/processors';
import type { Deadline } from '../../platform/deadline.ts';
import type { ServiceState } from '../../platform/http/health.ts';
import type { Unavailable } from '../service-http.ts';

/** Kind of account to charge. A bank debit settles days later. */
export type ChargeKind = 'card' | 'bank';

/** Who makes a charge: the customer, now, or the provider, as the customer agreed before. */
export type ChargeInitiator = 'customer' | 'merchant';

/** What tells a payment's own charge from an earlier one with the same order number, which a database lost. */
export interface ChargeIdentity {
  /** When a call with the order number was first sent, by the database; null if none was: whatever is found is an earlier charge. */
  readonly sentAt: Date | null;
  /** The digits of the card or bank account that is charged; null if unknown. */
  readonly lastFour: string | null;
}

/** A charge to make. */
export interface ChargeRequest extends ChargeIdentity {
  /** The processor's own token of the method. */
  readonly token: string;
  readonly amountCents: number;
  /** Our unique 16-digit reference: the processor's order number and retry trace. */
  readonly reference: string;
  readonly kind: ChargeKind;
  /** Card networks treat a saved card that the provider charges differently from one that its holder uses. */
  readonly initiator: ChargeInitiator;
  /** The card network's number of the customer's own charge of this method; null if none is known. */
  readonly networkTransaction: string | null;
  /** The charge must not be sent when this is over; it then counts as never sent. */
  readonly sendBefore: Deadline;
  /** Whether a call of the same payment may have left before. */
  readonly isResent: boolean;
}

/** A question about a charge that may have been made. */
export interface InquiryRequest extends ChargeIdentity {
  readonly reference: string;
  /** The processor's number of the charge; null if unknown. */
  readonly transaction: string | null;
  /** Requested amount. A response without an amount means the full amount. */
  readonly amountCents: number;
  readonly kind: ChargeKind;
}

/** The processor booked a card charge or accepted a bank debit. */
interface AcceptedOutcome {
  readonly outcome: 'approved' | 'pending';
  readonly transaction: string;
  readonly amountCents: number;
  /** Orbital's index of the charge within its transaction: a refund names both. */
  readonly transactionIndex?: string;
  /** The card network's number of the charge. Later charges of the provider name it. */
  readonly networkTransaction?: string;
  /** What an answer should have had, for operators. */
  readonly text?: string;
}
interface DeclinedOutcome {
  readonly outcome: 'declined';
  readonly transaction: string | null;
  readonly reason: DeclineReason;
  /** The processor's text, for operators. */
  readonly text: string;
}
/** No result yet: money may have moved. */
interface UnknownOutcome {
  readonly outcome: 'unknown';
  readonly text: string;
  /** The processor refused the question itself, in its own words. */
  readonly isRefused?: boolean;
}
/** Certain that nothing was charged, and not because of the card: never sent, or rejected before processing. */
interface UnavailableOutcome {
  readonly outcome: 'unavailable';
  /** Whether the processor answered. False: no byte of the charge left this server. */
  readonly isSent: boolean;
  readonly text: string;
}
/**
 * The processor answered with a charge that it had under this order number before ours: our database lost it, and ours was not
 * made. Orbital does not say its amount.
 */
export interface EarlierOutcome {
  readonly outcome: 'earlier';
  /** False when no money moved. */
  readonly isAccepted: boolean;
  readonly transaction: string | null;
  /** Why it is not ours, for operators. */
  readonly text: string;
}
/** The processor has no charge with this reference. */
interface NotFoundOutcome {
  readonly outcome: 'not-found';
}
/** The bank returned the debit. */
interface ReturnedOutcome {
  readonly outcome: 'returned';
  readonly transaction: string;
  readonly amountCents: number;
  readonly reason: ReturnReason;
  readonly text: string;
}

/** Result of a charge. */
export type ChargeResult =
  | AcceptedOutcome
  | DeclinedOutcome
  | UnknownOutcome
  | UnavailableOutcome
  | EarlierOutcome;
/** Result of an inquiry. */
export type InquiryResult =
  | AcceptedOutcome
  | DeclinedOutcome
  | UnknownOutcome
  | EarlierOutcome
  | NotFoundOutcome
  | ReturnedOutcome;

/** How a charge is given back: taken back as a whole before it settles, or sent back, in part too. */
export type RefundMeans = 'void' | 'refund';

/** A charge as its processor knows it. */
export interface RefundedCharge {
  readonly reference: string;
  readonly transaction: string;
  /** Orbital's index of the charge within its transaction; null where it is unknown. */
  readonly transactionIndex: string | null;
}

/** A question about a refund that may have been made. */
export interface RefundInquiry {
  readonly means: RefundMeans;
  readonly charge: RefundedCharge;
  /** The refund's own unique 16-digit reference. A void has none: its charge says that it is void. */
  readonly reference: string;
  readonly amountCents: number;
}

/** A refund to make. */
export interface RefundRequest extends RefundInquiry {
  /** The refund must not be sent when this is over; it then counts as never sent. */
  readonly sendBefore: Deadline;
}

/** The processor has given the amount back, refused to, or did not say: then money may have moved. */
export type RefundResult =
  | { readonly outcome: 'done'; readonly transaction: string | null; readonly amountCents: number }
  | { readonly outcome: 'refused'; readonly text: string }
  | { readonly outcome: 'unknown'; readonly text: string };

/** An outside service that charges saved methods. No call throws. */
export interface CardProcessor {
  readonly name: ProcessorName;
  readonly supportedKinds: readonly ChargeKind[];
  /** How long an inquiry can find a charge, in milliseconds; null means forever. */
  readonly inquiryWindowMs: number | null;
  /** Charges once. Every uncertain outcome is `unknown`. */
  charge(charge: ChargeRequest): Promise<ChargeResult>;
  /** Asks for the result of a charge. */
  inquire(inquiry: InquiryRequest): Promise<InquiryResult>;
  /** What it documents how to give back. */
  readonly refundedKinds: readonly ChargeKind[];
  /** Asks how a whole charge is given back now. */
  refundMeans(charge: RefundedCharge): Promise<{ readonly outcome: RefundMeans } | Unavailable>;
  /** Gives a charge back, once. Every uncertain outcome is `unknown`. */
  refund(refund: RefundRequest): Promise<RefundResult>;
  /** Asks for the result of a refund. */
  inquireRefund(inquiry: RefundInquiry): Promise<RefundResult | NotFoundOutcome>;
  /** Returns `away` after several failures in a row, until a call succeeds. */
  state(): ServiceState;
  /** Returns whether a call would be refused now without being sent. */
  refusesCalls(): boolean;
}

/** A charge in a processor's own records. */
export interface RecordedCharge {
  /** The order number: our reference, if the charge was made here. */
  readonly reference: string;
  readonly transaction: string | null;
  readonly amountCents: number;
  readonly at: Date;
  readonly lastFour: string | null;
}

/** A refund in a processor's own records. */
export interface RecordedRefund extends RecordedCharge {
  /** A void is listed as its charge, whose reference it has. */
  readonly means: RefundMeans;
}

/** A record that cannot be read, and why. */
export interface UnreadableRecord {
  /** Where it is: `line 7`, or the processor's number of the charge. */
  readonly where: string;
  readonly reason: string;
}

/** The charges that a processor recorded. */
export interface ChargeRecords {
  /** Also those that were voided. */
  readonly charges: readonly RecordedCharge[];
  readonly refunds: readonly RecordedRefund[];
  readonly unreadable: readonly UnreadableRecord[];
}

/** A bank debit that came back, in a processor's own records. */
export interface RecordedReturn extends ReturnedOutcome {
  /** The order number: our reference, if the debit was made here. */
  readonly reference: string;
}

/** A processor whose records can be read over its interface. */
export interface ReportingProcessor extends CardProcessor {
  /** Returns the charges made between two times. Throws if its reports cannot be read. */
  listCharges(since: Date, until: Date): Promise<ChargeRecords>;
  /** Returns the bank debits that came back since a time. Throws if its reports cannot be read. */
  listReturns(since: Date, until: Date): Promise<RecordedReturn[]>;
}

/** A processor that can verify a card before its first charge, for nothing. */
export interface VerifyingProcessor extends CardProcessor {
  /** Returns whether cards of this type are verified. */
  verifies(cardType: CardType): boolean;
  /** Asks for the card by its token under a reference of ours, which is verified once. */
  verify(card: Pick<ChargeRequest, 'token' | 'reference'>): Promise<ChargeResult>;
}

export type CardProcessors = Readonly<Record<ProcessorName, CardProcessor>> & {
  readonly transafe: ReportingProcessor;
  readonly orbital: VerifyingProcessor;
};
