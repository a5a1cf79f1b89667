import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** The result of one step of the check. */
export interface StepResult {
  readonly title: string;
  readonly succeeded: boolean;
}

/** Tests start programs: each compiles what no other has compiled before. */
const compileCache = resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled');
const stillRunningMs = 30_000;
const secondMs = 1000;

/** Runs one step of the check. Prints its result and duration; prints the step's output only if it failed. */
export async function runStep(
  title: string,
  program: string,
  options: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<StepResult> {
  const startedAt = performance.now();
  const elapsed = () => `${Math.round((performance.now() - startedAt) / secondMs)} s`;
  const stillRunning = setInterval(() => console.log(`${title} … ${elapsed()}`), stillRunningMs);
  const all: NodeJS.ProcessEnv = { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment };
  const { FORCE_COLOR: _, ...plain } = all;
  const env = { ...plain, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) };
  const child = spawn(program, options, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [exitCode] = await once(child, 'close');
  clearInterval(stillRunning);
  const succeeded = exitCode === 0;
  if (!succeeded) console.log(output);
  console.log(`${title}: ${succeeded ? 'ok' : 'FAILED'} (${elapsed()})`);
  return { title, succeeded };
}
