import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDataDir } from '@myaccount/local-postgres/testing/temporary-data-dir';
import { stopWhenEnded } from '../../apps/server/src/testing/stop-when-ended.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import { type Settings, settingsFile } from '../../scripts/start/local-settings.ts';
import { keepRunning } from '../../scripts/start/program.ts';
import { copySeed, preparePortal } from './seed.ts';

/**
 * Starts everything once for the browser tests, as `npm start` does, but on free ports and with its own data, so that
 * it runs beside another portal. Tests use its base URL and E2E_SANDBOX_URL, and move its clock by writing milliseconds
 * to CLOCK_FILE.
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  const dataDir = await makeTemporaryDataDir('myaccount-e2e-');
  if (process.env.E2E_SEED) copySeed(process.env.E2E_SEED, dataDir);
  const clockFile = join(dataDir, 'clock-offset');
  writeFileSync(clockFile, '0');
  const { local, places } = await preparePortal(dataDir);
  Object.assign(process.env, {
    CLOCK_FILE: clockFile,
    SANDBOX_LATENCY_MS: '0',
    SANDBOX_CODES_PER_HOUR: '10000',
    // All tests sign in from one client, with the same few personas.
    LOGIN_SECONDS_BETWEEN_CODES: '0',
    LOGIN_CODES_PER_ADDRESS: '10000',
    LOGIN_CODES_PER_CLIENT: '10000',
    LOGIN_TRIES_PER_CLIENT: '10000',
    LOGIN_FAILURES_PER_CLIENT: '10000',
    LOGIN_MAILS_PER_ADDRESS: '10000',
    // A busy machine looks later than a toast shows.
    LIMIT_TOAST_MS: '10000',
    // Tests share a session of each persona, however long the run takes.
    SESSION_IDLE_SECONDS: '86400',
    SESSION_FRESH_SECONDS: '86400',
    E2E_PORTAL_URL: `http://localhost:${places.portalPort}/myaccount/`,
    E2E_SANDBOX_URL: `http://localhost:${places.sandboxPort}`,
    E2E_FRAMES_URL: `http://localhost:${places.framePort}`,
    E2E_DATA_DIR: dataDir,
  });
  let identity: Awaited<ReturnType<typeof startIdentityPortal>> | undefined;
  const stop = async () => {
    await identity?.stop();
    await local.stop();
  };
  stopWhenEnded(stop);
  try {
    await local.start();
    identity = await startIdentityPortal(dataDir);
  } catch (error) {
    await stop();
    throw error;
  }
  return async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * Starts a second server on the same database, whose codes the sandbox's identity service mails: the tests of signing in run
 * against it again, as the project `identity`.
 */
async function startIdentityPortal(dataDir: string): Promise<{ stop(): Promise<void> }> {
  const settings = JSON.parse(readFileSync(settingsFile(dataDir), 'utf8')) as Settings;
  const [port] = await findFreePorts();
  const url = `http://localhost:${port}`;
  process.env.E2E_IDENTITY_PORTAL_URL = `${url}/myaccount/`;
  return await keepRunning({
    name: 'portal with the identity service',
    command: [join('apps', 'server', 'src', 'main.ts')],
    settings: {
      ...settings,
      DATABASE_OWNER_URL: '',
      PORT: String(port),
      PUBLIC_URL: url,
      FLAG_CUSTOM_LOGIN_FLOW: 'false',
      ROLE: 'web',
    },
    dataDir,
    logFile: join(dataDir, 'logs', 'portal-identity.log'),
    readyUrl: `http://127.0.0.1:${port}/myaccount/health/ready`,
    report: () => undefined,
  });
}
