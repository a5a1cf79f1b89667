import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStartTicks } from '@myaccount/local-postgres/process-identity';
import { isLiving, type RunProcess } from '../run/run-processes.ts';

const stopWithinMs = 5000;
const pollMs = 50;

/** Records a started program, so that the next start finds it if it outlives its launcher. */
export function rememberProcess(dataDir: string, pid: number): void {
  const startedAtTicks = readStartTicks(pid);
  if (startedAtTicks) writeProcesses(dataDir, [...readProcesses(dataDir), { pid, startedAtTicks }]);
}

/** Removes the record of a program that has ended. */
export function forgetProcess(dataDir: string, pid: number): void {
  writeProcesses(
    dataDir,
    readProcesses(dataDir).filter((started) => started.pid !== pid),
  );
}

/**
 * Waits for programs that a killed launcher left running (they end by themselves when the launcher is gone), and kills
 * those that do not end.
 */
export async function endSurvivors(dataDir: string): Promise<void> {
  const deadline = performance.now() + stopWithinMs;
  for (const survivor of readProcesses(dataDir)) {
    while (isLiving(survivor)) {
      if (performance.now() > deadline) process.kill(survivor.pid, 'SIGKILL');
      await sleep(pollMs);
    }
  }
  writeProcesses(dataDir, []);
}

function readProcesses(dataDir: string): RunProcess[] {
  try {
    return JSON.parse(readFileSync(file(dataDir), 'utf8'));
  } catch {
    return [];
  }
}

function writeProcesses(dataDir: string, processes: RunProcess[]): void {
  writeFileSync(file(dataDir), `${JSON.stringify(processes)}\n`);
}

function file(dataDir: string): string {
  return join(dataDir, 'processes.json');
}
