import { centsOfImpliedDecimals } from '../amounts.ts';
import type { ChargeResult, InquiryResult } from '../card-processor.ts';
import type { ProcessorAnswer } from '../processor-http.ts';
import {
  approved,
  bankReasons,
  declined,
  notTakenStatus,
  procDone,
  profileRefused,
  redeemedAmount,
  traceNotFound,
} from './orbital.names.ts';

type Body = Readonly<Record<string, unknown>>;
type Booked = Extract<ChargeResult, { outcome: 'approved' | 'pending' | 'declined' }>;

/** What is compared with the answer: whose it is, and how much was asked for. */
interface Asked {
  readonly reference: string;
  readonly amountCents: number;
}

const firstFailure = 300;

/** What a payment’s answer means for the money, through all three layers of failure; what is not certain is unknown. */
export function readPayment(answer: ProcessorAnswer, asked: Asked): ChargeResult {
  if (answer.kind === 'not-sent') return { outcome: 'unavailable', text: answer.text };
  if (answer.kind === 'silent') return { outcome: 'unknown', text: answer.text };
  const { status, body } = answer;
  if (status >= firstFailure) {
    return {
      outcome: notTakenStatus.includes(status) ? 'unavailable' : 'unknown',
      text: `HTTP ${status} ${textOf(body)}`,
    };
  }
  const order = membersOf(body.order);
  const outcome = membersOf(order.status);
  if (profileRefused.includes(outcome.procStatus)) {
    return { outcome: 'declined', transaction: null, reason: 'invalid-account', text: textOf(outcome) };
  }
  return readBooked(order, asked) ?? { outcome: 'unknown', text: textOf(outcome) };
}

/** What an inquiry’s answer says became of a charge. */
export function readInquiry(answer: ProcessorAnswer, asked: Asked): InquiryResult {
  if (answer.kind !== 'answered') return { outcome: 'unknown', text: answer.text };
  const order = membersOf(answer.body.order);
  const outcome = membersOf(order.status);
  if (answer.status >= firstFailure)
    return { outcome: 'unknown', text: `HTTP ${answer.status} ${textOf(answer.body)}` };
  if (traceNotFound.includes(outcome.procStatus)) return { outcome: 'not-found' };
  return readBooked(order, asked) ?? { outcome: 'unknown', text: textOf(outcome) };
}

/** A charge that the gateway has a result for: procStatus 0, under our own order number. */
function readBooked(order: Body, asked: Asked): Booked | undefined {
  const outcome = membersOf(order.status);
  const transaction = stringOf(order.txRefNum);
  if (outcome.procStatus !== procDone || order.orderID !== asked.reference) return undefined;
  if (outcome.approvalStatus === declined) {
    const reason = bankReasons[String(outcome.respCode)] ?? 'declined';
    return { outcome: 'declined', transaction, reason, text: textOf(outcome) };
  }
  const redeemed = order[redeemedAmount];
  const amountCents = redeemed === undefined ? asked.amountCents : centsOfImpliedDecimals(redeemed);
  if (outcome.approvalStatus !== approved || !transaction || !amountCents) return undefined;
  return { outcome: 'approved', transaction, amountCents };
}

function textOf(outcome: Body): string {
  const { procStatus, procStatusMessage, respCode, respCodeMessage } = outcome;
  return [procStatus, procStatusMessage, respCode, respCodeMessage].filter(Boolean).map(String).join(' ');
}

function membersOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
