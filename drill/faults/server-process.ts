import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkout } from '../../environment/program.ts';
import type { Settings } from '../../scripts/start/local-settings.ts';

const readyPollMs = 50;
const readyWithinMs = 60_000;

/** A program that a drill kills and starts again, and what it logs once it works. */
interface RestartedProgram {
  readonly script: string;
  readonly readyLine: string;
}

const portal: RestartedProgram = { script: 'apps/server/src/main.ts', readyLine: '"msg":"portal started"' };
export const sandbox: RestartedProgram = { script: 'apps/sandbox/src/main.ts', readyLine: '"ready":true' };

/** One process, of the portal unless it says otherwise, that a drill kills and starts again. */
export class ServerProcess {
  readonly name: string;
  readonly url: string;
  readonly #settings: Settings;
  readonly #logFile: string;
  readonly #program: RestartedProgram;
  #child: ChildProcess | undefined;
  #from = 0;

  constructor(name: string, settings: Settings, logFolder: string, program = portal) {
    this.name = name;
    this.#program = program;
    this.url = `http://127.0.0.1:${settings.PORT}`;
    this.#settings = settings;
    this.#logFile = join(logFolder, `${name}.log`);
  }

  /** Starts the process until it works, like a service manager: it may end because the database is away. */
  async start(): Promise<void> {
    const deadline = performance.now() + readyWithinMs;
    while (!(await this.#startOnce())) {
      if (performance.now() > deadline) throw new Error(`${this.name} did not start: ${this.#logFile}`);
    }
  }

  /** Returns false if the process ended before it worked. */
  async #startOnce(): Promise<boolean> {
    const log = openSync(this.#logFile, 'a', 0o600);
    this.#from = statSync(this.#logFile).size;
    const child = spawn(process.execPath, [join(checkout, this.#program.script)], {
      env: { PATH: process.env.PATH, ...this.#settings, LAUNCHER_IPC: '1' },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#child = child;
    while (!this.log().includes(this.#program.readyLine)) {
      if (child.exitCode !== null) return false;
      await sleep(readyPollMs);
    }
    return true;
  }

  /** Kills the process at once, as if the power failed. */
  async kill(): Promise<void> {
    await this.#signal('SIGKILL');
  }

  /** What it logged since it was started last. */
  log(): string {
    return readFileSync(this.#logFile, 'utf8').slice(this.#from);
  }

  /** Stops its time, as of a machine that is moved; `resume` lets it go on. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.#signal('SIGTERM');
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
}
