import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ChargeRecords } from '../../gateways/card-processor/card-processor.ts';
import { readSettlementFile } from '../../gateways/card-processor/orbital/settlement-file.ts';
import { parseOperatorJson } from '../../platform/json-keys.ts';
import { onItsWayMs } from '../charging/charge-lookup.service.ts';
import type { ChargingPause } from '../charging/heartbeat.repository.ts';
import type { PayingPortal } from '../feature.ts';
import type { PaymentKey } from '../payment-state/payment.repository.ts';
import { isUnknownHere } from '../reconciliation/processor-records.service.ts';
import { type BookedComparison, compareAndBook, flagAllMissing } from './book-lost-charge.service.ts';
import { type ControlTotals, contradictionOf, parseControlTotals } from './control-totals.rules.ts';
import { insertCoverage, listUncovered, type TimeRange } from './orbital-coverage.repository.ts';

/** A settlement file of Orbital. */
export interface SettlementFile {
  readonly path: string;
  readonly records: ChargeRecords;
  /** Its control totals, or a sentence why they cannot be read; undefined without any. */
  readonly totals: ControlTotals | string | undefined;
}

/** How a settlement file differs from the payments here, and whether its range is covered now. */
export interface SettlementComparison extends BookedComparison {
  /** Accepted payments of its time that the file does not have. */
  readonly missing: readonly PaymentKey[];
  /** Why its control totals count for nothing: they contradict the file. */
  readonly refusal: string | undefined;
  readonly isCovered: boolean;
}

/** Returns the path of the control totals of a settlement file. */
export function totalsPathOf(path: string): string {
  return `${path}.json`;
}

/** Reads a settlement file with its control totals: those that are given, or those in the file beside it. */
export async function openSettlementFile(path: string, given?: ControlTotals): Promise<SettlementFile> {
  return { path, records: await readSettlementFile(path), totals: given ?? (await readTotals(path)) };
}

async function readTotals(path: string): Promise<SettlementFile['totals']> {
  try {
    return parseControlTotals(parseOperatorJson(await readFile(totalsPathOf(path), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Compares a settlement file with the payments here, both ways. Its range is covered, for the operator's command as for the
 * daily comparison, where its control totals agree with it and every charge in it has its payment and the other way around.
 */
export async function compareSettlementFile(
  portal: PayingPortal,
  { path, records, totals }: SettlementFile,
  { isDryRun = false } = {},
): Promise<SettlementComparison> {
  const { db, clock } = portal;
  const { findings, booked } = await compareAndBook(portal, 'orbital', records, { isDryRun });
  const isRead = typeof totals === 'object';
  const refusal = isRead ? contradictionOf(totals, records, clock.now()) : totals;
  const proven = isRead && refusal === undefined ? totals : undefined;
  const window = missingWindow(portal, records, proven);
  const missing = window ? await flagAllMissing(portal, 'orbital', records, { ...window, isDryRun }) : [];
  const isKnown = missing.length === 0 && !findings.some(isUnknownHere);
  const isCovered = proven !== undefined && isKnown && !isDryRun;
  if (isCovered) await insertCoverage(db, proven, { fileName: basename(path), at: clock.now() });
  return { findings, booked, missing, refusal, isCovered };
}

/** Returns of which time a file has every charge. One at the edge of a stated range may be in the file before or after. */
function missingWindow(
  portal: PayingPortal,
  { charges }: ChargeRecords,
  totals: ControlTotals | undefined,
): TimeRange | undefined {
  const times = charges.map(({ at }) => at.getTime()).toSorted((one, other) => one - other);
  const [first, last] = totals
    ? [totals.from.getTime() + onItsWayMs(portal), totals.to.getTime() - onItsWayMs(portal)]
    : [times[0], times.at(-1)];
  return first === undefined || last === undefined
    ? undefined
    : { from: new Date(first), to: new Date(last) };
}

/**
 * Returns for which times of a pause Orbital's charges are not known yet: from its last beat before to its beginning, and as
 * long before and after as a charge can be on its way, which is more than clocks are apart.
 */
export async function listUncoveredOf(
  portal: PayingPortal,
  { unsureFrom, pausedAt }: ChargingPause,
): Promise<TimeRange[]> {
  const from = Math.min(unsureFrom.getTime(), pausedAt.getTime()) - onItsWayMs(portal);
  const to = pausedAt.getTime() + onItsWayMs(portal);
  return await listUncovered(portal.db, { from: new Date(from), to: new Date(to) });
}
