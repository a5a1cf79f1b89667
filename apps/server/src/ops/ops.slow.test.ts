import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal, testSettings } from '../testing/portal.ts';
import { insertRow } from '../testing/rows.ts';
import { type OpsResult, runOps } from '../testing/run-ops.ts';

const program = fileURLToPath(new URL('./ops.ts', import.meta.url));

const portal = forFile(() => startTestPortal());

const settings = () => testSettings(portal.portal.config.databaseUrl);

/** Runs `ops` as a program, like an operator. */
async function runProgram(args: readonly string[]): Promise<OpsResult> {
  const run = promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, ...settings() },
  });
  const result = await run.catch((error: { code: number; stdout: string; stderr: string }) => error);
  return { code: 'code' in result ? result.code : 0, out: result.stdout, err: result.stderr };
}

test('[OPS-2] the program ends with the exit code of its command and prints what the command does', async () => {
  const received = { provider: 'eligibility', event_id: 'E1', received_at: portal.clock.now() };
  await insertRow(portal.db, 'inbox_event', { ...received, payload: '{}', state: 'AMBIGUOUS' });
  for (const [code, ...args] of [
    [0, 'verify-pin', '--help'],
    [1, 'audit', 'nobody', '--size', 'many'],
    [2, 'manual-review'],
  ] as const) {
    const result = await runProgram(args);
    expect(result).toMatchObject({ code });
    expect(await runOps(settings(), args)).toEqual(result);
  }
});
