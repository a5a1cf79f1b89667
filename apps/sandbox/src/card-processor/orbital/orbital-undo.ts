import { chargeState, isUnsettled, refundableCents } from '../charge.ts';
import { type ChargeDesk, newTxRefNum } from '../charge-desk.ts';
import { answerProcFailure, answerUndone } from './orbital-answer.ts';
import type { OrbitalAnswer, OrbitalRequest } from './orbital-request.ts';

/** Takes a whole unsettled charge back; done twice it answers as the first time. */
export function reverseCharge(desk: ChargeDesk, { order }: OrbitalRequest): OrbitalAnswer {
  const now = desk.clock.now();
  const charge = desk.book.findCharge('orbital', order.txRefNum ?? '');
  if (!charge || charge.orderId !== order.orderID)
    return answerProcFailure('transactionNotFound', order.orderID);
  if (chargeState(charge, now) === 'voided') return answerUndone(charge, charge.id, 'Reversed');
  const isWhole = order.adjustedAmt === undefined || Number(order.adjustedAmt) === charge.amountCents;
  if (!isUnsettled(charge, now) || !isWhole) return answerProcFailure('notReversible', order.orderID);
  desk.database.inTransaction(() => desk.book.voidCharge(charge.id, now.toISOString()));
  return answerUndone(charge, charge.id, 'Reversed');
}

/** Gives money of a charge back, all that is left unless an amount is named; a retry trace refunds once. */
export function refundCharge(desk: ChargeDesk, { order }: OrbitalRequest): OrbitalAnswer {
  const now = desk.clock.now();
  const charge = desk.book.findCharge('orbital', order.txRefNum ?? '');
  if (!charge) return answerProcFailure('transactionNotFound', order.orderID);
  const { retryTrace = null, amount } = order;
  const earlier = retryTrace === null ? undefined : desk.book.findRefund('orbital', retryTrace);
  if (earlier) return answerUndone(charge, earlier.id, 'Refunded');
  const refundable = refundableCents(charge, now);
  const amountCents = amount === undefined ? refundable : Number(amount);
  if (!amountCents || amountCents > refundable) return answerProcFailure('notRefundable', order.orderID);
  const id = newTxRefNum();
  desk.database.inTransaction(() =>
    desk.book.bookRefund({
      id,
      chargeId: charge.id,
      reference: retryTrace,
      amountCents,
      at: now.toISOString(),
    }),
  );
  return answerUndone(charge, id, 'Refunded');
}
