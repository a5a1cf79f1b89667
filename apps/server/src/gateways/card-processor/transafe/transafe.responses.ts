import { centsOfDecimals } from '../amounts.ts';
import type { ChargeRequest, ChargeResult, DeclineReason, InquiryResult } from '../card-processor.ts';
import type { ProcessorResponse } from '../processor-http.ts';
import {
  approvedCodes,
  bankReasons,
  declinedCodes,
  fields,
  methodDeclinedMsoft,
  processedMsoft,
  rejectedMsoft,
  returnReasons,
  rowStatus,
  unclearCodes,
  unclearMsoft,
} from './transafe.names.ts';

type Body = Readonly<Record<string, unknown>>;

const okStatus = 200;
const notFoundStatus = 404;

/** Returns the result of a purchase from its response. Uncertain means unknown. */
export function readPurchase(response: ProcessorResponse, charge: ChargeRequest): ChargeResult {
  if (response.kind === 'not-sent') return { outcome: 'unavailable', isSent: false, text: response.text };
  if (response.kind === 'no-response') return { outcome: 'unknown', text: response.text };
  const { status, body } = response;
  const text = textOf(body);
  if (approvedCodes.includes(body.code)) {
    return status === okStatus
      ? readApproval(body, charge)
      : { outcome: 'unknown', text: `HTTP ${status} ${text}` };
  }
  if (unclearCodes.includes(body.code) || unclearMsoft.includes(body.msoft_code)) {
    return { outcome: 'unknown', text };
  }
  if (rejectedMsoft.includes(body.msoft_code)) return { outcome: 'unavailable', isSent: true, text };
  const reason = declinedCodes.includes(body.code) ? declineReasonOf(body) : undefined;
  return reason
    ? { outcome: 'declined', transaction: stringOf(body.ttid), reason, text }
    : { outcome: 'unknown', text };
}

function readApproval(body: Body, charge: ChargeRequest): ChargeResult {
  const transaction = stringOf(body.ttid);
  const authorized = body[fields.authorizedAmount];
  const amountCents = authorized === undefined ? charge.amountCents : centsOfDecimals(authorized);
  if (!transaction || !amountCents)
    return { outcome: 'unknown', text: `${textOf(body)}: approved without a number or amount` };
  return { outcome: charge.kind === 'bank' ? 'pending' : 'approved', transaction, amountCents };
}

/**
 * Returns the charge's row of a report, `not-here`, or `unclear`. Only a row with our own order number counts, because
 * a report that ignores the filter lists other charges.
 */
export function readReport(response: ProcessorResponse, reference: string): Body | 'not-here' | 'unclear' {
  if (response.kind !== 'response') return 'unclear';
  const rows: unknown = response.body[fields.rows];
  if (response.status === notFoundStatus && response.body.msoft_code === 'DATA_RECORDNOTFOUND')
    return 'not-here';
  if (response.status !== okStatus || !Array.isArray(rows)) return 'unclear';
  const match = (rows as Body[]).find((row) => row?.ordernum === reference);
  return match ?? (rows.length === 0 ? 'not-here' : 'unclear');
}

/** Returns the result of a charge from its row. */
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
  const methodReason = methodDeclinedMsoft[String(msoft)];
  if (methodReason) return methodReason;
  const [, reason] = bankReasons.find(([pattern]) => pattern.test(String(phard))) ?? [];
  if (reason) return reason;
  if (msoft !== processedMsoft) return undefined;
  return code === 'CALL' || code === 'PKUP' ? 'call-bank' : 'declined';
}

function textOf(body: Body): string {
  return [body.code, body.msoft_code, body.phard_code, body.verbiage].filter(Boolean).map(String).join(' ');
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
