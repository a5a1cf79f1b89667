import type { ProcessorName } from '@myaccount/contract/processors';
import type { RecordedCharge, RecordedRefund } from '../../gateways/card-processor/card-processor.ts';
import { type ChargeLookup, openLookup } from '../charging/charge-lookup.service.ts';
import { pauseForUnknownCharges } from '../charging/heartbeat.repository.ts';
import { reconcilePayment } from '../charging/inquiry.service.ts';
import type { PayingPortal } from '../feature.ts';
import type { PaymentKey } from '../payment-state/payment.repository.ts';
import {
  flagUnlessFlagged,
  listAcceptedWithout,
  listByReference,
  type ReferencedPayment,
} from './processor-records.repository.ts';
import { type Discrepancy, discrepancyOf, isOurs, reviewReasonOf } from './processor-records.rules.ts';

/** A processor's charge or refund that differs from what is stored here. */
export interface Finding {
  readonly discrepancy: Discrepancy;
  readonly charge: RecordedCharge | RecordedRefund;
  readonly paymentId: string | null;
  /** State of the payment, or the refund, after a lookup; null without one. */
  readonly state: string | null;
}

/** Returns whether no payment here is of a charge. */
export function isUnknownHere({ discrepancy }: Finding): boolean {
  return discrepancy === 'unknown-here';
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
      if (payment && !payment.isHeld && !isDryRun)
        await settleDifference(portal, payment, discrepancy, charge);
      const [current] = payment ? await listByReference(portal.db, processor, [charge.reference]) : [];
      findings.push({ discrepancy, charge, paymentId: payment?.id ?? null, state: current?.state ?? null });
    }
  }
  return findings;
}

/**
 * Opens the look-up of one run of charges. TranSafe's report is compared with the payments here, both ways, when it is read: a charge
 * that is unknown here begins a pause.
 */
export function openComparedLookup(portal: PayingPortal): ChargeLookup {
  return openLookup(portal, async ({ charges }, since) => {
    const findings = await compareWithRecords(portal, 'transafe', charges.filter(isOurs));
    await flagMissing(portal, 'transafe', charges, {
      from: since,
      to: new Date(portal.clock.now().getTime() - delayMs),
    });
    const times = findings.filter(isUnknownHere).map(({ charge }) => charge.at);
    if (await pauseForUnknownCharges(portal.db, times))
      portal.log.error({ charges: times.length }, 'TranSafe has charges that are unknown here');
  });
}

/** A charge that was sent appears in the processor's records within this time. */
export const delayMs = 60 * 60_000;

/** Puts accepted payments of some time that a processor's records lack into manual review, unless `isDryRun`. Returns them. */
export async function flagMissing(
  portal: PayingPortal,
  processor: ProcessorName,
  charges: readonly RecordedCharge[],
  { isDryRun = false, ...window }: { readonly from: Date; readonly to: Date; readonly isDryRun?: boolean },
): Promise<PaymentKey[]> {
  const references = charges.map(({ reference }) => reference);
  const missing = await listAcceptedWithout(portal.db, processor, { ...window, references });
  for (const payment of isDryRun ? [] : missing)
    await flagUnlessFlagged(portal.db, payment, "the processor's records have no such charge");
  return missing;
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
