import { findRefund, newTxRefNum } from '../charge.service.ts';
import { chargeState, isUnsettled, refundableCents } from '../charge.ts';
import type { OrbitalCall } from './orbital-request.ts';
import { procFailureResponse, reversalResponse } from './orbital-response.ts';

/** Reverses an unsettled charge in full. A repeat gets the first response. */
export const reverseCharge: OrbitalCall = ({ charges, clock }, { order }) => {
  const now = clock.now();
  const charge = charges.find({ processor: 'orbital', id: order.txRefNum ?? '' });
  if (!charge || charge.orderId !== order.orderID)
    return procFailureResponse('transactionNotFound', order.orderID);
  if (chargeState(charge, now) === 'voided') return reversalResponse(charge, charge.id, 'Reversed');
  const isWhole = order.adjustedAmt === undefined || Number(order.adjustedAmt) === charge.amountCents;
  if (!isUnsettled(charge, now) || !isWhole) return procFailureResponse('notReversible', order.orderID);
  charges.update({ id: charge.id }, { voidedAt: now.toISOString() });
  return reversalResponse(charge, charge.id, 'Reversed');
};

/** Refunds a charge, in full unless an amount is given. Each retry trace refunds once. */
export const refundCharge: OrbitalCall = (services, { order }) => {
  const now = services.clock.now();
  const charge = services.charges.find({ processor: 'orbital', id: order.txRefNum ?? '' });
  if (!charge) return procFailureResponse('transactionNotFound', order.orderID);
  const { retryTrace = null, amount } = order;
  const earlier = retryTrace === null ? undefined : findRefund(services, 'orbital', retryTrace);
  if (earlier) return reversalResponse(charge, earlier.id, 'Refunded');
  const refundable = refundableCents(charge, now);
  const amountCents = amount === undefined ? refundable : Number(amount);
  if (!amountCents || amountCents > refundable) return procFailureResponse('notRefundable', order.orderID);
  const id = newTxRefNum();
  const at = now.toISOString();
  services.refunds.insert({ id, chargeId: charge.id, reference: retryTrace, amountCents, at });
  return reversalResponse(charge, id, 'Refunded');
};
