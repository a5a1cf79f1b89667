import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Settings } from '../scripts/start/local-settings.ts';
import { checkout, readEndedChildrenCpuSeconds, readResidentMiB } from './program.ts';

/** The time and memory of one operator command. */
export interface CommandRun {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Memory samples, one per second. */
  readonly residentMiB: readonly number[];
}

const program = join(checkout, 'apps', 'server', 'src', 'ops', 'ops.ts');
const sampleEveryMs = 1_000;

/** Runs `npm run ops -- …` on a bench database. Shows its progress on the terminal, and throws if it fails. */
export async function runOperatorCommand(
  command: readonly string[],
  settings: Settings,
): Promise<CommandRun> {
  const startedAt = performance.now();
  const cpuBefore = readEndedChildrenCpuSeconds(process.pid);
  const child = spawn(process.execPath, [program, ...command], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const residentMiB: number[] = [];
  const sampling = setInterval(() => residentMiB.push(readResidentMiB(child.pid as number)), sampleEveryMs);
  const [exitCode] = await once(child, 'exit');
  clearInterval(sampling);
  if (exitCode !== 0) throw new Error(`npm run ops -- ${command.join(' ')} exited with ${exitCode}`);
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: readEndedChildrenCpuSeconds(process.pid) - cpuBefore,
    residentMiB: residentMiB.filter(Number.isFinite),
  };
}

/** What an operator's program printed; the code is null where it was killed. */
export interface OperatorAnswer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run ops -- …` and returns what it prints. `input` is what its operator types; `killed` kills it at once. */
export async function askOperator(
  command: readonly string[],
  settings: Settings,
  { input = '', killed }: { readonly input?: string; readonly killed?: AbortSignal } = {},
): Promise<OperatorAnswer> {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn(process.execPath, [program, ...command], { env, stdio: 'pipe' });
  const kill = () => child.kill('SIGKILL');
  killed?.addEventListener('abort', kill);
  child.stdin.on('error', () => undefined).end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  killed?.removeEventListener('abort', kill);
  return { code, out, err };
}

/** Runs `npm run ops -- reconcile-processor`, which fails if it lists anything. Returns what it prints. */
export function reconcileProcessor(
  settings: Settings,
  options: readonly string[],
): { out: string; err: string } {
  const env = { PATH: process.env.PATH, ...settings };
  const command = [program, 'reconcile-processor', ...options];
  const { stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  return { out: stdout, err: stderr };
}
