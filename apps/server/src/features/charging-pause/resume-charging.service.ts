import type { Portal } from '../../platform/portal.ts';
import { holdAgreements } from '../charge-notices/hold-agreements.service.ts';
import { onItsWayMs, readTransafeCharges } from '../charging/charge-lookup.service.ts';
import { type ChargingPause, endPause } from '../charging/heartbeat.repository.ts';
import type { PayingPortal } from '../feature.ts';
import { isUnknownHere } from '../reconciliation/processor-records.service.ts';
import { compareAndBook } from './book-lost-charge.service.ts';
import { listUncoveredOf } from './settlement-file.service.ts';

/** Whether charging resumed, or what it waits for. */
export type ResumeState = 'resumed' | 'charges-on-their-way' | 'unknown-charges' | 'orbital-not-compared';

/**
 * Ends a pause of automatic charges once everything that TranSafe has charged since the last heartbeat is known here: what its
 * number says whose it is, is booked first. Orbital has no report: after a restore its settlement files have to cover that time.
 * Throws when a processor does not answer.
 */
export async function resumeCharging(portal: PayingPortal, pause: ChargingPause): Promise<ResumeState> {
  // No other server can have been sending for ten minutes where nobody beat.
  const isQuiet = pause.reason === 'stopped' || pause.ageMs > onItsWayMs(portal);
  if (!isQuiet) return 'charges-on-their-way';
  if (await hasUnknownCharges(portal, pause)) return 'unknown-charges';
  if (!(await isOrbitalKnown(portal, pause))) return 'orbital-not-compared';
  await letChargingGoOn(portal);
  portal.log.info({ reason: pause.reason, unsureFrom: pause.unsureFrom }, 'automatic charges go on');
  return 'resumed';
}

/**
 * Ends the pause, for an operator's reason or because all is known. After a restore, what is charged without a press waits
 * until its customers were told.
 */
export async function letChargingGoOn(portal: Portal, because: string | null = null): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    if ((await endPause(trx, because)) === 'restored') await holdAgreements(trx, portal);
  });
}

/** Compares TranSafe's reports with the payments here. A record that cannot be read may be of a charge that is unknown here. */
async function hasUnknownCharges(portal: PayingPortal, { unsureFrom }: ChargingPause): Promise<boolean> {
  const records = await readTransafeCharges(portal, unsureFrom);
  const { findings } = await compareAndBook(portal, 'transafe', records);
  return records.unreadable.length > 0 || findings.some(isUnknownHere);
}

/** Orbital forgets a charge's number after this time. Only its settlement files have an older charge that was lost. */
async function isOrbitalKnown(portal: PayingPortal, pause: ChargingPause): Promise<boolean> {
  const { inquiryWindowMs } = portal.processors.orbital;
  const isFound = inquiryWindowMs === null || pause.unsureMs < inquiryWindowMs;
  if (pause.reason !== 'restored' && isFound) return true;
  return (await listUncoveredOf(portal, pause)).length === 0;
}
