import type { ChargeRecords } from '../../gateways/card-processor/card-processor.ts';
import { whenWorkerAway } from '../../platform/database/failure.ts';
import type { PayingPortal } from '../feature.ts';
import { notFoundMarginMs } from '../payment-state/inquiry.rules.ts';
import { sendWithinMs } from './charge.rules.ts';
import { findUnsureTime, isOrbitalUnsure } from './heartbeat.repository.ts';

// A database that was restored does not know what was charged after its backup. So a charge that nobody presses is looked up
// before it is made, under its own number and, where charges may be missing here, under the account's next ones.

/** What one run knows of the processors' books. */
export interface ChargeLookup {
  /** Returns TranSafe's charges since charges may be missing here, read once; undefined if they cannot be read. */
  report(): Promise<ChargeRecords | undefined>;
  /** Returns whether Orbital may have charges that are unknown here. */
  isUnsure(): Promise<boolean>;
}

/** Another server's clock, or the processor's, can be ahead of ours. */
const hourMs = 60 * 60_000;

/** Opens the look-up of one run. `onReport` gets TranSafe's charges, and since when they are, when they are read. */
export function openLookup(
  portal: PayingPortal,
  onReport: (report: ChargeRecords, since: Date) => Promise<void>,
): ChargeLookup {
  const { db, log } = portal;
  const read = async () => {
    const since = await findUnsureTime(db);
    const report = await readTransafeCharges(portal, since);
    // While some payments cannot be reached, nobody can say which charges are unknown here. The next run compares.
    await onReport(report, since).catch(
      whenWorkerAway((err) => log.warn({ err }, "TranSafe's report was read, and not compared")),
    );
    return report;
  };
  let report: Promise<ChargeRecords | undefined> | undefined;
  let isUnsure: Promise<boolean> | undefined;
  return {
    report: () => {
      report ??= read().catch(
        (error: unknown) => void log.warn({ err: error }, "TranSafe's report was not compared"),
      );
      return report;
    },
    isUnsure: () => {
      isUnsure ??= isOrbitalUnsure(db);
      return isUnsure;
    },
  };
}

/** Returns the charges in TranSafe's reports that a server may have made since a time. Throws if they cannot be read. */
export async function readTransafeCharges(portal: PayingPortal, since: Date): Promise<ChargeRecords> {
  const now = portal.clock.now().getTime();
  const from = Math.min(since.getTime(), now) - onItsWayMs(portal);
  return await portal.processors.transafe.listCharges(new Date(from), new Date(now + hourMs));
}

/** Returns how long a charge may be on its way, until "not found" is final, in milliseconds. */
export function onItsWayMs(portal: PayingPortal): number {
  return sendWithinMs + portal.config.processorTimeoutMs + notFoundMarginMs;
}
