import type { Outcome, ResponseKind } from '../../outcome.ts';
import { type ChargeContext, makeCharge, recordRepeat } from '../charge.service.ts';
import type { Charge } from '../charge.ts';
import { maskedNumber, readToken, tokenPattern } from '../stored-method.ts';
import { fieldNames, refusalNames, statusOfCode } from './transafe-names.ts';
import { faultResponse, readAmountCents, type TransafeResponse, writeAmount } from './transafe-request.ts';

/** The response to a purchase and the outcome that selected it. */
export interface PurchaseResult {
  readonly response: TransafeResponse;
  readonly outcome?: Outcome;
}

const ordernumPattern = /^[\x20-\x7e]{1,32}$/;
const duplicateResponse = codeResponse('DUPL', {
  msoft: 'INT_GENERICFAIL',
  phard: 'GENERICFAIL',
  verbiage: 'DUPLICATE',
});

/** Charges a saved method once per order number. A repeat of a charged order number gets DUPL. */
export function purchase(context: ChargeContext, fields: Record<string, string>): PurchaseResult {
  const { token, amount, ordernum } = fields;
  const amountCents = readAmountCents(amount);
  if (!token || !tokenPattern.test(token))
    return { response: faultResponse('badAccount', 'A TOKEN IS NEEDED') };
  if (!amountCents) return { response: faultResponse('badAmount', 'INVALID AMOUNT') };
  if (ordernum !== undefined && !ordernumPattern.test(ordernum)) {
    return { response: faultResponse('badRequest', 'INVALID ORDER NUMBER') };
  }
  const reference = ordernum ?? null;
  const order = { processor: 'transafe', token, amountCents, reference, orderId: null } as const;
  if (isCharged(context, ordernum)) {
    recordRepeat(context, order);
    return { response: duplicateResponse };
  }
  const { outcome, charge } = makeCharge(context, order);
  return { response: outcomeResponse(outcome.response, charge), outcome };
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

function isCharged(context: ChargeContext, ordernum: string | undefined): boolean {
  if (ordernum === undefined) return false;
  return context.store.listByReference('transafe', ordernum).some((charge) => !charge.refusal);
}

function outcomeResponse(response: ResponseKind, charge: Charge | undefined): TransafeResponse {
  switch (response) {
    case 'unknown-method':
      return faultResponse('badAccount', 'TOKEN NOT FOUND');
    case 'duplicate':
      return duplicateResponse;
    case 'unclear':
      return codeResponse('TIMEOUT', { msoft: 'CONN_TOREVERSAL', phard: 'NOREPLY', verbiage: 'NO REPLY' });
    case 'try-again':
      return codeResponse('RETRY', { msoft: 'CONN_MAXSENDS', phard: 'RETRY', verbiage: 'PLEASE RETRY' });
    case 'down':
      return downResponse;
    case 'failing':
      return faultResponse('failing', 'SYSTEM ERROR');
    case 'overloaded':
      return faultResponse('tooMany', 'TOO MANY REQUESTS');
    default:
      return charge ? chargeResponse(charge) : faultResponse('failing', 'SYSTEM ERROR');
  }
}

function chargeResponse(charge: Charge): TransafeResponse {
  const described = describeCharge(charge);
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
    ...(isPartial ? { [fieldNames.authorizedAmount]: writeAmount(charge.amountCents) } : {}),
  });
}

function codeResponse(
  code: keyof typeof statusOfCode,
  { msoft, phard, ...members }: Record<string, string>,
): TransafeResponse {
  return { status: statusOfCode[code], body: { code, msoft_code: msoft, phard_code: phard, ...members } };
}

/** The response to every call while the processor is down. */
export const downResponse = faultResponse('down', 'SYSTEM UNAVAILABLE');
