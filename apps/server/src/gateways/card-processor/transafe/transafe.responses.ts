import type { DeclineReason } from '@myaccount/contract/payment-failures';
import { httpStatus, type JsonResponse, type ServiceResponse } from '../../service-http.ts';
import { centsOfDecimals, partOf } from '../amounts.ts';
import type { ChargeIdentity, ChargeRequest, ChargeResult, InquiryResult } from '../card-processor.ts';
import { earlierCharge, earlierReason } from '../earlier-charge.ts';
import { type Body, membersOf, stringOf } from '../members.ts';
import { type ChargeReading, proven } from '../unproven-result.ts';
import {
  approvedCodes,
  bankReasons,
  chargedPart,
  declinedCodes,
  methodDeclinedMsoft,
  ourCurrency,
  processedMsoft,
  rejectedMsoft,
  reportMembers,
  returnReasons,
  rowStatus,
  unclearCodes,
  unclearMsoft,
} from './transafe.names.ts';

const secondMs = 1_000;

/**
 * Returns the result of a purchase from its response. Uncertain means unknown. A result without our order number is
 * `unproven`: it may be the answer to somebody else's charge.
 */
export function readPurchase(response: ServiceResponse, charge: ChargeRequest): ChargeReading {
  if (response.kind === 'not-sent')
    return proven({ outcome: 'unavailable', isSent: false, text: response.text });
  if (response.kind === 'no-response') return proven({ outcome: 'unknown', text: response.text });
  const { status } = response;
  const body = withoutGroups(response.body);
  const text = textOf(body);
  const mismatch = mismatchOf(body, charge);
  if (mismatch) return proven({ outcome: 'unknown', text: `${text}: ${mismatch}` });
  if (approvedCodes.includes(body.code)) {
    const isOk = status === httpStatus.ok;
    const result = isOk ? readApproval(body, charge) : unknownOf(`HTTP ${status} ${text}`);
    return { result, isProven: hasOrderNumber(body) || result.outcome === 'unknown' };
  }
  if (unclearCodes.includes(body.code) || unclearMsoft.includes(body.msoft_code))
    return proven(unknownOf(text));
  if (rejectedMsoft.includes(body.msoft_code))
    return { result: { outcome: 'unavailable', isSent: true, text }, isProven: hasOrderNumber(body) };
  const reason = declinedCodes.includes(body.code) ? declineReasonOf(body) : undefined;
  if (!reason) return proven(unknownOf(text));
  const result = { outcome: 'declined', transaction: stringOf(body.ttid), reason, text } as const;
  return { result, isProven: hasOrderNumber(body) };
}

function unknownOf(text: string) {
  return { outcome: 'unknown', text } as const;
}

/** Returns the members of a response. TranSafe's grouping objects are cosmetic. */
function withoutGroups(body: Body): Body {
  return { ...membersOf(body.order), ...membersOf(body.money), ...body };
}

function hasOrderNumber(body: Body): boolean {
  return body.ordernum !== undefined;
}

/** Returns how a response contradicts our charge; undefined if it does not. Absent members contradict nothing. */
function mismatchOf(body: Body, charge: ChargeRequest): string | undefined {
  const { ordernum, amount, currency, [chargedPart]: charged } = body;
  if (ordernum !== undefined && ordernum !== charge.reference) return 'another order number';
  const isPartial = charged !== undefined && charged === amount;
  if (amount !== undefined && !isPartial && centsOfDecimals(amount) !== charge.amountCents)
    return 'another amount';
  const part = partOf(body, chargedPart, charge.amountCents, centsOfDecimals);
  if (part) return `chargedPart (transafe.names.ts): ${part}`;
  return isOtherCurrency(currency) ? 'another currency' : undefined;
}

function isOtherCurrency(currency: unknown): boolean {
  return currency !== undefined && !ourCurrency.includes(currency);
}

function readApproval(body: Body, charge: ChargeRequest): ChargeResult {
  const transaction = stringOf(body.ttid);
  const charged = body[chargedPart];
  const amountCents = charged === undefined ? charge.amountCents : centsOfDecimals(charged);
  if (!transaction || !amountCents) return unknownOf(`${textOf(body)}: approved without a number or amount`);
  // A partial approval is less than requested, never more.
  if (amountCents > charge.amountCents) return unknownOf(`${textOf(body)}: approved more than requested`);
  return { outcome: charge.kind === 'bank' ? 'pending' : 'approved', transaction, amountCents };
}

