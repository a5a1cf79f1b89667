import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedKeys } from '../apps/server/src/platform/generate-keys.ts';
import { type BenchDatabase, type BenchPostgres, startBenchPostgres } from '../bench/environment/database.ts';
import { type Program, startProgram } from '../bench/environment/program.ts';
import { findFreePorts } from '../scripts/start/free-ports.ts';
import { loadKeys } from '../scripts/start/keys.ts';
import { makeLocalSettings, type Settings } from '../scripts/start/local-settings.ts';
import type { Places } from '../scripts/start/places.ts';
import type { DrillOptions } from './options.ts';

/** The programs that a drill works on: PostgreSQL, the sandbox, and any number of portals as real processes. */
export class DrillEnvironment {
  readonly options: DrillOptions;
  readonly dataDir: string;
  readonly postgres: BenchPostgres;
  /** How far the sandbox's clock is ahead, in milliseconds; so is that of portals with this CLOCK_FILE. */
  readonly clockFile: string;
  readonly #keys: GeneratedKeys;
  readonly #outsidePorts: Pick<Places, 'sandboxPort' | 'smtpPort' | 'framePort'>;
  #sandbox: Promise<Program> | undefined;

  private constructor(
    options: DrillOptions,
    dataDir: string,
    postgres: BenchPostgres,
    [sandboxPort, smtpPort, framePort]: Awaited<ReturnType<typeof findFreePorts>>,
  ) {
    this.options = options;
    this.dataDir = dataDir;
    this.postgres = postgres;
    this.clockFile = join(dataDir, 'clock');
    this.#keys = loadKeys(dataDir, () => undefined);
    this.#outsidePorts = { sandboxPort, smtpPort, framePort };
  }

  static async prepare(options: DrillOptions, dataDir: string): Promise<DrillEnvironment> {
    const postgres = await startBenchPostgres(dataDir);
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    return new DrillEnvironment(options, dataDir, postgres, await findFreePorts());
  }

  /** Returns the complete settings of a portal on this database. */
  settingsFor(database: BenchDatabase, portalPort: number): Settings {
    const places = { dataDir: this.dataDir, portalPort, ...this.#outsidePorts };
    return { ...makeLocalSettings(places, this.#keys, database, {}), SANDBOX_LATENCY_MS: '0' };
  }

  /** Starts the sandbox once and returns it. */
  sandbox(): Promise<Program> {
    const settings = {
      ...this.settingsFor({ url: '', ownerUrl: '' }, this.#outsidePorts.sandboxPort),
      CLOCK_FILE: this.clockFile,
    };
    this.#sandbox ??= this.start('sandbox', 'apps/sandbox/src/main.ts', settings);
    return this.#sandbox;
  }

  /** Starts a portal with these settings in its own process and waits until it responds. */
  async startPortal(name: string, settings: Settings): Promise<Program> {
    return await this.start(name, 'apps/server/src/main.ts', settings);
  }

  /** Starts a script of the checkout. Its log is `logs/NAME.log` in the data folder. The caller stops it. */
  async start(name: string, script: string, settings: Settings): Promise<Program> {
    return await startProgram({ name, script, settings, logFolder: join(this.dataDir, 'logs') });
  }

  async stop(): Promise<void> {
    await (await this.#sandbox)?.stop();
    await this.postgres.stop();
  }
}
