import { compareAndBook } from '../features/charging-pause/book-lost-charge.service.ts';
import { openProcessors } from '../gateways/card-processor/open-processors.ts';
import type { PayingTestPortal } from './paying-portal.ts';
import type { SandboxCharge } from './sandbox.ts';

/** Compares what Orbital charged, as its settlement file has it, and books what says whose it is. */
export async function settleOrbital({ portal, sandbox }: PayingTestPortal): Promise<void> {
  const isOfOrbital = ({ processor, state }: SandboxCharge) =>
    processor === 'orbital' && state !== 'declined';
  const recordOf = ({ id, at, reference, amountCents }: SandboxCharge) => ({
    reference: reference ?? '',
    ...{ amountCents, transaction: id, at: new Date(at), lastFour: '4242' },
  });
  const records = {
    charges: (await sandbox.charges()).filter(isOfOrbital).map(recordOf),
    refunds: (await sandbox.refunds())
      .filter(isOfOrbital)
      .map((refund) => ({ ...recordOf(refund), means: 'refund' as const })),
  };
  const paying = { ...portal, processors: openProcessors(portal.config) };
  await compareAndBook(paying, 'orbital', records);
}