/**
 * Returns the result of a charge from a report, or `not-here`. Only a row with our own order number counts, because a report that
 * ignores the filter lists other charges, and of several rows the newest one of our own time.
 */
export function readReport(
  response: ServiceResponse,
  { reference, ...identity }: ChargeIdentity & { readonly reference: string },
): InquiryResult | 'not-here' {
  if (response.kind !== 'response') return unknownOf(response.text);
  const { status, body } = response;
  if (rejectedMsoft.includes(body.msoft_code))
    return {
      ...unknownOf(`reportQuery.order (transafe.names.ts): HTTP ${status} ${textOf(body)}`),
      isRefused: true,
    };
  if (isNotFound(response)) return 'not-here';
  const rows = body[reportMembers.rows];
  if (status !== httpStatus.ok || !Array.isArray(rows))
    return unknownOf(`reportMembers.rows (transafe.names.ts): HTTP ${status} without rows`);
  const matches = (rows as Body[])
    .filter((row) => row?.[reportMembers.order] === reference)
    .map((row) => ({ row, reason: earlierReason(identity, { at: timeOf(row) }) }))
    .toSorted((one, other) => Number(other.row.timestamp) - Number(one.row.timestamp));
  const match = matches.find(({ reason }) => reason === undefined) ?? matches[0];
  if (match) return match.reason ? earlierCharge(readRow(match.row), match.reason) : readRow(match.row);
  return rows.length === 0
    ? 'not-here'
    : unknownOf('reportMembers.order or reportQuery.order (transafe.names.ts): rows without our order');
}

/** Returns when a row's charge was made; undefined where it does not say. */
export function timeOf({ timestamp }: Body): Date | undefined {
  const seconds = Number(timestamp);
  return Number.isSafeInteger(seconds) && seconds > 0 ? new Date(seconds * secondMs) : undefined;
}

/** Returns whether TranSafe itself says that it has no such row, ticket, or method. */
export function isNotFound({ status, body }: JsonResponse): boolean {
  return status === httpStatus.notFound && body.msoft_code === 'DATA_RECORDNOTFOUND';
}

/** Returns the result of a charge from its row. */
export function readRow(row: Body): InquiryResult {
  if (isOtherCurrency(row.currency)) return unknownOf('a row in another currency');
  const transaction = stringOf(row.ttid);
  const { [reportMembers.amount]: amount, [reportMembers.status]: status } = row;
  const amountCents = centsOfDecimals(amount);
  if (status === rowStatus.denied || status === rowStatus.voided) {
    const reason = declineReasonOf(row) ?? 'declined';
    return { outcome: 'declined', transaction, reason, text: String(status) };
  }
  if (!transaction || !amountCents)
    return unknownOf(`reportMembers.amount (transafe.names.ts): ${amount} in a row that is ${status}`);
  const booked = { transaction, amountCents };
  if (status === rowStatus.captured || status === rowStatus.settled)
    return { outcome: 'approved', ...booked };
  if (status === rowStatus.pending) return { outcome: 'pending', ...booked };
  if (status !== rowStatus.returned)
    return unknownOf(`rowStatus (transafe.names.ts): a row that is ${status}`);
  const code = stringOf(row[reportMembers.returnCode]) ?? '';
  return { outcome: 'returned', ...booked, reason: returnReasons[code] ?? 'returned', text: code };
}

function declineReasonOf({ msoft_code: msoft, phard_code: phard, code }: Body): DeclineReason | undefined {
  const methodReason = methodDeclinedMsoft[String(msoft)];
  if (methodReason) return methodReason;
  const [, reason] = bankReasons.find(([pattern]) => pattern.test(String(phard))) ?? [];
  if (reason) return reason;
  if (msoft !== processedMsoft) return undefined;
  return code === 'CALL' || code === 'PKUP' ? 'call-bank' : 'declined';
}

/** Returns what operators read of a response. */
export function textOf(body: Body): string {
  return [body.code, body.msoft_code, body.phard_code, body.verbiage].filter(Boolean).map(String).join(' ');
}
