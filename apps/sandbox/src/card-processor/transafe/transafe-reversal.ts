import { findRefund, newTtid } from '../charge.service.ts';
import { chargeState, isUnsettled, refundableCents } from '../charge.ts';
import { statusOfCode } from './transafe-names.ts';
import { describeCharge } from './transafe-purchase.ts';
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

/** Refunds a charge, in full unless an amount is given. Each order number refunds once. */
export const refundCharge: TransafeCall = (services, { ttid, amount, ordernum }) => {
  const now = services.clock.now();
  const charge = services.charges.find({ processor: 'transafe', id: ttid });
  if (!charge) return faultResponse('notFound', 'RECORD NOT FOUND');
  if (ordernum !== undefined && findRefund(services, 'transafe', ordernum)) {
    return {
      status: statusOfCode.DUPL,
      body: { code: 'DUPL', msoft_code: 'INT_GENERICFAIL', verbiage: 'DUPLICATE' },
    };
  }
  const refundable = refundableCents(charge, now);
  const amountCents = amount === undefined ? refundable : readAmountCents(amount);
  if (!amountCents || amountCents > refundable) return faultResponse('badAmount', 'NOT REFUNDABLE');
  const id = newTtid();
  const at = now.toISOString();
  services.refunds.insert({ id, chargeId: charge.id, reference: ordernum ?? null, amountCents, at });
  const described = { ...describeCharge(charge), ttid: id };
  return successResponse({ phard_code: 'SUCCESS', verbiage: 'REFUNDED', ...described });
};
