import { type ChargeContext, newTtid } from '../charge.service.ts';
import { chargeState, isUnsettled, refundableCents } from '../charge.ts';
import { statusOfCode } from './transafe-names.ts';
import { describeCharge } from './transafe-purchase.ts';
import { faultResponse, readAmountCents, type TransafeResponse } from './transafe-request.ts';

const successBody = { code: 'SUCCESS', msoft_code: 'INT_SUCCESS', phard_code: 'SUCCESS' } as const;

/** Voids an unsettled charge. A repeat changes nothing (304). */
export function voidCharge(context: ChargeContext, ttid: string): TransafeResponse {
  const now = context.clock.now();
  const charge = context.store.findCharge('transafe', ttid);
  if (!charge) return faultResponse('notFound', 'RECORD NOT FOUND');
  if (chargeState(charge, now) === 'voided') return { status: 304, body: {} };
  if (!isUnsettled(charge, now)) return faultResponse('notChangeable', 'ALREADY SETTLED OR FAILED');
  context.database.inTransaction(() => context.store.voidCharge(ttid, now.toISOString()));
  return { status: 200, body: { ...successBody, verbiage: 'VOIDED', ...describeCharge(charge) } };
}

/** Refunds a charge, in full unless an amount is given. Each order number refunds once. */
export function refundCharge(
  context: ChargeContext,
  ttid: string,
  fields: Record<string, string>,
): TransafeResponse {
  const now = context.clock.now();
  const charge = context.store.findCharge('transafe', ttid);
  if (!charge) return faultResponse('notFound', 'RECORD NOT FOUND');
  const { amount, ordernum } = fields;
  if (ordernum !== undefined && context.store.findRefund('transafe', ordernum)) {
    return {
      status: statusOfCode.DUPL,
      body: { code: 'DUPL', msoft_code: 'INT_GENERICFAIL', verbiage: 'DUPLICATE' },
    };
  }
  const refundable = refundableCents(charge, now);
  const amountCents = amount === undefined ? refundable : readAmountCents(amount);
  if (!amountCents || amountCents > refundable) return faultResponse('badAmount', 'NOT REFUNDABLE');
  const refund = {
    id: newTtid(),
    chargeId: ttid,
    reference: ordernum ?? null,
    amountCents,
    at: now.toISOString(),
  };
  context.database.inTransaction(() => context.store.insertRefund(refund));
  return {
    status: 200,
    body: { ...successBody, verbiage: 'REFUNDED', ...describeCharge(charge), ttid: refund.id },
  };
}
