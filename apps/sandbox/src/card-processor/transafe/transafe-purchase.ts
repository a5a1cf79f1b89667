import type { Outcome, Verdict } from '../../outcome.ts';
import type { Charge } from '../charge.ts';
import { type ChargeDesk, noteRepeat, takeCharge } from '../charge-desk.ts';
import { maskedNumber, readToken, TOKEN_PATTERN } from '../stored-method.ts';
import { FIELD_NAMES, REFUSAL_NAMES, STATUS_OF_CODE } from './transafe-names.ts';
import { faultAnswer, readAmountCents, type TransafeAnswer, writeAmount } from './transafe-request.ts';

/** What a purchase answers and how its answer travels. */
export interface PurchaseResult {
  answer: TransafeAnswer;
  outcome?: Outcome;
}

const ORDERNUM_PATTERN = /^[\x20-\x7e]{1,32}$/;
const DUPLICATE = verdictAnswer('DUPL', {
  msoft: 'INT_GENERICFAIL',
  phard: 'GENERICFAIL',
  verbiage: 'DUPLICATE',
});

/** Charges a saved method once per order number: an order number whose charge is booked answers DUPL. */
export function purchase(desk: ChargeDesk, fields: Record<string, string>): PurchaseResult {
  const { token, amount, ordernum } = fields;
  const amountCents = readAmountCents(amount);
  if (!token || !TOKEN_PATTERN.test(token)) return { answer: faultAnswer('badAccount', 'A TOKEN IS NEEDED') };
  if (!amountCents) return { answer: faultAnswer('badAmount', 'INVALID AMOUNT') };
  if (ordernum !== undefined && !ORDERNUM_PATTERN.test(ordernum)) {
    return { answer: faultAnswer('badRequest', 'INVALID ORDER NUMBER') };
  }
  const reference = ordernum ?? null;
  const order = { processor: 'transafe', token, amountCents, reference, orderId: null } as const;
  if (isBooked(desk, ordernum)) {
    noteRepeat(desk, order);
    return { answer: DUPLICATE };
  }
  const { outcome, charge } = takeCharge(desk, order);
  return { answer: answerVerdict(outcome.verdict, charge), outcome };
}

/** The members of an answer that describe a charge. */
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

function isBooked(desk: ChargeDesk, ordernum: string | undefined): boolean {
  if (ordernum === undefined) return false;
  return desk.book.listByReference('transafe', ordernum).some((charge) => !charge.refusal);
}

function answerVerdict(verdict: Verdict, charge: Charge | undefined): TransafeAnswer {
  switch (verdict) {
    case 'unknown-method':
      return faultAnswer('badAccount', 'TOKEN NOT FOUND');
    case 'duplicate':
      return DUPLICATE;
    case 'unclear':
      return verdictAnswer('TIMEOUT', { msoft: 'CONN_TOREVERSAL', phard: 'NOREPLY', verbiage: 'NO REPLY' });
    case 'try-again':
      return verdictAnswer('RETRY', { msoft: 'CONN_MAXSENDS', phard: 'RETRY', verbiage: 'PLEASE RETRY' });
    case 'down':
      return DOWN_ANSWER;
    case 'failing':
      return faultAnswer('failing', 'SYSTEM ERROR');
    case 'overloaded':
      return faultAnswer('tooMany', 'TOO MANY REQUESTS');
    default:
      return charge ? answerCharge(charge) : faultAnswer('failing', 'SYSTEM ERROR');
  }
}

function answerCharge(charge: Charge): TransafeAnswer {
  const described = describeCharge(charge);
  if (charge.refusal) {
    const { code, phard, verbiage } = REFUSAL_NAMES[charge.refusal];
    return verdictAnswer(code, { msoft: 'INT_SUCCESS', phard, verbiage, ...described });
  }
  const isPartial = charge.amountCents !== charge.askedCents;
  return verdictAnswer('AUTH', {
    msoft: 'INT_SUCCESS',
    phard: 'SUCCESS',
    verbiage: isPartial ? 'PARTIALLY APPROVED' : 'APPROVED',
    ...described,
    ...(isPartial ? { [FIELD_NAMES.authorizedAmount]: writeAmount(charge.amountCents) } : {}),
  });
}

function verdictAnswer(
  code: keyof typeof STATUS_OF_CODE,
  { msoft, phard, ...members }: Record<string, string>,
): TransafeAnswer {
  return { status: STATUS_OF_CODE[code], body: { code, msoft_code: msoft, phard_code: phard, ...members } };
}

/** What every call answers while the processor is down. */
export const DOWN_ANSWER = faultAnswer('down', 'SYSTEM UNAVAILABLE');
