import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedKeys } from '../apps/server/src/platform/generate-keys.ts';
import { findFreePorts } from '../scripts/start/free-ports.ts';
import { loadKeys } from '../scripts/start/keys.ts';
import { type DatabaseAddresses, makeLocalSettings, type Settings } from '../scripts/start/local-settings.ts';
import type { Places } from '../scripts/start/places.ts';
import { type DatabaseServer, startPostgres } from './database.ts';
import type { CommandRun } from './operator.ts';
import { type Program, startProgram } from './program.ts';

/** A running portal with its own population. */
export interface PortalInstance {
  readonly accounts: number;
  readonly database: DatabaseAddresses;
  readonly settings: Settings;
  readonly portal: Program;
  /** Undefined when the population is an earlier run's. */
  readonly generated?: CommandRun;
}

/** Ports of one sandbox. */
export type OutsidePorts = Pick<Places, 'sandboxPort' | 'smtpPort' | 'framePort'>;

/** What an environment is made of before any program starts. */
export interface Ground {
  readonly dataDir: string;
  readonly postgres: DatabaseServer;
  readonly outsidePorts: OutsidePorts;
}

/** Starts PostgreSQL in a data folder, which is made if there is none, as `command` (`npm run drill`) and with these settings. */
export async function prepareGround(
  dataDir: string,
  command: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Ground> {
  mkdirSync(dataDir, { recursive: true });
  // PostgreSQL's own user must reach it. Its contents are private.
  chmodSync(dataDir, 0o755);
  const postgres = await startPostgres(dataDir, command, settings);
  const [sandboxPort, smtpPort, framePort] = await findFreePorts();
  return { dataDir, postgres, outsidePorts: { sandboxPort, smtpPort, framePort } };
}

/** The programs that a bench or a drill works on: PostgreSQL, a sandbox, and portals, each a real process. */
export class Environment {
  readonly dataDir: string;
  readonly postgres: DatabaseServer;
  readonly keys: GeneratedKeys;
  protected readonly outsidePorts: OutsidePorts;

  constructor({ dataDir, postgres, outsidePorts }: Ground) {
    this.dataDir = dataDir;
    this.postgres = postgres;
    this.keys = loadKeys(dataDir, () => undefined);
    this.outsidePorts = outsidePorts;
  }

  /** Returns the complete settings of a portal on this database, with the usual sandbox or another one. */
  settingsFor(
    database: DatabaseAddresses,
    portalPort: number,
    outsidePorts: OutsidePorts = this.outsidePorts,
  ): Settings {
    const places = { dataDir: this.dataDir, portalPort, ...outsidePorts };
    const environment = { BILLING_SYSTEM: 'files' };
    return { ...makeLocalSettings(places, this.keys, database, environment), SANDBOX_LATENCY_MS: '0' };
  }

  /** Starts a script of the checkout. Its log is `logs/NAME.log` in the data folder. The caller stops it. */
  async start(name: string, script: string, settings: Settings): Promise<Program> {
    return await startProgram({ name, script, settings, logFolder: join(this.dataDir, 'logs') });
  }

  /** Starts a sandbox, on the usual ports unless the settings say otherwise. The caller stops it. */
  protected async startSandbox(settings: Settings = {}): Promise<Program> {
    const usual = this.settingsFor({ url: '', ownerUrl: '' }, this.outsidePorts.sandboxPort);
    return await this.start('sandbox', 'apps/sandbox/src/main.ts', { ...usual, ...settings });
  }
}
