import { join, resolve } from 'node:path';
import { settingsForMillion } from '../../environment/database.ts';
import {
  Environment,
  type Ground,
  type OutsidePorts,
  type PortalInstance,
  prepareGround,
} from '../../environment/environment.ts';
import { ensurePopulation } from '../../environment/population.ts';
import type { Program } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DatabaseAddresses, Settings } from '../../scripts/start/local-settings.ts';
import type { BenchOptions } from '../options.ts';
import { turnAutopayOff } from './due-accounts.ts';

/**
 * One machine makes all calls. Like a load balancer, it names the client of each call, so that the per-client rate
 * limits keep their defaults.
 */
const behindBalancer = { TRUST_PROXY: '127.0.0.1' };
/** Autopay would collect what is due in a new population while something else is measured. */
const autopayWaits = { AUTOPAY_HOUR: '23' };

/** Monthly bills of each account in the largest population. */
export const billsOfMost = 3;
/** What a charge takes at the sandbox of autopay. */
const chargeMs = 50;
/** Each adds one method, and some have no bill yet. */
const customersWhoAdd = 60;

/** A portal with its own sandbox. */
export interface SiteWithSandbox extends PortalInstance {
  readonly sandbox: Program;
}

/** A site whose portal serves pages only. */
export interface CollectingSite extends SiteWithSandbox {
  /** Starts the server that runs the jobs: autopay begins at once, and the mails are sent. */
  startJobs(): Promise<Program>;
}

/** The programs and databases that the parts measure. Each starts when a part first needs it. */
export class BenchEnvironment extends Environment {
  readonly options: BenchOptions;
  /** The portal with the large population. */
  readonly many = once(() => this.#startPortal('many', this.options.accounts));
  /** The portal with the small population. */
  readonly few = once(() => this.#startPortal('few', this.options.fewAccounts));
  /** The portal with the largest population, and one as small as `few` that is like it. */
  readonly most = once(() => this.#startPortal('most', this.options.mostAccounts, billsOfMost));
  readonly fewOfMost = once(() => this.#startPortal('few_of_most', this.options.fewAccounts, billsOfMost));
  /** The floor server with the large population. */
  readonly floor = once(() => this.#startFloor());
  readonly sandbox = once(() => this.startSandbox());
  /** A portal for autopay, with as many customers as it takes, and a sandbox that takes a while for each charge. */
  readonly collecting = once(() => this.#startCollecting());
  /** A portal for adding payment methods, with a sandbox at its default speed. */
  readonly adding = once(() => this.#startSite('adding', customersWhoAdd, { SANDBOX_LATENCY_MS: '' }));
  readonly #programs: Program[] = [];

  private constructor(options: BenchOptions, ground: Ground) {
    super(ground);
    this.options = options;
  }

  static async prepare(options: BenchOptions, dataDir: string): Promise<BenchEnvironment> {
    const settings = options.only.includes('million') ? settingsForMillion : {};
    return new BenchEnvironment(options, await prepareGround(dataDir, 'npm run bench', settings));
  }

  /** Returns the complete production settings of a portal on this database. */
  override settingsFor(
    database: DatabaseAddresses,
    portalPort: number,
    outsidePorts: OutsidePorts = this.outsidePorts,
  ): Settings {
    return {
      ...super.settingsFor(database, portalPort, outsidePorts),
      ...behindBalancer,
      ...autopayWaits,
      NODE_ENV: 'production',
      DRAIN_SECONDS: '0',
    };
  }

  /** Stops all started programs. Throws if one ended by itself. */
  async stop(): Promise<void> {
    try {
      for (const program of this.#programs.reverse()) await program.stop();
    } finally {
      await this.postgres.stop();
    }
  }

  async #startPortal(name: string, accounts: number, bills?: number): Promise<PortalInstance> {
    // Mail left from an earlier run needs its server, or the outbox keeps retrying.
    await this.sandbox();
    const [port] = await findFreePorts();
    const settingsFor = (made: DatabaseAddresses) => this.settingsFor(made, port);
    const population = { name, accounts, bills };
    const { database, generated } = await ensurePopulation(this.postgres, population, settingsFor);
    const settings = settingsFor(database);
    const portal = await this.start(`portal-${name}`, 'apps/server/src/main.ts', settings);
    return { accounts, database, settings, portal, generated };
  }

  async #startCollecting(): Promise<CollectingSite> {
    // Every run collects what is due, so the next one needs new bills.
    await this.postgres.emptyDatabase('collecting');
    // Not everybody owes something and has a card that can be charged.
    const site = await this.#startSite('collecting', 2 * this.options.dueAccounts, {
      SANDBOX_LATENCY_MS: String(chargeMs),
      AUTOPAY_HOUR: '0',
      ROLE: 'web',
    });
    const startJobs = async () => {
      const [port] = await findFreePorts();
      const settings = { ...site.settings, ROLE: 'jobs', PORT: String(port), DATABASE_CONNECTIONS: '3' };
      return await this.start('jobs-collecting', 'apps/server/src/main.ts', settings);
    };
    return { ...site, startJobs };
  }

  /** Starts a portal with its own sandbox. Autopay is off for every account. */
  async #startSite(name: string, accounts: number, changes: Settings): Promise<SiteWithSandbox> {
    const [port, sandboxPort, smtpPort, framePort] = await findFreePorts();
    const settingsFor = (database: DatabaseAddresses): Settings => ({
      ...this.settingsFor(database, port, { sandboxPort, smtpPort, framePort }),
      ...changes,
    });
    const { database } = await ensurePopulation(this.postgres, { name, accounts }, settingsFor);
    // What the population has due today must not be collected before the measurement.
    await turnAutopayOff(database);
    const settings = settingsFor(database);
    const sandbox = await this.start(`sandbox-${name}`, 'apps/sandbox/src/main.ts', {
      ...settings,
      PORT: String(sandboxPort),
      DATA_DIR: join(this.dataDir, name),
    });
    const portal = await this.start(`portal-${name}`, 'apps/server/src/main.ts', settings);
    return { accounts, database, settings, portal, sandbox };
  }

  async #startFloor(): Promise<Program> {
    const [{ settings }, [port]] = [await this.many(), await findFreePorts()];
    return await this.start('floor', 'bench/floor-server.ts', { ...settings, PORT: String(port) });
  }

  /** Starts a script that reports its heap and, if asked for, its profile. It is stopped with the others. */
  override async start(name: string, script: string, settings: Settings): Promise<Program> {
    const { profile } = this.options;
    const profiling = profile ? `--cpu-prof --cpu-prof-dir=${resolve(profile)}` : '';
    const loading = `--import=${join(import.meta.dirname, 'report-heap.ts')}`;
    const program = await super.start(name, script, { ...settings, NODE_OPTIONS: `${loading} ${profiling}` });
    this.#programs.push(program);
    return program;
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
