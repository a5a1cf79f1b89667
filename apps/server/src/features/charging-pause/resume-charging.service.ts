import { type ChargingPause, endPause } from '../../platform/database/heartbeat.ts';
import { onItsWayMs, readTransafeCharges } from '../charging/charge-lookup.service.ts';
import type { PayingPortal } from '../payment-state/outcome.service.ts';
import { isOurs } from '../reconciliation/processor-records.rules.ts';
import { compareWithRecords, isUnknownHere } from '../reconciliation/processor-records.service.ts';
import { bookLostCharges } from './book-lost-charge.service.ts';

/** Whether charging resumed, or what it waits for. */
export type ResumeState = 'resumed' | 'charges-on-their-way' | 'unknown-charges' | 'orbital-not-compared';

/**
 * Ends a pause of automatic charges once everything that TranSafe has charged since the last heartbeat is known here: what its
 * number says whose it is, is booked first. Orbital has no report: after a restore its settlement file has to be compared. Throws
 * when a processor does not answer.
 */
export async function resumeCharging(portal: PayingPortal, pause: ChargingPause): Promise<ResumeState> {
  // No other server can have been sending for ten minutes where nobody beat.
  const isQuiet = pause.reason === 'stopped' || pause.ageMs > onItsWayMs(portal);
  if (!isQuiet) return 'charges-on-their-way';
  if (await hasUnknownCharges(portal, pause)) return 'unknown-charges';
  if (!isOrbitalKnown(portal, pause)) return 'orbital-not-compared';
  await endPause(portal.db);
  portal.log.info({ reason: pause.reason, unsureFrom: pause.unsureFrom }, 'automatic charges go on');
  return 'resumed';
}

/** Compares TranSafe's reports with the payments here. A record that cannot be read may be of a charge that is unknown here. */
async function hasUnknownCharges(portal: PayingPortal, { unsureFrom }: ChargingPause): Promise<boolean> {
  const { charges, unreadable } = await readTransafeCharges(portal, unsureFrom);
  const findings = await compareWithRecords(portal, 'transafe', charges.filter(isOurs));
  const booked = await bookLostCharges(portal, 'transafe', findings);
  return unreadable.length > 0 || findings.filter(isUnknownHere).length > booked;
}

/** Orbital finds a charge by its number for so long only. What was pressed and lost, only its settlement file has. */
function isOrbitalKnown({ processors }: PayingPortal, pause: ChargingPause): boolean {
  if (pause.isOrbitalCompared) return true;
  const { inquiryWindowMs } = processors.orbital;
  const isFound = inquiryWindowMs === null || pause.unsureMs < inquiryWindowMs;
  return pause.reason !== 'restored' && isFound;
}
