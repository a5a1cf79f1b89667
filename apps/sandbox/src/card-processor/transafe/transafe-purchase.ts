import type { FastifyRequest } from 'fastify';
import { setDelivery } from '../../control/response-faults.ts';
import type { ResponseKind } from '../../outcome.ts';
import { type ChargeResult, makeCharge, recordAttempt } from '../charge.service.ts';
import type { Charge } from '../charge.store.ts';
import type { ProcessorResponse } from '../processor-api.ts';
import { maskedNumber, readToken, tokenPattern } from '../stored-method.ts';
import { refusalNames, statusOfCode } from './transafe-names.ts';
import { faultResponse, readAmountCents, type TransafeCall, writeAmount } from './transafe-request.ts';

const ordernumPattern = /^[\x20-\x7e]{1,32}$/;
const duplicateResponse = codeResponse('DUPL', {
  msoft: 'INT_GENERICFAIL',
  phard: 'GENERICFAIL',
  verbiage: 'DUPLICATE',
});
export const downResponse = faultResponse('down', 'SYSTEM UNAVAILABLE');
export const failingResponse = faultResponse('failing', 'SYSTEM ERROR');

/** Responses to charges that do not tell of the charge. */
const responses: Readonly<Partial<Record<ResponseKind, ProcessorResponse>>> = {
  'unknown-method': faultResponse('badAccount', 'TOKEN NOT FOUND'),
  duplicate: duplicateResponse,
  unclear: codeResponse('TIMEOUT', { msoft: 'CONN_TOREVERSAL', phard: 'NOREPLY', verbiage: 'NO REPLY' }),
  'try-again': codeResponse('RETRY', { msoft: 'CONN_MAXSENDS', phard: 'RETRY', verbiage: 'PLEASE RETRY' }),
  down: downResponse,
  failing: failingResponse,
  overloaded: faultResponse('tooMany', 'TOO MANY REQUESTS'),
};

/**
 * Charges a saved method once per order number. A repeat of a charged order number gets DUPL, unless it is charged again: TranSafe does
 * not publish its rule.
 */
export const purchase: TransafeCall = (context, { token, amount, ordernum }, request) => {
  const amountCents = readAmountCents(amount);
  if (!token || !tokenPattern.test(token)) return faultResponse('badAccount', 'A TOKEN IS NEEDED');
  if (!amountCents) return faultResponse('badAmount', 'INVALID AMOUNT');
  if (ordernum !== undefined && !ordernumPattern.test(ordernum))
    return faultResponse('badRequest', 'INVALID ORDER NUMBER');
  const reference = ordernum ?? null;
  const order = { processor: 'transafe', token, amountCents, reference, orderId: null } as const;
  const isCharged = context.charges.find({ processor: 'transafe', reference, refusal: null }) !== undefined;
  if (reference !== null && isCharged && request.chargeFault !== 'repeats-orders') {
    recordAttempt(context, order, 'repeat');
    return duplicateResponse;
  }
  return answerCharge(makeCharge(context, order), request);
};

/** The response to a charge or a refund, as its outcome says. */
export function answerCharge({ outcome, charge }: ChargeResult, request: FastifyRequest): ProcessorResponse {
  setDelivery(request, outcome.delivery);
  return responses[outcome.response] ?? (charge ? chargeResponse(charge) : failingResponse);
}

/** The response members that describe a charge. */
export function describeCharge(charge: Charge): Record<string, string> {
  const method = readToken(charge.token);
  return {
    ttid: charge.id,
    ...(charge.reference === null ? {} : { ordernum: charge.reference }),
    token: charge.token,
    cardtype: method.brand,
    account: maskedNumber(method),
    timestamp: String(Math.floor(Date.parse(charge.at) / 1000)),
  };
}

/** The order number is not among the documented members of an answer. */
function chargeResponse(charge: Charge): ProcessorResponse {
  const { ordernum: _, ...described } = describeCharge(charge);
  if (charge.refusal) {
    const { code, phard, verbiage } = refusalNames[charge.refusal];
    return codeResponse(code, { msoft: 'INT_SUCCESS', phard, verbiage, ...described });
  }
  const isPartial = charge.amountCents !== charge.requestedCents;
  return codeResponse('AUTH', {
    msoft: 'INT_SUCCESS',
    phard: 'SUCCESS',
    verbiage: isPartial ? 'PARTIALLY APPROVED' : 'APPROVED',
    ...described,
    ...(isPartial ? { authamount: writeAmount(charge.amountCents) } : {}),
  });
}

function codeResponse(
  code: keyof typeof statusOfCode,
  { msoft, phard, ...members }: Record<string, string>,
): ProcessorResponse {
  return { status: statusOfCode[code], body: { code, msoft_code: msoft, phard_code: phard, ...members } };
}
