import { compareAndBook } from '../features/charging-pause/book-lost-charge.service.ts';
import { openProcessors } from '../gateways/card-processor/open-processors.ts';
import type { PayingTestPortal } from './paying-portal.ts';

/** Compares what Orbital charged, as its settlement file has it, and books what says whose it is. */
export async function settleOrbital({ portal, sandbox }: PayingTestPortal): Promise<void> {
  const charges = (await sandbox.charges()).filter(
    ({ processor, state }) => processor === 'orbital' && state !== 'declined',
  );
  const records = charges.map(({ id, at, reference, amountCents }) => ({
    reference: reference ?? '',
    ...{ amountCents, transaction: id, at: new Date(at), lastFour: '4242' },
  }));
  const paying = { ...portal, processors: openProcessors(portal.config) };
  await compareAndBook(paying, 'orbital', records);
}
