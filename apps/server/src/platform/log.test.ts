import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';

/** Returns the lines of a process that creates a logger and then runs the code. */
async function linesOf(what: string): Promise<Record<string, unknown>[]> {
  const script = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
    const log = createLog('info');
    ${what}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const killed = "process.kill(process.pid, 'SIGKILL');";

describe('log lines', () => {
  test('are written after a moment, even if the process is killed then', async () => {
    const write = "log.info({ n: 1 }, 'one'); await sleep(500);";
    const lines = await linesOf(`${write} ${write} ${killed}`);
    const line = { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), n: 1, msg: 'one' };
    expect(lines).toEqual([line, line]);
  });

  test.each(['warn', 'error', 'fatal'])('are written immediately with a line of level %s', async (level) => {
    const lines = await linesOf(`log.info('before'); log.${level}('why'); await sleep(50); ${killed}`);
    expect(lines.map(({ msg }) => msg)).toEqual(['before', 'why']);
  });

  test('are written when the process exits by itself', async () => {
    const lines = await linesOf("log.child({ job: 'x' }).info('last'); process.exit(1);");
    expect(lines).toMatchObject([{ job: 'x', msg: 'last' }]);
  });

  test('leave out fields that could hold a secret', async () => {
    const [line] = await linesOf("log.info({ login: { pin: '1234', token: 'abc', id: 7 } }, 'x');");
    expect(line).toMatchObject({ login: { id: 7 } });
    expect(JSON.stringify(line)).not.toMatch(/1234|abc/);
  });
});
