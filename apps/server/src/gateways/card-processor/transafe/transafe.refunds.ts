import { httpStatus, type ServiceHttp, type ServiceResponse, unavailable } from '../../service-http.ts';
import { centsOfDecimals, decimalsOf } from '../amounts.ts';
import type { CardProcessor, RefundedCharge, RefundInquiry, RefundRequest } from '../card-processor.ts';
import { type Body, stringOf } from '../members.ts';
import {
  declinedCodes,
  failedReport,
  notChangeableMsoft,
  paths,
  rejectedMsoft,
  reportMembers,
  reportQuery,
  rowStatus,
  settledReport,
  unsettledReport,
} from './transafe.names.ts';
import { hasSettledReport } from './transafe.reports.ts';
import { isNotFound, textOf } from './transafe.responses.ts';

// An answer names no order, so only the reports say what came of a void or a refund.

/** A void while the report of unsettled charges has it, else a refund. */
export async function findRefundMeans(
  http: ServiceHttp,
  charge: RefundedCharge,
): ReturnType<CardProcessor['refundMeans']> {
  const row = await findRow(http, charge.reference, ({ ttid }) => ttid === charge.transaction);
  if (typeof row === 'string') return unavailable(row);
  const status = row?.[reportMembers.status];
  if (status === rowStatus.captured) return { outcome: 'void' };
  if (status === rowStatus.settled) return { outcome: 'refund' };
  return unavailable(row ? `its charge is ${status}` : 'no report has its charge');
}

/** Voids or refunds once, and reads from the reports what came of it. */
export async function refund(http: ServiceHttp, request: RefundRequest): ReturnType<CardProcessor['refund']> {
  const { means, charge, amountCents, reference, sendBefore } = request;
  const response =
    means === 'void'
      ? await http.call({ method: 'DELETE', path: paths.void(charge.transaction), sendBefore })
      : await http.call({
          method: 'POST',
          path: paths.refund(charge.transaction),
          body: { money: { amount: decimalsOf(amountCents) }, order: { ordernum: reference } },
          sendBefore,
        });
  if (response.kind === 'not-sent') return { outcome: 'refused', text: `not sent: ${response.text}` };
  const found = await inquireRefund(http, request);
  const text = response.kind === 'response' ? textOf(response.body) : response.text;
  if (found.outcome === 'refused') return { outcome: 'refused', text };
  if (found.outcome !== 'not-found') return found;
  return { outcome: isRejected(response) ? 'refused' : 'unknown', text };
}

/** Returns whether a call was refused before processing. What a bank refuses is in a report. */
function isRejected(response: ServiceResponse): boolean {
  if (response.kind !== 'response' || !declinedCodes.includes(response.body.code)) return false;
  return [...rejectedMsoft, notChangeableMsoft].includes(response.body.msoft_code);
}

/** Asks the reports what came of a void or a refund. */
export async function inquireRefund(
  http: ServiceHttp,
  { means, charge, reference }: RefundInquiry,
): ReturnType<CardProcessor['inquireRefund']> {
  const isVoid = means === 'void';
  const row = await findRow(http, isVoid ? charge.reference : reference, ({ ttid }) =>
    isVoid ? ttid === charge.transaction : ttid !== charge.transaction,
  );
  if (typeof row === 'string') return { outcome: 'unknown', text: row };
  const status = row?.[reportMembers.status];
  const isStanding = isVoid && (status === rowStatus.captured || status === rowStatus.settled);
  if (row === undefined || isStanding) return { outcome: 'not-found' };
  if (status === rowStatus.denied) return { outcome: 'refused', text: textOf(row) || String(status) };
  const amountCents = centsOfDecimals(row[reportMembers.amount]);
  const isDone = status === (isVoid ? rowStatus.voided : rowStatus.refunded);
  if (isDone && amountCents) return { outcome: 'done', transaction: stringOf(row.ttid), amountCents };
  return { outcome: 'unknown', text: `rowStatus (transafe.names.ts): a row that is ${status}` };
}

/**
 * Returns the first row of an order in the reports that fits, undefined where there certainly is none, or why it is not known. The
 * report of settled charges has to be known to exist: what left the first report is in no other.
 */
async function findRow(
  http: ServiceHttp,
  reference: string,
  fits: (row: Body) => boolean,
): Promise<Body | string | undefined> {
  const key = new URLSearchParams({ [reportQuery.order]: reference });
  for (const report of [unsettledReport, settledReport, failedReport]) {
    const response = await http.call({ method: 'GET', path: `${report}?${key}` });
    if (response.kind !== 'response') return response.text;
    if (isNotFound(response)) continue;
    const rows = response.body[reportMembers.rows];
    if (response.status !== httpStatus.ok || !Array.isArray(rows))
      return `reportMembers.rows (transafe.names.ts): HTTP ${response.status} without rows`;
    const own = (rows as Body[]).find((row) => row?.[reportMembers.order] === reference && fits(row));
    if (own) return own;
  }
  return (await hasSettledReport(http))
    ? undefined
    : 'settledReport (transafe.names.ts): there is no such report';
}
