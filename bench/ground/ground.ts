import { join, resolve } from 'node:path';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import { type LocalKeys, loadKeys } from '../../scripts/start/keys.ts';
import { makeLocalSettings, type Settings } from '../../scripts/start/local-settings.ts';
import type { BenchOptions } from '../options.ts';
import { type BenchDatabase, type BenchPostgres, startBenchPostgres } from './database.ts';
import { fillOnce } from './population.ts';
import { type Program, startProgram } from './program.ts';

/** A portal over a population of its own. */
export interface Site {
  readonly accounts: number;
  readonly database: BenchDatabase;
  readonly settings: Settings;
  readonly portal: Program;
}

/** What the parts measure on; each thing is brought up when a part first asks for it. */
export interface Ground {
  readonly options: BenchOptions;
  readonly dataDir: string;
  readonly postgres: BenchPostgres;
  readonly keys: LocalKeys;
  /** The portal over the big population. */
  many(): Promise<Site>;
  /** The portal over the small one. */
  few(): Promise<Site>;
  /** The bare server over the big population. */
  floor(): Promise<Program>;
  sandbox(): Promise<Program>;
  /** Complete settings of a portal on that database. */
  settingsFor(database: BenchDatabase, port: number): Settings;
  stop(): Promise<void>;
}

/**
 * One machine makes all calls; like a load balancer in front of many customers it may say for whom, so that the limits
 * for one client stay as delivered.
 */
const behindBalancer = { TRUST_PROXY: '127.0.0.1' };

export async function prepareGround(options: BenchOptions, dataDir: string): Promise<Ground> {
  const postgres = await startBenchPostgres(dataDir);
  const keys = loadKeys(dataDir, () => undefined);
  const [, sandboxPort, smtpPort] = await findFreePorts();
  const programs: Program[] = [];
  const logFolder = join(dataDir, 'logs');

  const settingsFor = (database: BenchDatabase, portalPort: number): Settings => ({
    ...makeLocalSettings({ dataDir, portalPort, sandboxPort, smtpPort }, keys, database, {}),
    ...behindBalancer,
    NODE_ENV: 'production',
    SANDBOX_LATENCY_MS: '0',
  });

  const profiling: Settings = options.profile
    ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(options.profile)}` }
    : {};

  const start = async (name: string, script: string, readyPath: string, settings: Settings) => {
    const url = `http://127.0.0.1:${name === 'sandbox' ? settings.SANDBOX_PORT : settings.PORT}`;
    const program = await startProgram({
      name,
      script,
      settings: { ...settings, ...profiling },
      url,
      readyPath,
      logFolder,
    });
    programs.push(program);
    return program;
  };

  const site = async (name: string, accounts: number): Promise<Site> => {
    const [port] = await findFreePorts();
    const database = await fillOnce(postgres, name, accounts, (made) => settingsFor(made, port));
    const settings = settingsFor(database, port);
    const script = 'apps/server/src/main.ts';
    const portal = await start(`portal-${name}`, script, '/myaccount/health/ready', settings);
    return { accounts, database, settings, portal };
  };

  const many = once(() => site('many', options.accounts));
  const floor = once(async () => {
    const [{ settings }, [port]] = await Promise.all([many(), findFreePorts()]);
    return await start('floor', 'bench/floor-server.ts', '/ready', { ...settings, PORT: String(port) });
  });
  const sandbox = once(async () => {
    const settings = settingsFor({ url: '', ownerUrl: '' }, 0);
    return await start(
      'sandbox',
      'apps/sandbox/src/main.ts',
      '/inbox/messages?to=nobody@example.com',
      settings,
    );
  });
  const stop = async () => {
    for (const program of programs.reverse()) await program.stop();
    await postgres.stop();
  };
  const few = once(() => site('few', options.fewAccounts));
  return { options, dataDir, postgres, keys, many, few, floor, sandbox, settingsFor, stop };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
