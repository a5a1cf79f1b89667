import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../apps/server/src/config.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';
import { lockDataDir } from '../../apps/server/src/platform/embedded-postgres/data-dir-lock.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { SettingsError } from '../../apps/server/src/platform/settings.ts';
import { importDemoCustomersOnce } from './demo-customers.ts';
import { requireFreePorts } from './free-ports.ts';
import { loadKeys } from './keys.ts';
import {
  type DatabaseAddresses,
  makeLocalSettings,
  rememberSettings,
  type Settings,
} from './local-settings.ts';
import { type Places, StartError } from './places.ts';
import { keepRunning } from './program.ts';
import { endSurvivors } from './running-programs.ts';

/** What a local start is made from. */
export interface LocalStartOptions {
  readonly checkout: string;
  readonly places: Places;
  readonly environment: NodeJS.ProcessEnv;
  /** How a refused second start names this one. */
  readonly holder: string;
  /** Options of Node for the portal, such as `--watch`. */
  readonly portalOptions?: string[];
  readonly report: (message: string) => void;
}

/** Everything that runs locally, as far as it has come. */
export interface LocalStart {
  /** Brings it all up; throws a StartError with what to do when that fails. */
  start(): Promise<void>;
  /** Stops what has been started, in order; safe at any moment. */
  stop(): Promise<void>;
}

/** The portal with everything around it on one machine: database, sandbox, demo customers, settings. */
export function prepareLocalStart(options: LocalStartOptions): LocalStart {
  const stops: (() => Promise<void> | void)[] = [];
  const announcements: (() => void)[] = [];
  const { checkout, places, report } = options;

  const start = async () => {
    // Others may pass through (under root PostgreSQL is another user) but not look around.
    mkdirSync(places.dataDir, { recursive: true, mode: 0o711 });
    report(`Starting database, sandbox and portal; their data is in ${places.dataDir}`);
    const database = await openDatabase(options, stops, announcements);
    await endSurvivors(places.dataDir);
    await requireFreePorts(places);
    const keys = loadKeys(places.dataDir, report);
    const settings = makeLocalSettings(places, keys, database, options.environment);
    requireGoodSettings({ ...options.environment, ...settings });
    rememberSettings(places.dataDir, settings);
    await migrate(database.ownerUrl, report);
    await importDemoCustomersOnce(checkout, settings, report);
    stops.push((await startSandbox(options, settings)).stop);
    stops.push((await startPortal(options, settings)).stop);
  };

  const stop = async () => {
    for (const announce of announcements) announce();
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };
  return { start, stop };
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

/** The portal refuses wrong settings itself; asked here, it does so before anything is changed or started. */
function requireGoodSettings(environment: NodeJS.ProcessEnv): void {
  try {
    readConfig(environment);
  } catch (error) {
    throw error instanceof SettingsError ? new StartError(error.message) : error;
  }
}

async function migrate(ownerUrl: string, report: (message: string) => void): Promise<void> {
  try {
    const migrated = await migrateDatabase(ownerUrl);
    if (migrated.length > 0) report(`Brought the database up to date (${migrated.length} migrations).`);
  } catch (error) {
    throw new StartError(
      `The database could not be brought up to date: ${(error as Error).message}\n` +
        'Where DATABASE_URL is set, it needs the address of a PostgreSQL that can be reached, and DATABASE_OWNER_URL the ' +
        'address for a role that may make tables.',
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
    settings,
    dataDir: places.dataDir,
    logFile: chooseLogFile(environment, places, 'portal'),
    readyUrl: `http://127.0.0.1:${places.portalPort}/myaccount/health/ready`,
    report,
  });
}

function chooseLogFile(environment: NodeJS.ProcessEnv, places: Places, name: string): string | undefined {
  return environment.LOG === 'console' ? undefined : join(places.dataDir, 'logs', `${name}.log`);
}
