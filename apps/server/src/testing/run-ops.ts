import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { runCommand } from '../ops/run-command.ts';

/** What a command returned and printed. */
export interface OpsResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** An output that keeps what is printed. */
class OutputText extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const replaced = ['env', 'stdin', 'stdout', 'stderr'] as const;

/**
 * Runs a command of `ops` with these settings in this process: a separate program takes a second to start. `input` is
 * what an operator types. Run one at a time: meanwhile this process has another environment and output.
 */
export async function runOps(
  settings: Record<string, string>,
  args: readonly string[],
  input = '',
): Promise<OpsResult> {
  const stdout = new OutputText();
  const stderr = new OutputText();
  const own = { env: { ...process.env, ...settings }, stdin: Readable.from([input]), stdout, stderr };
  const before = replaced.map((name) => Object.getOwnPropertyDescriptor(process, name) ?? {});
  const { exitCode } = process;
  const { console } = globalThis;
  for (const name of replaced)
    Object.defineProperty(process, name, { value: own[name], configurable: true, enumerable: true });
  globalThis.console = new Console(stdout, stderr);
  process.exitCode = undefined;
  try {
    await runCommand(args);
    return { code: Number(process.exitCode ?? 0), out: stdout.text, err: stderr.text };
  } finally {
    for (const [index, name] of replaced.entries()) Object.defineProperty(process, name, before[index] ?? {});
    globalThis.console = console;
    process.exitCode = exitCode;
  }
}
