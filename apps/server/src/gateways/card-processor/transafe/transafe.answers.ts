import { centsOfDecimals } from '../amounts.ts';
import type { Charge, ChargeResult, DeclineReason, InquiryResult } from '../card-processor.ts';
import type { ProcessorAnswer } from '../processor-http.ts';
import {
  approvedCodes,
  bankReasons,
  fields,
  methodRefusedMsoft,
  notTakenMsoft,
  refusedCodes,
  returnReasons,
  rowStatus,
  unclearCodes,
  unclearMsoft,
} from './transafe.names.ts';

type Body = Readonly<Record<string, unknown>>;

const okStatus = 200;
const notFoundStatus = 404;

/** What a purchase’s answer means for the money; whatever is not certain is unknown. */
export function readPurchase(answer: ProcessorAnswer, charge: Charge): ChargeResult {
  if (answer.kind === 'not-sent') return { outcome: 'unavailable', text: answer.text };
  if (answer.kind === 'silent') return { outcome: 'unknown', text: answer.text };
  const { body } = answer;
  const text = textOf(body);
  if (approvedCodes.includes(body.code)) return readApproval(body, charge);
  if (unclearCodes.includes(body.code) || unclearMsoft.includes(body.msoft_code)) {
    return { outcome: 'unknown', text };
  }
  if (notTakenMsoft.includes(body.msoft_code)) return { outcome: 'unavailable', text };
  const reason = refusedCodes.includes(body.code) ? declineReasonOf(body) : undefined;
  return reason
    ? { outcome: 'declined', transaction: stringOf(body.ttid), reason, text }
    : { outcome: 'unknown', text };
}

function readApproval(body: Body, charge: Charge): ChargeResult {
  const transaction = stringOf(body.ttid);
  const authorized = body[fields.authorizedAmount];
  const amountCents = authorized === undefined ? charge.amountCents : centsOfDecimals(authorized);
  if (!transaction || !amountCents)
    return { outcome: 'unknown', text: `${textOf(body)}: approved without a number or amount` };
  return { outcome: charge.kind === 'bank' ? 'pending' : 'approved', transaction, amountCents };
}

/**
 * What a report’s answer says: the row of the charge, that it is not in this report, or nothing. Only a row that
 * names our own order number counts: a report that did not understand the question lists other people’s charges.
 */
export function readReport(answer: ProcessorAnswer, reference: string): Body | 'not-here' | 'unclear' {
  if (answer.kind !== 'answered') return 'unclear';
  const rows: unknown = answer.body[fields.rows];
  if (answer.status === notFoundStatus && answer.body.msoft_code === 'DATA_RECORDNOTFOUND') return 'not-here';
  if (answer.status !== okStatus || !Array.isArray(rows)) return 'unclear';
  const found = (rows as Body[]).find((row) => row?.ordernum === reference);
  return found ?? (rows.length === 0 ? 'not-here' : 'unclear');
}

/** What a row says became of its charge. */
export function readRow(row: Body): InquiryResult {
  const transaction = stringOf(row.ttid);
  const amountCents = centsOfDecimals(row.amount);
  const status = row[fields.rowStatus];
  if (status === rowStatus.denied || status === rowStatus.voided) {
    return {
      outcome: 'declined',
      transaction,
      reason: declineReasonOf(row) ?? 'declined',
      text: String(status),
    };
  }
  if (!transaction || !amountCents)
    return { outcome: 'unknown', text: `a row without a number or amount: ${status}` };
  if (status === rowStatus.captured || status === rowStatus.settled) {
    return { outcome: 'approved', transaction, amountCents };
  }
  if (status === rowStatus.pending) return { outcome: 'pending', transaction, amountCents };
  if (status !== rowStatus.returned) return { outcome: 'unknown', text: `a row that is ${status}` };
  const code = stringOf(row[fields.returnCode]) ?? '';
  return {
    outcome: 'returned',
    transaction,
    amountCents,
    reason: returnReasons[code] ?? 'returned',
    text: code,
  };
}

function declineReasonOf({ msoft_code: msoft, phard_code: phard, code }: Body): DeclineReason | undefined {
  const refused = methodRefusedMsoft[String(msoft)];
  if (refused) return refused;
  const [, reason] = bankReasons.find(([pattern]) => pattern.test(String(phard))) ?? [];
  if (reason) return reason;
  if (code === 'CALL' || code === 'PKUP') return 'call-bank';
  return msoft === undefined || msoft === 'INT_SUCCESS' ? 'declined' : undefined;
}

function textOf(body: Body): string {
  return [body.code, body.msoft_code, body.phard_code, body.verbiage].filter(Boolean).map(String).join(' ');
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
