import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Environment, type Ground, prepareGround } from '../environment/environment.ts';
import type { Program } from '../environment/program.ts';
import type { Settings } from '../scripts/start/local-settings.ts';
import type { DrillOptions } from './options.ts';

/** The programs that a drill works on: PostgreSQL, the sandbox, and any number of portals. */
export class DrillEnvironment extends Environment {
  readonly options: DrillOptions;
  /** How far the sandbox's clock is ahead, in milliseconds; so is that of portals with this CLOCK_FILE. */
  readonly clockFile: string;
  #sandbox: Promise<Program> | undefined;

  private constructor(options: DrillOptions, ground: Ground) {
    super(ground);
    this.options = options;
    this.clockFile = join(this.dataDir, 'clock');
  }

  static async prepare(options: DrillOptions, dataDir: string): Promise<DrillEnvironment> {
    const ground = await prepareGround(dataDir, 'npm run drill');
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    return new DrillEnvironment(options, ground);
  }

  /** Starts the sandbox once and returns it. */
  sandbox(): Promise<Program> {
    this.#sandbox ??= this.startSandbox({ CLOCK_FILE: this.clockFile });
    return this.#sandbox;
  }

  /** Starts the sandbox anew, without charges: to an empty database, each of them would be one that it lost. */
  async emptySandbox(): Promise<Program> {
    await (await this.#sandbox)?.stop();
    this.#sandbox = undefined;
    rmSync(join(this.dataDir, 'sandbox'), { recursive: true, force: true });
    return await this.sandbox();
  }

  /** Starts a portal with these settings in its own process and waits until it responds. */
  async startPortal(name: string, settings: Settings): Promise<Program> {
    return await this.start(name, 'apps/server/src/main.ts', settings);
  }

  async stop(): Promise<void> {
    await (await this.#sandbox)?.stop();
    await this.postgres.stop();
  }
}
