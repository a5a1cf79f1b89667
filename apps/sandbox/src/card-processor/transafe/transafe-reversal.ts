import { makeCharge } from '../charge.service.ts';
import { chargeState, isUnsettled } from '../charge.ts';
import { answerCharge, describeCharge } from './transafe-purchase.ts';
import { faultResponse, readAmountCents, successResponse, type TransafeCall } from './transafe-request.ts';

/** Voids an unsettled charge. A repeat changes nothing (304). */
export const voidCharge: TransafeCall = ({ charges, clock }, { ttid }) => {
  const now = clock.now();
  const charge = charges.find({ processor: 'transafe', id: ttid });
  if (!charge) return faultResponse('notFound', 'RECORD NOT FOUND');
  if (chargeState(charge, now) === 'voided') return { status: 304 };
  if (!isUnsettled(charge, now)) return faultResponse('notChangeable', 'ALREADY SETTLED OR FAILED');
  charges.update({ id: ttid }, { voidedAt: now.toISOString() });
  return successResponse({ phard_code: 'SUCCESS', verbiage: 'VOIDED', ...describeCharge(charge) });
};

/**
 * Refunds a card charge that is settled or voided, as often as it is asked and whatever was given back before: TranSafe does not
 * publish what it compares. A token or an amount selects the outcome, as of a charge.
 */
export const refundCharge: TransafeCall = (context, { ttid, amount, ordernum }, request) => {
  const charge = context.charges.find({ processor: 'transafe', id: ttid, kind: 'card' });
  const amountCents = readAmountCents(amount);
  if (!charge) return faultResponse('notFound', 'RECORD NOT FOUND');
  if (!amountCents) return faultResponse('badAmount', 'INVALID AMOUNT');
  if (!['settled', 'voided'].includes(chargeState(charge, context.clock.now())))
    return faultResponse('notChangeable', 'NOT SETTLED');
  const { token, processor, id: refundOf } = charge;
  const order = { processor, token, amountCents, reference: ordernum ?? null, orderId: null, refundOf };
  return answerCharge(makeCharge(context, order), request);
};
