import type { ProcessorName } from '@myaccount/contract/processors';
import type { RecordedCharge } from '../../gateways/card-processor/card-processor.ts';
import { reconcilePayment } from '../charging/inquiry.service.ts';
import type { PayingPortal } from '../payment-state/outcome.service.ts';
import {
  flagUnlessFlagged,
  listByReference,
  type ReferencedPayment,
} from './processor-records.repository.ts';
import { type Discrepancy, discrepancyOf, reviewReasonOf } from './processor-records.rules.ts';

/** A processor's charge that differs from what is stored here. */
export interface Finding {
  readonly discrepancy: Discrepancy;
  readonly charge: RecordedCharge;
  readonly paymentId: string | null;
  /** State of the payment after a lookup; null without a payment. */
  readonly state: string | null;
}

const batchSize = 500;

/**
 * Compares a processor's charges with the payments here and returns those that differ. Unless `isDryRun`, a payment without a
 * result is looked up as usual, and any other difference goes to manual review. Books nothing by itself.
 */
export async function compareWithRecords(
  portal: PayingPortal,
  processor: ProcessorName,
  charges: readonly RecordedCharge[],
  { isDryRun = false } = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let from = 0; from < charges.length; from += batchSize) {
    const batch = charges.slice(from, from + batchSize);
    const stored = await paymentsOf(portal, processor, batch);
    for (const charge of batch) {
      const payment = stored.get(charge.reference);
      const discrepancy = discrepancyOf(charge, payment);
      if (!discrepancy) continue;
      if (payment && !isDryRun) await settleDifference(portal, payment, discrepancy, charge);
      const [current] = payment ? await listByReference(portal.db, processor, [charge.reference]) : [];
      findings.push({ discrepancy, charge, paymentId: payment?.id ?? null, state: current?.state ?? null });
    }
  }
  return findings;
}

async function paymentsOf(
  portal: PayingPortal,
  processor: ProcessorName,
  charges: readonly RecordedCharge[],
): Promise<Map<string, ReferencedPayment>> {
  const references = charges.map(({ reference }) => reference);
  const payments = await listByReference(portal.db, processor, references);
  return new Map(payments.map((payment) => [payment.reference, payment]));
}

async function settleDifference(
  portal: PayingPortal,
  payment: ReferencedPayment,
  discrepancy: Discrepancy,
  charge: RecordedCharge,
): Promise<void> {
  const reason = reviewReasonOf(discrepancy, charge);
  if (reason) await flagUnlessFlagged(portal.db, payment, reason);
  else await reconcilePayment(portal, payment, 'operator');
}
