import type { ProcessorName } from '@myaccount/contract/processors';
import type { ChargeRecords, InquiryRequest } from '../../gateways/card-processor/card-processor.ts';
import { findUnsureTime } from '../../platform/database/heartbeat.ts';
import { notFoundMarginMs } from '../payment-state/inquiry.rules.ts';
import type { PayingPortal } from '../payment-state/outcome.service.ts';
import { sendWithinMs } from './charge.rules.ts';

// A charge that nobody presses has an order number that is derived from what it is for, and is looked up before it is made:
// a database that was restored does not know what was charged after its backup.

/** What one run knows of the processors' books. */
export interface ChargeLookup {
  /** True while charges wait: what a processor has is recorded, and nothing is charged. */
  readonly isAdopting: boolean;
  /** Returns false when a processor has no charge with an order number; true when it has to be asked. */
  mayHave(processor: ProcessorName, reference: string): Promise<boolean>;
}

/** Another server's clock, or the processor's, can be ahead of ours. */
const hourMs = 60 * 60_000;

/** Opens the look-up of one run. TranSafe's reports are read once, before the first charge; others are asked by number. */
export function openLookup(portal: PayingPortal, isAdopting = false): ChargeLookup {
  let report: Promise<ReadonlySet<string> | undefined> | undefined;
  return {
    isAdopting,
    mayHave: async (processor, reference) => {
      if (processor !== 'transafe') return true;
      report ??= readReport(portal).catch(() => undefined);
      return (await report)?.has(reference) ?? true;
    },
  };
}

async function readReport(portal: PayingPortal): Promise<ReadonlySet<string>> {
  const { charges } = await readTransafeCharges(portal, await findUnsureTime(portal.db));
  return new Set(charges.map(({ reference }) => reference));
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

/** Returns whether a processor has accepted a charge. Throws when it does not say. */
export async function isCharged(
  { processors }: PayingPortal,
  lookup: ChargeLookup,
  { processor, ...inquiry }: InquiryRequest & { readonly processor: ProcessorName },
): Promise<boolean> {
  if (!(await lookup.mayHave(processor, inquiry.reference))) return false;
  const found = await processors[processor].inquire(inquiry);
  if (found.outcome === 'unknown') throw new Error(`${processor} does not say whether it has a charge`);
  return found.outcome !== 'not-found' && found.outcome !== 'declined';
}
