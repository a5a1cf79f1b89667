import { DataDirInUse } from '@myaccount/local-postgres/data-dir-lock';
import { type LocalStart, prepareLocalStart } from './local-start.ts';
import { stopWithNpm } from './npm-watch.ts';
import { type Places, readPlaces, StartError } from './places.ts';

/** A program that starts the portal on this machine. */
export interface LocalProgram {
  readonly checkout: string;
  /** The name of this program in the message to a second one. */
  readonly holder: string;
  /** Options of Node for the portal, such as `--watch`. */
  readonly portalOptions?: string[];
  /** Returns what to print once everything runs. */
  readonly describe: (places: Places) => string;
}

const report = (message: string) => console.log(message);

/** Starts everything and runs until a signal or the end of npm. Exits with 0, or with 1 after a failure. */
export async function runUntilStopped({ describe, ...program }: LocalProgram): Promise<void> {
  process.chdir(program.checkout);
  let isStopping = () => false;
  try {
    const places = readPlaces(process.env, program.checkout);
    const local = prepareLocalStart({ ...program, places, environment: process.env, report });
    isStopping = stopOnSignal(local);
    await startOrStop(local);
    report(describe(places));
  } catch (error) {
    // A start that is stopped half-way fails; that is not an error.
    if (isStopping()) return;
    console.error(error instanceof StartError || error instanceof DataDirInUse ? error.message : error);
    process.exit(1);
  }
}

async function startOrStop(local: LocalStart): Promise<void> {
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
