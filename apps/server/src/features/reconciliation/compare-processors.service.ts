import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessorName } from '@myaccount/contract/processors';
import type { RecordedCharge } from '../../gateways/card-processor/card-processor.ts';
import { readSettlementFile } from '../../gateways/card-processor/orbital/settlement-file.ts';
import type { PayingPortal } from '../payment-state/outcome.service.ts';
import { findComparedUntil, saveComparison } from './processor-records.repository.ts';
import { isOurs } from './processor-records.rules.ts';
import { compareWithRecords, delayMs, flagMissing } from './processor-records.service.ts';

const dayMs = 24 * 60 * 60_000;

interface Window {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Compares, once a day, TranSafe's reports and the new settlement files of Orbital with the payments here, both ways and to the
 * cent. What differs is logged, counted, and, where there is a payment, in manual review.
 */
export async function compareProcessors(portal: PayingPortal): Promise<void> {
  await compareReports(portal);
  await compareFiles(portal);
}

async function compareReports(portal: PayingPortal): Promise<void> {
  const { processors } = portal;
  const to = new Date(portal.clock.now().getTime() - delayMs);
  const from = (await findComparedUntil(portal.db, 'transafe')) ?? new Date(to.getTime() - dayMs);
  if (to.getTime() - from.getTime() < dayMs) return;
  const { charges, unreadable } = await processors.transafe.listCharges(
    new Date(from.getTime() - delayMs),
    portal.clock.now(),
  );
  for (const line of unreadable)
    portal.log.error({ processor: 'transafe', ...line }, 'a record cannot be read');
  const found = await compare(portal, 'transafe', charges, { from, to });
  const differences = found + unreadable.length;
  await saveComparison(portal.db, { processor: 'transafe', comparedUntil: to, differences });
}

async function compareFiles(portal: PayingPortal): Promise<void> {
  const { db, clock, config } = portal;
  const folder = config.orbitalSettlementDir;
  if (!folder) return;
  const now = clock.now();
  const since = await findComparedUntil(db, 'orbital');
  let differences: number | undefined;
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.csv')).toSorted()) {
    const path = join(folder, name);
    if (since && (await stat(path)).mtime <= since) continue;
    const { charges, unreadable } = await readSettlementFile(path);
    const times = charges.map(({ at }) => at.getTime());
    const window = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
    const found = charges.length === 0 ? 0 : await compare(portal, 'orbital', charges, window);
    differences = (differences ?? 0) + found + unreadable.length;
  }
  if (differences !== undefined)
    await saveComparison(db, { processor: 'orbital', comparedUntil: now, differences });
}

/** Compares both ways. Returns how many differ. */
async function compare(
  portal: PayingPortal,
  processor: ProcessorName,
  charges: readonly RecordedCharge[],
  window: Window,
): Promise<number> {
  const { log } = portal;
  const findings = await compareWithRecords(portal, processor, charges.filter(isOurs));
  for (const { discrepancy, charge } of findings)
    log.error({ processor, discrepancy, reference: charge.reference }, 'a charge differs from its payment');
  const missing = await flagMissing(portal, processor, charges, window);
  for (const { id: paymentId } of missing) log.error({ processor, paymentId }, 'a payment has no charge');
  return findings.length + missing.length;
}
