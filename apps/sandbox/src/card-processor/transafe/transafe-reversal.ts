import { chargeState, isUnsettled } from '../charge.ts';
import { describeCharge } from './transafe-purchase.ts';
import { faultResponse, successResponse, type TransafeCall } from './transafe-request.ts';

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
