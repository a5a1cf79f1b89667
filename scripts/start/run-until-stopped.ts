import { DataDirInUse } from '../../apps/server/src/platform/embedded-postgres/data-dir-lock.ts';
import { type LocalStart, prepareLocalStart } from './local-start.ts';
import { stopWithNpm } from './npm-watch.ts';
import { type Places, readPlaces, StartError } from './places.ts';

/** A local start as a program of its own. */
export interface LocalProgram {
  readonly checkout: string;
  /** How a refused second start names this one. */
  readonly holder: string;
  /** Options of Node for the portal, such as `--watch`. */
  readonly portalOptions?: string[];
  /** What a person should know once everything runs. */
  readonly describe: (checkout: string, places: Places) => Promise<string>;
}

const report = (message: string) => console.log(message);

/** Starts everything and ends this process when a signal or the end of npm says so: 0 in order, 1 on trouble. */
export async function runUntilStopped({ describe, ...program }: LocalProgram): Promise<void> {
  process.chdir(program.checkout);
  let isStopping = () => false;
  try {
    const places = readPlaces(process.env, program.checkout);
    const local = prepareLocalStart({ ...program, places, environment: process.env, report });
    isStopping = stopOnSignal(local);
    await bringUp(local);
    report(await describe(program.checkout, places));
  } catch (error) {
    // A start that was told to stop half-way fails, and that is nobody's trouble.
    if (isStopping()) return;
    console.error(error instanceof StartError || error instanceof DataDirInUse ? error.message : error);
    process.exit(1);
  }
}

async function bringUp(local: LocalStart): Promise<void> {
  try {
    await local.start();
  } catch (error) {
    await local.stop();
    throw error;
  }
}

function stopOnSignal(local: LocalStart): () => boolean {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    report('Stopping …');
    await local.stop();
    report('Stopped.');
    process.exit(0);
  };
  const stopAndReport = () =>
    stop().catch((error) => {
      console.error(error);
      process.exit(1);
    });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAndReport);
  stopWithNpm(stopAndReport);
  return () => isStopping;
}
