import { type ChargeContext, newTxRefNum } from '../charge.service.ts';
import { chargeState, isUnsettled, refundableCents } from '../charge.ts';
import type { OrbitalRequest, OrbitalResponse } from './orbital-request.ts';
import { procFailureResponse, reversalResponse } from './orbital-response.ts';

/** Reverses an unsettled charge in full. A repeat gets the first response. */
export function reverseCharge(context: ChargeContext, { order }: OrbitalRequest): OrbitalResponse {
  const now = context.clock.now();
  const charge = context.store.findCharge('orbital', order.txRefNum ?? '');
  if (!charge || charge.orderId !== order.orderID)
    return procFailureResponse('transactionNotFound', order.orderID);
  if (chargeState(charge, now) === 'voided') return reversalResponse(charge, charge.id, 'Reversed');
  const isWhole = order.adjustedAmt === undefined || Number(order.adjustedAmt) === charge.amountCents;
  if (!isUnsettled(charge, now) || !isWhole) return procFailureResponse('notReversible', order.orderID);
  context.database.inTransaction(() => context.store.voidCharge(charge.id, now.toISOString()));
  return reversalResponse(charge, charge.id, 'Reversed');
}

/** Refunds a charge, in full unless an amount is given. Each retry trace refunds once. */
export function refundCharge(context: ChargeContext, { order }: OrbitalRequest): OrbitalResponse {
  const now = context.clock.now();
  const charge = context.store.findCharge('orbital', order.txRefNum ?? '');
  if (!charge) return procFailureResponse('transactionNotFound', order.orderID);
  const { retryTrace = null, amount } = order;
  const earlier = retryTrace === null ? undefined : context.store.findRefund('orbital', retryTrace);
  if (earlier) return reversalResponse(charge, earlier.id, 'Refunded');
  const refundable = refundableCents(charge, now);
  const amountCents = amount === undefined ? refundable : Number(amount);
  if (!amountCents || amountCents > refundable) return procFailureResponse('notRefundable', order.orderID);
  const id = newTxRefNum();
  context.database.inTransaction(() =>
    context.store.insertRefund({
      id,
      chargeId: charge.id,
      reference: retryTrace,
      amountCents,
      at: now.toISOString(),
    }),
  );
  return reversalResponse(charge, id, 'Refunded');
}
