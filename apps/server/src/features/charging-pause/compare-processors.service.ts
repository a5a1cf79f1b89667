import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessorName } from '@myaccount/contract/processors';
import type { PayingPortal } from '../feature.ts';
import { findComparedUntil, saveComparison } from '../reconciliation/processor-records.repository.ts';
import { delayMs } from '../reconciliation/processor-records.service.ts';
import { compareAndBook, flagAllMissing } from './book-lost-charge.service.ts';
import {
  compareSettlementFile,
  openSettlementFile,
  type SettlementComparison,
  totalsPathOf,
} from './settlement-file.service.ts';

const dayMs = 24 * 60 * 60_000;

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
  const records = await processors.transafe.listCharges(
    new Date(from.getTime() - delayMs),
    portal.clock.now(),
  );
  const { unreadable } = records;
  for (const line of unreadable)
    portal.log.error({ processor: 'transafe', ...line }, 'a record cannot be read');
  const { findings } = await compareAndBook(portal, 'transafe', records);
  const missing = await flagAllMissing(portal, 'transafe', records, { from, to });
  const differences = report(portal, 'transafe', { findings, missing }) + unreadable.length;
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
    if (since && (await changedAt(path)) <= since) continue;
    const found = await compareFile(portal, path);
    if (found !== undefined) differences = (differences ?? 0) + found;
  }
  if (differences !== undefined)
    await saveComparison(db, { processor: 'orbital', comparedUntil: now, differences });
}

/** Returns when a settlement file, or the control totals beside it, changed last. */
async function changedAt(path: string): Promise<Date> {
  const { mtime } = await stat(path);
  const totals = await stat(totalsPathOf(path)).catch(() => undefined);
  return totals && totals.mtime > mtime ? totals.mtime : mtime;
}

/** Returns how many differ; undefined for a file that says nothing: it has neither charges nor control totals. */
async function compareFile(portal: PayingPortal, path: string): Promise<number | undefined> {
  const { log } = portal;
  const file = await openSettlementFile(path);
  const { charges, refunds, unreadable } = file.records;
  if (file.totals === undefined)
    log.warn({ path }, 'a settlement file without control totals proves nothing');
  if (file.totals === undefined && charges.length + refunds.length + unreadable.length === 0)
    return undefined;
  const comparison = await compareSettlementFile(portal, file);
  const { refusal } = comparison;
  if (refusal) log.error({ path, refusal }, 'control totals are refused');
  return report(portal, 'orbital', comparison) + unreadable.length + (refusal ? 1 : 0);
}

/** Logs what differs. Returns how many differ. */
function report(
  { log }: PayingPortal,
  processor: ProcessorName,
  { findings, missing }: Pick<SettlementComparison, 'findings' | 'missing'>,
): number {
  for (const { discrepancy, charge } of findings)
    log.error({ processor, discrepancy, reference: charge.reference }, 'a charge differs from its payment');
  for (const { id: paymentId } of missing)
    log.error({ processor, paymentId }, 'a payment has no charge, or lacks a refund');
  return findings.length + missing.length;
}
