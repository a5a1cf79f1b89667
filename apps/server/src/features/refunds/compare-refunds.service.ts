import type { ProcessorName } from '@myaccount/contract/processors';
import type { RecordedRefund } from '../../gateways/card-processor/card-processor.ts';
import type { PayingPortal } from '../feature.ts';
import { lockPayment, type PaymentKey } from '../payment-state/payment.repository.ts';
import { flagUnlessFlagged, listByReference } from '../reconciliation/processor-records.repository.ts';
import type { Discrepancy } from '../reconciliation/processor-records.rules.ts';
import type { Finding } from '../reconciliation/processor-records.service.ts';
import {
  findLostRefund,
  findRefundByReference,
  insertRefund,
  type LostRefund,
  listDoneWithout,
  listRefunds,
  type Refund,
} from './refund.repository.ts';
import { recordRefund, settleRefund } from './refund-outcome.service.ts';

/** How a processor's refunds differ from those here, and what was booked of it. */
export interface RefundComparison {
  readonly findings: readonly Finding[];
  readonly booked: readonly RecordedRefund[];
}

/** What the database has of a processor's refund: its row, or the payment that it gave back. */
interface Counterpart {
  readonly refund?: Refund | undefined;
  readonly lost?: LostRefund | undefined;
  /** A void of a charge that took nothing, or that is given back here already. */
  readonly isSettled?: boolean;
}

/**
 * Compares a processor's refunds and voids with those here. What its number says whose it is, is booked, unless `isDryRun`: one
 * that a database lost, whose customer had the mail before, and one whose result was not known or came late.
 */
export async function compareRefunds(
  portal: PayingPortal,
  processor: ProcessorName,
  records: readonly RecordedRefund[],
  { isDryRun = false } = {},
): Promise<RefundComparison> {
  const findings: Finding[] = [];
  const booked: RecordedRefund[] = [];
  for (const record of records) {
    const found = await counterpartOf(portal, processor, record);
    const discrepancy = discrepancyOf(record, found);
    if (!discrepancy) continue;
    const after = isDryRun ? found.refund : await book(portal, record, found);
    const isBooked = after?.state === 'DONE' && found.refund?.state !== 'DONE';
    if (isBooked) booked.push(record);
    const paymentId = found.refund?.paymentId ?? found.lost?.payment.id ?? null;
    if (!isBooked) findings.push({ discrepancy, charge: record, paymentId, state: after?.state ?? null });
  }
  return { findings, booked };
}

async function counterpartOf(
  { db }: PayingPortal,
  processor: ProcessorName,
  record: RecordedRefund,
): Promise<Counterpart> {
  if (record.means === 'refund') {
    const refund = await findRefundByReference(db, record.reference);
    return refund ? { refund } : { lost: await findLostRefund(db, processor, record) };
  }
  const [payment] = await listByReference(db, processor, [record.reference]);
  if (!payment || (payment.state !== 'COMPLETED' && payment.state !== 'REFUNDED')) return { isSettled: true };
  const refunds = await listRefunds(db, payment);
  const refund = refunds.findLast(({ means }) => means === 'void');
  if (refund) return { refund };
  const ordinal = (refunds.at(-1)?.ordinal ?? 0) + 1;
  return payment.state === 'REFUNDED' ? { isSettled: true } : { lost: { payment, ordinal } };
}

function discrepancyOf(
  { amountCents }: RecordedRefund,
  { refund, isSettled }: Counterpart,
): Discrepancy | undefined {
  if (isSettled) return undefined;
  if (!refund) return 'unknown-here';
  if (refund.state === 'UNKNOWN') return 'no-result-here';
  if (refund.state === 'REFUSED') return 'not-refunded-here';
  return refund.amountCents === amountCents ? undefined : 'other-amount';
}

/** Books what the processor's records say. Returns the refund; undefined where nobody knows whose it is. */
async function book(
  portal: PayingPortal,
  { amountCents, transaction, means, at }: RecordedRefund,
  { refund, lost }: Counterpart,
): Promise<Refund | undefined> {
  const result = { outcome: 'done', transaction, amountCents } as const;
  const actor = 'system';
  if (refund) return await recordRefund(portal, refund, { result, actor });
  if (!lost) return undefined;
  return await portal.db.transaction().execute(async (trx) => {
    const { payment, ...moment } = await lockPayment(trx, portal, lost.payment);
    const { accountId: account_id, id: payment_id } = payment;
    const stored = await insertRefund(trx, {
      ...{ account_id, payment_id, ordinal: lost.ordinal, amount_cents: amountCents, means, actor },
      ...{ reason: 'lost and found', state: 'UNKNOWN', state_at: moment.now, requested_at: at },
    });
    const record = { result, actor, isNotified: true };
    return await settleRefund({ trx, portal, payment, refund: stored, ...moment }, record);
  });
}

/**
 * Puts payments into manual review of which a refund of some time is done here and missing in a processor's records, unless
 * `isDryRun`. Returns them.
 */
export async function flagMissingRefunds(
  portal: PayingPortal,
  processor: ProcessorName,
  records: readonly RecordedRefund[],
  { isDryRun = false, ...window }: { readonly from: Date; readonly to: Date; readonly isDryRun?: boolean },
): Promise<PaymentKey[]> {
  const references = records.map(({ reference }) => reference);
  const missing = await listDoneWithout(portal.db, processor, { ...window, references });
  for (const payment of isDryRun ? [] : missing)
    await flagUnlessFlagged(portal.db, payment, "the processor's records lack a refund of it");
  return missing;
}
