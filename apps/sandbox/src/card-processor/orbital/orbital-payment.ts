import type { Outcome, ResponseKind } from '../../outcome.ts';
import { type ChargeContext, makeCharge, recordRepeat } from '../charge.service.ts';
import { type Charge, daysAfter } from '../charge.ts';
import { traceLifeHours } from './orbital-names.ts';
import { faultResponse, type OrbitalRequest, type OrbitalResponse } from './orbital-request.ts';
import { chargeResponse, procFailureResponse } from './orbital-response.ts';

/** The response to a payment and the outcome that selected it. */
export interface PaymentResult {
  readonly response: OrbitalResponse;
  readonly outcome?: Outcome;
}

const hoursADay = 24;

/** Charges a profile. A retry trace from the last 48 hours is not charged again; it gets the first response. */
export function takePayment(context: ChargeContext, request: OrbitalRequest): PaymentResult {
  const { orderID, amount, retryTrace } = request.order;
  const token = request.customerRefNum;
  if (request.transType !== 'AC')
    return { response: faultResponse('notOffered', 'The sandbox supports transType AC only') };
  if (request.hasCardNumber || !token) {
    return {
      response: faultResponse(
        'notOffered',
        'The sandbox charges profiles only, by useProfile.useCustomerRefNum',
      ),
    };
  }
  if (!Number(amount)) return { response: faultResponse('badAmount', 'order.amount is missing or zero') };
  const reference = retryTrace ?? null;
  const order = {
    processor: 'orbital',
    token,
    amountCents: Number(amount),
    reference,
    orderId: orderID ?? null,
  } as const;
  const earlier = retryTrace === undefined ? undefined : findByTrace(context, retryTrace);
  if (earlier) {
    recordRepeat(context, order);
    return { response: chargeResponse(earlier, repeatsOf(context, earlier)) };
  }
  const { outcome, charge } = makeCharge(context, order);
  return { response: outcomeResponse(outcome.response, charge, orderID), outcome };
}

/** Looks up a payment by its order and retry trace, within 48 hours. */
export function inquire(context: ChargeContext, { order }: OrbitalRequest): OrbitalResponse {
  const { orderID, inquiryRetryNumber } = order;
  if (!inquiryRetryNumber) return faultResponse('badRequest', 'order.inquiryRetryNumber is missing');
  const charge = findByTrace(context, inquiryRetryNumber);
  if (!charge || charge.orderId !== orderID) return procFailureResponse('traceNotFound', orderID);
  return chargeResponse(charge, repeatsOf(context, charge));
}

function findByTrace(context: ChargeContext, retryTrace: string): Charge | undefined {
  const since = daysAfter(context.clock.now(), -traceLifeHours / hoursADay);
  return context.store.listByReference('orbital', retryTrace).find((charge) => charge.at > since);
}

/** The number of repeats after the charged request. */
function repeatsOf({ store }: ChargeContext, { reference }: Charge): number {
  return reference === null ? 0 : store.countAttempts('orbital', reference) - 1;
}

function outcomeResponse(
  response: ResponseKind,
  charge: Charge | undefined,
  orderId: string | undefined,
): OrbitalResponse {
  switch (response) {
    case 'unknown-method':
      return procFailureResponse('profileNotFound', orderId);
    case 'duplicate':
      return charge ? chargeResponse(charge, 1) : procFailureResponse('duplicate', orderId);
    case 'unclear':
      return faultResponse('noReply', 'No reply from the card network');
    case 'try-again':
      return procFailureResponse('tryAgain', orderId);
    case 'down':
      return downResponse;
    case 'overloaded':
      return faultResponse('tooMany', 'Too many requests');
    default:
      return charge ? chargeResponse(charge, 0) : faultResponse('failing', 'System failure');
  }
}

/** The response to every call while the processor is down. */
export const downResponse = faultResponse('down', 'The gateway is down');
