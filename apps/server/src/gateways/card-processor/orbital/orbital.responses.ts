import { httpStatus, type ServiceResponse } from '../../service-http.ts';
import { centsOfImpliedDecimals, partOf } from '../amounts.ts';
import type { ChargeResult, InquiryResult } from '../card-processor.ts';
import { type Body, membersOf, stringOf } from '../members.ts';
import { type ChargeReading, proven } from '../unproven-result.ts';
import {
  approved,
  bankReasons,
  declined,
  procDone,
  profileRefused,
  rejectedBeforeCharge,
  traceNotFound,
} from './orbital.names.ts';

type BookedResult = Extract<ChargeResult, { outcome: 'approved' | 'pending' | 'declined' }>;

/** What a response is compared with: our reference and the requested amount. */
interface ExpectedCharge {
  readonly reference: string;
  readonly amountCents: number;
}

/**
 * Returns the result of a payment from its response, through all three layers of failure. Uncertain means unknown. What
 * the gateway refuses before it reads the order names no order, so it is unproven.
 */
export function readPayment(response: ServiceResponse, expected: ExpectedCharge): ChargeReading {
  if (response.kind === 'not-sent')
    return proven({ outcome: 'unavailable', isSent: false, text: response.text });
  if (response.kind === 'no-response') return proven({ outcome: 'unknown', text: response.text });
  const { status, body } = response;
  if (status >= httpStatus.firstRedirect) {
    const text = `HTTP ${status} ${textOf(body)}`;
    return isRejected(status, body)
      ? { result: { outcome: 'unavailable', isSent: true, text }, isProven: false }
      : proven({ outcome: 'unknown', text: `orbital.too-many or another procStatus: ${text}` });
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
  return proven(readBooked(body, expected) ?? unclearOf(order, expected));
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
  if (traceNotFound.includes(outcome.procStatus)) return { outcome: 'not-found' };
  return readBooked(body, expected) ?? unclearOf(order, expected);
}

/** Says what is not as documented in an order without a result. */
function unclearOf(order: Body, { amountCents }: ExpectedCharge) {
  const outcome = membersOf(order.status);
  const part = partOf(order, amountCents, centsOfImpliedDecimals);
  const name =
    outcome.procStatus === procDone ? part && `orbital.part: ${part}` : 'orbital.no-trace: procStatus';
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
  const redeemed = order.redeemedAmount;
  const amountCents = redeemed === undefined ? expected.amountCents : centsOfImpliedDecimals(redeemed);
  // A charge approves something, a verification nothing.
  const leastCents = Math.min(1, expected.amountCents);
  if (outcome.approvalStatus !== approved || !transaction) return undefined;
  if (amountCents === undefined || amountCents < leastCents) return undefined;
  // A partial approval is less than requested, never more.
  if (amountCents > expected.amountCents || partOf(order, expected.amountCents, centsOfImpliedDecimals))
    return undefined;
  const networkTransaction = stringOf(membersOf(body.merchantInitiatedTransaction).mitReceivedTransactionID);
  const text = 'orbital.network-number: not in the answer';
  return {
    outcome: 'approved',
    transaction,
    amountCents,
    ...(networkTransaction ? { networkTransaction } : { text }),
  };
}

function textOf(outcome: Body): string {
  const { procStatus, procStatusMessage, respCode, respCodeMessage } = outcome;
  return [procStatus, procStatusMessage, respCode, respCodeMessage].filter(Boolean).map(String).join(' ');
}
