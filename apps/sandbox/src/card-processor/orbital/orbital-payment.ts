import type { Outcome, Verdict } from '../../outcome.ts';
import { type Charge, daysAfter } from '../charge.ts';
import { type ChargeDesk, noteRepeat, takeCharge } from '../charge-desk.ts';
import { answerCharge, answerProcFailure } from './orbital-answer.ts';
import { TRACE_LIFE_HOURS } from './orbital-names.ts';
import { faultAnswer, type OrbitalAnswer, type OrbitalRequest } from './orbital-request.ts';

/** What a payment answers and how its answer travels. */
export interface PaymentResult {
  answer: OrbitalAnswer;
  outcome?: Outcome;
}

const HOURS_A_DAY = 24;

/** Charges a profile; a retry trace of the last 48 hours is not charged again but answered as before. */
export function takePayment(desk: ChargeDesk, request: OrbitalRequest): PaymentResult {
  const { orderID, amount, retryTrace } = request.order;
  const token = request.customerRefNum;
  if (request.transType !== 'AC')
    return { answer: faultAnswer('notOffered', 'The sandbox takes transType AC only') };
  if (request.hasCardNumber || !token) {
    return {
      answer: faultAnswer('notOffered', 'The sandbox charges profiles only, by useProfile.useCustomerRefNum'),
    };
  }
  if (!Number(amount)) return { answer: faultAnswer('badAmount', 'order.amount is missing or nothing') };
  const reference = retryTrace ?? null;
  const order = {
    processor: 'orbital',
    token,
    amountCents: Number(amount),
    reference,
    orderId: orderID ?? null,
  } as const;
  const earlier = retryTrace === undefined ? undefined : findByTrace(desk, retryTrace);
  if (earlier) {
    noteRepeat(desk, order);
    return { answer: answerCharge(earlier, repeatsOf(desk, earlier)) };
  }
  const { outcome, charge } = takeCharge(desk, order);
  return { answer: answerVerdict(outcome.verdict, charge, orderID), outcome };
}

/** What became of a payment, by its order and retry trace, within 48 hours. */
export function inquire(desk: ChargeDesk, { order }: OrbitalRequest): OrbitalAnswer {
  const { orderID, inquiryRetryNumber } = order;
  if (!inquiryRetryNumber) return faultAnswer('badRequest', 'order.inquiryRetryNumber is missing');
  const charge = findByTrace(desk, inquiryRetryNumber);
  if (!charge || charge.orderId !== orderID) return answerProcFailure('traceNotFound', orderID);
  return answerCharge(charge, repeatsOf(desk, charge));
}

function findByTrace(desk: ChargeDesk, retryTrace: string): Charge | undefined {
  const since = daysAfter(desk.clock.now(), -TRACE_LIFE_HOURS / HOURS_A_DAY);
  return desk.book.listByReference('orbital', retryTrace).find((charge) => charge.at > since);
}

/** How often a payment was sent again after the one that was taken. */
function repeatsOf({ book }: ChargeDesk, { reference }: Charge): number {
  return reference === null ? 0 : book.countAttempts('orbital', reference) - 1;
}

function answerVerdict(
  verdict: Verdict,
  charge: Charge | undefined,
  orderId: string | undefined,
): OrbitalAnswer {
  switch (verdict) {
    case 'unknown-method':
      return answerProcFailure('profileNotFound', orderId);
    case 'duplicate':
      return charge ? answerCharge(charge, 1) : answerProcFailure('duplicate', orderId);
    case 'unclear':
      return faultAnswer('noReply', 'No reply from the card network');
    case 'try-again':
      return answerProcFailure('tryAgain', orderId);
    case 'down':
      return DOWN_ANSWER;
    case 'overloaded':
      return faultAnswer('tooMany', 'Too many requests');
    default:
      return charge ? answerCharge(charge, 0) : faultAnswer('failing', 'System failure');
  }
}

/** What every call answers while the processor is down. */
export const DOWN_ANSWER = faultAnswer('down', 'The gateway is down');
