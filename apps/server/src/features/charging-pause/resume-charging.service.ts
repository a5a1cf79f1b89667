import { dayOf } from '../../platform/business-day.ts';
import { type ChargingPause, endPause } from '../../platform/database/heartbeat.ts';
import { runAutopay } from '../autopay/autopay-run.service.ts';
import { onItsWayMs, openLookup, readTransafeCharges } from '../charging/charge-lookup.service.ts';
import type { PayingPortal } from '../payment-state/outcome.service.ts';
import { chargeDuePlans } from '../planned-payments/charge-due.service.ts';
import { isOurs } from '../reconciliation/processor-records.rules.ts';
import { compareWithRecords } from '../reconciliation/processor-records.service.ts';

/** Whether charging resumed, or what it waits for. */
export type ResumeState = 'resumed' | 'charges-on-their-way' | 'unknown-charges' | 'orbital-not-compared';

/**
 * Ends a pause of automatic charges once everything that TranSafe has charged since the last heartbeat is known here: its
 * charges of autopay and of planned payments are recorded first. Orbital has no report. It is asked about every charge that is
 * due, and after a restore its settlement file has to be compared. Throws when a processor does not answer.
 */
export async function resumeCharging(portal: PayingPortal, pause: ChargingPause): Promise<ResumeState> {
  // No other server can have been sending for ten minutes where nobody beat.
  const isQuiet = pause.reason === 'stopped' || pause.ageMs > onItsWayMs(portal);
  if (!isQuiet) return 'charges-on-their-way';
  const lookup = openLookup(portal, true);
  await runAutopay(portal, { runOn: dayOf(portal.clock.now(), portal.config.timeZone), lookup });
  await chargeDuePlans(portal, undefined, lookup);
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
  return unreadable.length > 0 || findings.some(({ discrepancy }) => discrepancy === 'unknown-here');
}

/** Orbital finds a charge by its number for so long only. What was pressed and lost, only its settlement file has. */
function isOrbitalKnown({ processors }: PayingPortal, pause: ChargingPause): boolean {
  if (pause.isOrbitalCompared) return true;
  const { inquiryWindowMs } = processors.orbital;
  const isFound = inquiryWindowMs === null || pause.unsureMs < inquiryWindowMs;
  return pause.reason !== 'restored' && isFound;
}
