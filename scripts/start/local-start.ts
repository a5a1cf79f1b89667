import { join } from 'node:path';
import { lockDataDir } from '@myaccount/local-postgres/data-dir-lock';
import { startEmbeddedPostgres } from '@myaccount/local-postgres/embedded-postgres';
import { readConfig } from '../../apps/server/src/config.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { prepareLogin } from '../../apps/server/src/platform/database/prepare-login.ts';
import { OperatorError } from '../../apps/server/src/platform/operator-error.ts';
import { whyNoRoom } from '../set-up/room.mjs';
import { followBilling, loadBillingRecords } from './billing-records.ts';
import { importDemoCustomersOnce } from './demo-customers.ts';
import { sendEarlierTexts } from './earlier-texts.ts';
import { requireFreePorts } from './free-ports.ts';
import { loadKeys } from './keys.ts';
import {
  browserAddresses,
  type DatabaseAddresses,
  makeLocalSettings,
  rememberSettings,
  type Settings,
} from './local-settings.ts';
import { type Places, StartError } from './places.ts';
import { keepRunning } from './program.ts';
import { endSurvivors } from './running-programs.ts';

/** The first start takes some 100 MB; the rest is for what follows. */
const neededMegabytes = 500;

/** Options of a local start. */
export interface LocalStartOptions {
  readonly checkout: string;
  readonly places: Places;
  readonly environment: NodeJS.ProcessEnv;
  /** The name of this start in the message to a second one. */
  readonly holder: string;
  /** Options of Node for the portal, such as `--watch`. */
  readonly portalOptions?: string[];
  readonly report: (message: string) => void;
}

/** Everything that runs on this machine. */
export interface LocalStart {
  /** Starts everything; throws a StartError that says what to do when that fails. */
  start(): Promise<void>;
  /** Stops what has been started, in reverse order; safe at any time. */
  stop(): Promise<void>;
}

/** Prepares the portal with everything it needs on one machine: database, sandbox, demo customers, and settings. */
export function prepareLocalStart(options: LocalStartOptions): LocalStart {
  const stops: (() => Promise<void> | void)[] = [];
  const announcements: (() => void)[] = [];
  const { checkout, places, report } = options;

  const start = async () => {
    requireRoom(places.dataDir);
    report(`Starting the database, the sandbox, and the portal; data folder: ${places.dataDir}`);
    const database = await openDatabase(options, stops, announcements);
    await endSurvivors(places.dataDir);
    await requireFreePorts(places);
    const keys = loadKeys(places.dataDir, report);
    const settings = makeLocalSettings(places, keys, database, options.environment);
    requireValidSettings({ ...options.environment, ...settings });
    rememberSettings(places.dataDir, settings);
    await migrate(database, report);
    const sandboxUrl = browserAddresses(places).sandbox;
    const sandbox = startSandbox(options, settings);
    const stopSandbox = sandbox.then(({ stop }) => stop).catch(() => undefined);
    stops.push(async () => await (await stopSandbox)?.());
    const isFirst = await importDemoCustomersOnce(checkout, settings, report, async (file) => {
      await sandbox;
      await loadBillingRecords(sandboxUrl, file);
    });
    await sandbox;
    if (isFirst) await sendEarlierTexts(settings, sandboxUrl);
    const followed = await followBilling(settings, sandboxUrl, report);
    rememberSettings(places.dataDir, followed);
    stops.push((await startPortal(options, followed)).stop);
  };

  const stop = async () => {
    for (const announce of announcements) announce();
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };
  return { start, stop };
}

function requireRoom(dataDir: string): void {
  const reason = whyNoRoom(dataDir, neededMegabytes);
  if (!reason) return;
  throw new StartError(
    `The data folder ${reason}. Choose another one, for example: DATA_DIR=/tmp/myaccount npm start`,
  );
}

async function openDatabase(
  { places, environment, holder, report }: LocalStartOptions,
  stops: (() => Promise<void> | void)[],
  announcements: (() => void)[],
): Promise<DatabaseAddresses> {
  if (environment.DATABASE_URL) {
    const lock = await lockDataDir(places.dataDir, holder);
    stops.push(lock.release);
    announcements.push(lock.announceStop);
    return {
      url: environment.DATABASE_URL,
      ownerUrl: environment.DATABASE_OWNER_URL || environment.DATABASE_URL,
    };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: places.dataDir,
    holder,
    log: { info: report, warn: report },
  });
  stops.push(postgres.stop);
  announcements.push(postgres.announceStop);
  return postgres;
}

/** Refuses wrong settings before anything is changed or started; the portal would refuse them later. */
function requireValidSettings(environment: NodeJS.ProcessEnv): void {
  try {
    readConfig(environment);
  } catch (error) {
    throw error instanceof OperatorError ? new StartError(error.message) : error;
  }
}

async function migrate(
  { url, ownerUrl }: DatabaseAddresses,
  report: (message: string) => void,
): Promise<void> {
  try {
    const migrated = await migrateDatabase(ownerUrl);
    await prepareLogin(url);
    if (migrated.length > 0) report(`Migrated the database (${migrated.length} migrations).`);
  } catch (error) {
    if (error instanceof OperatorError) throw new StartError(error.message);
    throw new StartError(
      `The database could not be migrated: ${(error as Error).message}\n` +
        'DATABASE_URL must be the address of a PostgreSQL that can be reached, and DATABASE_OWNER_URL the address for a ' +
        'role that may create tables.',
    );
  }
}

function startSandbox({ environment, places, report }: LocalStartOptions, settings: Settings) {
  return keepRunning({
    name: 'sandbox',
    command: [join('apps', 'sandbox', 'src', 'main.ts')],
    settings,
    dataDir: places.dataDir,
    logFile: chooseLogFile(environment, places, 'sandbox'),
    readyUrl: `http://127.0.0.1:${places.sandboxPort}/inbox/messages?to=nobody@example.com`,
    report,
  });
}

function startPortal(
  { environment, places, portalOptions = [], report }: LocalStartOptions,
  settings: Settings,
) {
  return keepRunning({
    name: 'portal',
    command: [...portalOptions, join('apps', 'server', 'src', 'main.ts')],
    // Only migrations and operator commands use the owner's login.
    settings: { ...settings, DATABASE_OWNER_URL: '' },
    dataDir: places.dataDir,
    logFile: chooseLogFile(environment, places, 'portal'),
    readyUrl: `http://127.0.0.1:${places.portalPort}/myaccount/health/ready`,
    report,
  });
}

function chooseLogFile(environment: NodeJS.ProcessEnv, places: Places, name: string): string | undefined {
  return environment.LOG === 'console' ? undefined : join(places.dataDir, 'logs', `${name}.log`);
}
