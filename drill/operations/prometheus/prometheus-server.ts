import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { operationsFiles } from './alert-rules.ts';

/** What a running Prometheus says of a rule. */
export interface RuleState {
  readonly name: string;
  readonly state: 'inactive' | 'pending' | 'firing';
  readonly health: 'ok' | 'unknown' | 'err';
  readonly lastError?: string;
}

/** A running Prometheus. */
export interface PrometheusServer {
  /** Returns the labels of every series that an expression selects. */
  select(expression: string): Promise<Readonly<Record<string, string>>[]>;
  /** Waits until it has read the portal's metrics: only what changes after that is seen to change. */
  waitForScrape(): Promise<void>;
  /** Waits until the rules are as they should be, and returns them; after a while, as they are. */
  waitForRules(areRight: (rules: readonly RuleState[]) => boolean): Promise<readonly RuleState[]>;
  stop(): Promise<void>;
}

const pollMs = 500;
const withinMs = 120_000;
/** The ports and times of docs/operations/prometheus.yml. */
const shippedTarget = '127.0.0.1:9464';
const shippedInterval = 'scrape_interval: 15s';

interface PrometheusPorts {
  readonly port: number;
  readonly metricsPort: number;
}

/** Starts a Prometheus with the configuration that operators copy, for this port and faster. The folder has the alerts. */
export async function startPrometheus(folder: string, ports: PrometheusPorts): Promise<PrometheusServer> {
  const shipped = readFileSync(join(operationsFiles, 'prometheus.yml'), 'utf8');
  const configuration = shipped
    .replace(shippedTarget, `127.0.0.1:${ports.metricsPort}`)
    .replace(shippedInterval, 'scrape_interval: 1s\n  evaluation_interval: 1s');
  writeFileSync(join(folder, 'prometheus.yml'), configuration);
  const log = openSync(join(folder, 'prometheus.log'), 'a');
  const options = [
    '--config.file=prometheus.yml',
    '--storage.tsdb.path=data',
    `--web.listen-address=127.0.0.1:${ports.port}`,
  ];
  const child = spawn('prometheus', options, { cwd: folder, stdio: ['ignore', log, log] });
  closeSync(log);
  const ask = async <T>(path: string): Promise<T | undefined> => {
    const response = await fetch(`http://127.0.0.1:${ports.port}/api/v1/${path}`).catch(() => undefined);
    return ((await response?.json()) as { data?: T } | undefined)?.data;
  };
  const readRules = async () => {
    const answer = await ask<{ groups: { rules: RuleState[] }[] }>('rules');
    return answer?.groups.flatMap(({ rules }) => rules) ?? [];
  };
  const select = async (expression: string) => {
    const query = new URLSearchParams({ query: expression });
    const answer = await ask<{ result: { metric: Record<string, string> }[] }>(`query?${query}`);
    return answer?.result.map(({ metric }) => metric) ?? [];
  };
  return {
    select,
    waitForScrape: async () => {
      await pollUntil(
        () => select('up == 1'),
        (found) => found.length > 0,
      );
    },
    waitForRules: (areRight) => pollUntil(readRules, (rules) => rules.length > 0 && areRight(rules)),
    stop: async () => {
      const exit = once(child, 'exit');
      if (child.kill('SIGTERM')) await exit;
    },
  };
}

/** Returns what was read once it is right; after a while, as it is. */
async function pollUntil<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isRight(value) || performance.now() > deadline) return value;
    await sleep(pollMs);
  }
}
