import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeTemporaryDataDir } from '../../apps/server/src/testing/temporary-data-dir.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import { prepareLocalStart } from '../../scripts/start/local-start.ts';

/**
 * Starts everything once for the browser tests, as `npm start` does, but on free ports and with its own data, so that
 * it runs beside another portal. Tests use its base URL and E2E_SANDBOX_URL, and move its clock by writing milliseconds
 * to CLOCK_FILE.
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  const dataDir = await makeTemporaryDataDir('myaccount-e2e-');
  const clockFile = join(dataDir, 'clock-offset');
  writeFileSync(clockFile, '0');
  const [portalPort, sandboxPort, smtpPort, framePort] = await findFreePorts();
  Object.assign(process.env, {
    CLOCK_FILE: clockFile,
    SANDBOX_LATENCY_MS: '0',
    // All tests sign in from one client, with the same few personas.
    LOGIN_SECONDS_BETWEEN_CODES: '0',
    LOGIN_CODES_PER_ADDRESS: '10000',
    LOGIN_CODES_PER_CLIENT: '10000',
    LOGIN_TRIES_PER_CLIENT: '10000',
    LOGIN_FAILURES_PER_CLIENT: '10000',
    LOGIN_MAILS_PER_ADDRESS: '10000',
    E2E_PORTAL_URL: `http://localhost:${portalPort}/myaccount/`,
    E2E_SANDBOX_URL: `http://localhost:${sandboxPort}`,
    E2E_FRAMES_URL: `http://localhost:${framePort}`,
    E2E_DATA_DIR: dataDir,
  });
  const local = prepareLocalStart({
    checkout: resolve(import.meta.dirname, '..', '..'),
    places: { dataDir, portalPort, sandboxPort, smtpPort, framePort },
    environment: {},
    holder: 'browser tests',
    report: () => undefined,
  });
  try {
    await local.start();
  } catch (error) {
    await local.stop();
    throw error;
  }
  return async () => {
    await local.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
