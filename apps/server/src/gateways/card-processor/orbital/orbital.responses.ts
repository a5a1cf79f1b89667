import { httpStatus, type ServiceResponse } from '../../service-http.ts';
import { centsOfImpliedDecimals, partOf } from '../amounts.ts';
import type { ChargeIdentity, ChargeResult, InquiryResult } from '../card-processor.ts';
import { earlierCharge, earlierReason } from '../earlier-charge.ts';
import { type Body, membersOf, stringOf } from '../members.ts';
import { type ChargeReading, proven } from '../unproven-result.ts';
import {
  approved,
  bankReasons,
  chargedPart,
  declined,
  networkGroup,
  networkNumber,
  procDone,
  profileRefused,
  rejectedBeforeCharge,
  traceNotFound,
} from './orbital.names.ts';

type BookedResult = Extract<ChargeResult, { outcome: 'approved' | 'pending' | 'declined' }>;

/** What a response is compared with: our reference, the requested amount, and what tells our charge from an earlier one. */
interface ExpectedCharge {
  readonly reference: string;
  readonly amountCents: number;
  /** Undefined for a verification, which may be repeated. */
  readonly identity?: ChargeIdentity;
}

/** The answer to a charge that is not known to have been sent before says so when it repeats an earlier charge. */
interface SentCharge extends ExpectedCharge {
  readonly isResent: boolean;
}

/**
 * Returns the result of a payment from its response, through all three layers of failure. Uncertain means unknown. What
 * the gateway refuses before it reads the order names no order, so it is unproven.
 */
export function readPayment(response: ServiceResponse, expected: SentCharge): ChargeReading {
  if (response.kind === 'not-sent')
    return proven({ outcome: 'unavailable', isSent: false, text: response.text });
  if (response.kind === 'no-response') return proven({ outcome: 'unknown', text: response.text });
  const { status, body } = response;
  if (status >= httpStatus.firstRedirect) {
    const text = `HTTP ${status} ${textOf(body)}`;
    return isRejected(status, body)
      ? { result: { outcome: 'unavailable', isSent: true, text }, isProven: false }
      : proven({ outcome: 'unknown', text: `rejectedBeforeCharge (orbital.names.ts): ${text}` });
  }
  const order = membersOf(body.order);
  const outcome = membersOf(order.status);
  const isOurOrder = order.orderID === expected.reference;
  if (order.orderID !== undefined && !isOurOrder)
    return proven({ outcome: 'unknown', text: `${textOf(outcome)}: another order number` });
  if (profileRefused.includes(outcome.procStatus)) {
    const refusal = { transaction: null, reason: 'invalid-account', text: textOf(outcome) } as const;
    return { result: { outcome: 'declined', ...refusal }, isProven: isOurOrder };
  }
  const booked = readCharge(body, expected, expected.isResent ? undefined : order.retryAttempCount);
  // Only an inquiry says that there is none.
  return proven(
    booked.outcome === 'returned' || booked.outcome === 'not-found' ? unclearOf(order, expected) : booked,
  );
}

/** Returns whether the gateway itself rejected the request before processing. Other hops don't know these codes. */
function isRejected(status: number, body: Body): boolean {
  const { procStatus, order } = body;
  return order === undefined && typeof procStatus === 'string' && rejectedBeforeCharge[procStatus] === status;
}

/** Returns the result of a charge from an inquiry's response. */
export function readInquiry(response: ServiceResponse, expected: ExpectedCharge): InquiryResult {
  if (response.kind !== 'response') return { outcome: 'unknown', text: response.text };
  const order = membersOf(response.body.order);
  const outcome = membersOf(order.status);
  const { status, body } = response;
  if (status >= httpStatus.firstRedirect) {
    const text = `HTTP ${status} ${textOf(body)}`;
    return isRejected(status, body)
      ? { outcome: 'unknown', text, isRefused: true }
      : { outcome: 'unknown', text };
  }
  if (outcome.procStatus === traceNotFound) return { outcome: 'not-found' };
  return readCharge(body, expected);
}

/**
 * Returns the result of an order, or that it is of an earlier charge. The answer to a charge counts how often it repeats it; elsewhere
 * the times tell, which a wrong clock can confuse.
 */
function readCharge(body: Body, expected: ExpectedCharge, repeats?: unknown): InquiryResult {
  const order = membersOf(body.order);
  const booked = readBooked(body, expected) ?? unclearOf(order, expected);
  const { identity } = expected;
  const at = repeats === undefined ? instantOf(order.respDateTime) : undefined;
  const card = membersOf(membersOf(body.paymentInstrument).card);
  const lastFour = /\d{4}$/.exec(String(card.ccAccountNum))?.[0];
  const repeated = Number(repeats) > 0 ? 'the answer repeats it' : undefined;
  const reason = identity && (repeated ?? earlierReason(identity, { at, lastFour }));
  return reason ? earlierCharge(booked, reason) : booked;
}

/** [I] Returns the instant of `YYYYMMDDhhmmss` in UTC; undefined of anything else. */
function instantOf(text: unknown): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(text));
  if (!parts) return undefined;
  const [, year, month, day, hours, minutes, seconds] = parts;
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Says what is not as documented in an order without a result. */
function unclearOf(order: Body, { amountCents }: ExpectedCharge) {
  const outcome = membersOf(order.status);
  const part = partOf(order, chargedPart, amountCents, centsOfImpliedDecimals);
  const name =
    outcome.procStatus === procDone
      ? part && `chargedPart (orbital.names.ts): ${part}`
      : 'traceNotFound (orbital.names.ts): procStatus';
  return { outcome: 'unknown', text: [name, textOf(outcome)].filter(Boolean).join(' ') } as const;
}

/** Returns the result of an order with procStatus 0 and our own order number; undefined for any other. */
function readBooked(body: Body, expected: ExpectedCharge): BookedResult | undefined {
  const order = membersOf(body.order);
  const outcome = membersOf(order.status);
  const transaction = stringOf(order.txRefNum);
  if (outcome.procStatus !== procDone || order.orderID !== expected.reference) return undefined;
  if (outcome.approvalStatus === declined) {
    const reason = bankReasons[String(outcome.respCode)] ?? 'declined';
    return { outcome: 'declined', transaction, reason, text: textOf(outcome) };
  }
  const charged = order[chargedPart];
  const amountCents = charged === undefined ? expected.amountCents : centsOfImpliedDecimals(charged);
  // A charge approves something, a verification nothing.
  const leastCents = Math.min(1, expected.amountCents);
  if (outcome.approvalStatus !== approved || !transaction) return undefined;
  if (amountCents === undefined || amountCents < leastCents) return undefined;
  // A partial approval is less than requested, never more.
  if (amountCents > expected.amountCents) return undefined;
  if (partOf(order, chargedPart, expected.amountCents, centsOfImpliedDecimals)) return undefined;
  const transactionIndex = stringOf(order.txRefIdx);
  const networkTransaction = stringOf(membersOf(body[networkGroup])[networkNumber]);
  const text = 'networkNumber (orbital.names.ts): not in the answer';
  return {
    outcome: 'approved',
    transaction,
    amountCents,
    ...(transactionIndex && { transactionIndex }),
    ...(networkTransaction ? { networkTransaction } : { text }),
  };
}

function textOf(outcome: Body): string {
  const { procStatus, procStatusMessage, respCode, respCodeMessage } = outcome;
  return [procStatus, procStatusMessage, respCode, respCodeMessage].filter(Boolean).map(String).join(' ');
}
