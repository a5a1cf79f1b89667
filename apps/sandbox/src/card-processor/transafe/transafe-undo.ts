import { chargeState, isUnsettled, refundableCents } from '../charge.ts';
import { type ChargeDesk, newTtid } from '../charge-desk.ts';
import { STATUS_OF_CODE } from './transafe-names.ts';
import { describeCharge } from './transafe-purchase.ts';
import { faultAnswer, readAmountCents, type TransafeAnswer } from './transafe-request.ts';

const DONE = { code: 'SUCCESS', msoft_code: 'INT_SUCCESS', phard_code: 'SUCCESS' } as const;

/** Takes an unsettled charge back before it leaves for the bank; done twice it changes nothing (304). */
export function voidCharge(desk: ChargeDesk, ttid: string): TransafeAnswer {
  const now = desk.clock.now();
  const charge = desk.book.findCharge('transafe', ttid);
  if (!charge) return faultAnswer('notFound', 'RECORD NOT FOUND');
  if (chargeState(charge, now) === 'voided') return { status: 304, body: {} };
  if (!isUnsettled(charge, now)) return faultAnswer('notChangeable', 'ALREADY SETTLED OR FAILED');
  desk.database.inTransaction(() => desk.book.voidCharge(ttid, now.toISOString()));
  return { status: 200, body: { ...DONE, verbiage: 'VOIDED', ...describeCharge(charge) } };
}

/** Gives money of a charge back, all that is left unless an amount is named; an order number refunds once. */
export function refundCharge(desk: ChargeDesk, ttid: string, fields: Record<string, string>): TransafeAnswer {
  const now = desk.clock.now();
  const charge = desk.book.findCharge('transafe', ttid);
  if (!charge) return faultAnswer('notFound', 'RECORD NOT FOUND');
  const { amount, ordernum } = fields;
  if (ordernum !== undefined && desk.book.findRefund('transafe', ordernum)) {
    return {
      status: STATUS_OF_CODE.DUPL,
      body: { code: 'DUPL', msoft_code: 'INT_GENERICFAIL', verbiage: 'DUPLICATE' },
    };
  }
  const refundable = refundableCents(charge, now);
  const amountCents = amount === undefined ? refundable : readAmountCents(amount);
  if (!amountCents || amountCents > refundable) return faultAnswer('badAmount', 'NOT REFUNDABLE');
  const refund = {
    id: newTtid(),
    chargeId: ttid,
    reference: ordernum ?? null,
    amountCents,
    at: now.toISOString(),
  };
  desk.database.inTransaction(() => desk.book.bookRefund(refund));
  return { status: 200, body: { ...DONE, verbiage: 'REFUNDED', ...describeCharge(charge), ttid: refund.id } };
}
