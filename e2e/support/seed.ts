import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import { type LocalStart, prepareLocalStart } from '../../scripts/start/local-start.ts';
import type { Places } from '../../scripts/start/places.ts';

/** Prepares a portal with everything it needs, on free ports and with its own data. */
export async function preparePortal(dataDir: string): Promise<{ local: LocalStart; places: Places }> {
  const [portalPort, sandboxPort, smtpPort, framePort] = await findFreePorts();
  const places = { dataDir, portalPort, sandboxPort, smtpPort, framePort };
  const local = prepareLocalStart({
    checkout: resolve(import.meta.dirname, '..', '..'),
    places,
    environment: { BILLING_SYSTEM: 'files' },
    holder: 'browser tests',
    report: () => undefined,
  });
  return { local, places };
}

/** Makes a data folder with the demo customers, which several runs of browser tests copy. */
export async function makeSeed(dataDir: string): Promise<void> {
  const { local } = await preparePortal(dataDir);
  try {
    await local.start();
  } finally {
    await local.stop();
  }
}

/**
 * Copies what {@link makeSeed} made. Keeps owners and modes, because PostgreSQL refuses files of another user, and what the
 * new folder has.
 */
export function copySeed(seed: string, dataDir: string): void {
  execFileSync('cp', ['--archive', '--no-clobber', `${seed}/.`, dataDir]);
}
