import type { FastifyRequest } from 'fastify';
import { setDelivery } from '../../control/response-faults.ts';
import { ordinaryOutcome, type ResponseKind } from '../../outcome.ts';
import {
  buildCharge,
  type ChargeContext,
  type ChargeRequest,
  makeCharge,
  outcomeOf,
  recordAttempt,
} from '../charge.service.ts';
import type { Charge } from '../charge.store.ts';
import { daysAfter } from '../charge.ts';
import type { ProcessorResponse } from '../processor-api.ts';
import { readToken } from '../stored-method.ts';
import { traceLifeHours } from './orbital-names.ts';
import { faultResponse, type OrbitalCall } from './orbital-request.ts';
import { chargeResponse, procFailureResponse } from './orbital-response.ts';

const hoursADay = 24;
export const downResponse = faultResponse('down', 'The gateway is down');
export const failingResponse = faultResponse('failing', 'System failure');

/**
 * Charges a profile, or verifies it with transType A and nothing to pay. A retry trace from the last 48 hours is not charged again; it
 * gets the first response.
 */
export const takePayment: OrbitalCall = (context, request, call) => {
  const { orderID, amount, retryTrace } = request.order;
  const token = request.customerRefNum;
  const isVerification = request.transType === 'A' && amount === '0';
  if (request.transType !== 'AC' && !isVerification)
    return faultResponse('notOffered', 'The sandbox supports transType AC, and A with amount 0');
  if (request.hasCardNumber || !token)
    return faultResponse('notOffered', 'The sandbox charges profiles only, by useProfile.useCustomerRefNum');
  if (!Number(amount) && !isVerification)
    return faultResponse('badAmount', 'order.amount is missing or zero');
  if (!request.isStoredCredential)
    return faultResponse(
      'badRequest',
      'order.industryType or merchantInitiatedTransaction is missing or wrong',
    );
  const order = {
    processor: 'orbital',
    token,
    amountCents: Number(amount),
    reference: retryTrace ?? null,
    orderId: orderID ?? null,
  } as const;
  if (isVerification) return verifyProfile(context, order, call);
  const earlier = retryTrace === undefined ? undefined : findByTrace(context, retryTrace);
  if (earlier) {
    recordAttempt(context, order, 'repeat');
    return chargeResponse(earlier, repeatsOf(context, earlier));
  }
  const { outcome, charge } = makeCharge(context, order);
  setDelivery(call, outcome.delivery);
  return outcomeResponse(outcome.response, charge, orderID);
};

/**
 * Refunds a charge by its number and index, as often as it is asked under another retry trace, and whatever was refunded before. A
 * token or an amount selects the outcome, as of a charge.
 */
export const refund: OrbitalCall = (context, { order }, call) => {
  const { orderID = null, amount, retryTrace, txRefNum, txRefIdx } = order;
  const charge = context.charges.find({ processor: 'orbital', id: txRefNum ?? '', refusal: null });
  if (!charge || txRefIdx !== '1')
    return faultResponse('badRequest', 'order.txRefNum or order.txRefIdx is missing or wrong');
  if (!Number(amount)) return faultResponse('badAmount', 'order.amount is missing or zero');
  const request = {
    ...{ processor: charge.processor, token: charge.token, refundOf: charge.id },
    ...{ amountCents: Number(amount), reference: retryTrace ?? null, orderId: orderID },
  };
  const earlier = retryTrace === undefined ? undefined : findByTrace(context, retryTrace);
  if (earlier) {
    recordAttempt(context, request, 'repeat');
    return chargeResponse(earlier, repeatsOf(context, earlier));
  }
  const { outcome, charge: made } = makeCharge(context, request);
  setDelivery(call, outcome.delivery);
  return outcomeResponse(outcome.response, made, orderID ?? undefined);
};

/** Books nothing. A card without money is a card all the same; Discover verifies none for nothing, as public clients know. */
function verifyProfile(
  context: ChargeContext,
  order: ChargeRequest,
  call: FastifyRequest,
): ProcessorResponse {
  const chosen = outcomeOf(context, order);
  recordAttempt(context, order, 'verification');
  if (readToken(order.token).brand === 'DISC') return faultResponse('badAmount', 'The amount is zero');
  const outcome = chosen.refusal === 'insufficient-funds' ? ordinaryOutcome : chosen;
  setDelivery(call, outcome.delivery);
  const hasResult = outcome.response === 'refused' || outcome.charged !== 'nothing';
  const result = { ...buildCharge(context, order, outcome), amountCents: 0 };
  return outcomeResponse(outcome.response, hasResult ? result : undefined, order.orderId ?? undefined);
}

/** Looks up a payment by its order and retry trace, within 48 hours. */
export const inquire: OrbitalCall = (context, { order }) => {
  const { orderID, inquiryRetryNumber } = order;
  if (!inquiryRetryNumber) return faultResponse('badRequest', 'order.inquiryRetryNumber is missing');
  const charge = findByTrace(context, inquiryRetryNumber);
  if (!charge || charge.orderId !== orderID) return procFailureResponse('traceNotFound', orderID);
  return chargeResponse(charge, repeatsOf(context, charge));
};

function findByTrace({ charges, clock }: ChargeContext, reference: string): Charge | undefined {
  const since = daysAfter(clock.now(), -traceLifeHours / hoursADay);
  return charges.find({ processor: 'orbital', reference, at: { after: since } });
}

/** The number of repeats after the charged request. */
function repeatsOf({ attempts }: ChargeContext, { reference }: Charge): number {
  return reference === null ? 0 : attempts.count({ processor: 'orbital', reference }) - 1;
}

function outcomeResponse(
  response: ResponseKind,
  charge: Charge | undefined,
  orderId: string | undefined,
): ProcessorResponse {
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
      return charge ? chargeResponse(charge, 0) : failingResponse;
  }
}
