import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { processorNames } from '@myaccount/contract/processors';
import { expect, test } from 'vitest';
import { crashKey, expectOneChargeAtMost, recover } from '../../testing/crashed-payments.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, payBody, startPayingPortal } from '../../testing/paying-portal.ts';

// Kills the server at every step between the click and the response. The sandbox's charges decide what is correct.

const program = fileURLToPath(new URL('../../testing/crashing-server.ts', import.meta.url));
const serversAtOnce = 3;
/** Long enough for a busy machine to find the charge booked, and to kill the server before it hears of it. */
const slowChargeMs = 2_000;

const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: String(5 * slowChargeMs) }));

/** Pays once at a separate server that is killed at the step. Returns the last statement count that it printed. */
async function pressAndCrash(payer: Payer, crashAt: string): Promise<{ statements: number; died: boolean }> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...portal.settings, CRASH_AT: crashAt },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = linesOf(child);
  const { address } = JSON.parse((await lines.next()).value ?? '{}');
  const responding = payAt(address, payer).catch(() => undefined);
  if (crashAt === 'call:during') {
    await expect.poll(() => portal.chargesOf(payer)).toHaveLength(1);
    child.kill('SIGKILL');
  }
  const response = await responding;
  const output = response && JSON.parse((await lines.next()).value ?? '{}');
  if (child.signalCode === null && response) child.kill('SIGKILL');
  if (child.signalCode === null) await once(child, 'exit');
  return { statements: output?.statements ?? 0, died: response === undefined };
}

function linesOf(child: ChildProcess): AsyncIterator<string> {
  if (!child.stdout) throw new Error('The server was started without an output to read.');
  return createInterface({ input: child.stdout })[Symbol.asyncIterator]();
}

async function payAt(address: string, payer: Payer): Promise<Response> {
  return await fetch(`${address}/myaccount/api/payments/make-payment`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payer.accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': crashKey,
    },
    body: JSON.stringify(payBody(payer)),
  });
}

/** Processes a list, a few items at a time. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: serversAtOnce }, worker));
}

test('[PAY-6] a server killed before or after any statement of a payment leaves one charge, booked, or none', {
  timeout: 1_800_000,
}, async () => {
  const { statements } = await pressAndCrash(await portal.buildPayer(), 'never');
  expect(statements).toBeGreaterThan(20);
  const numbers = Array.from({ length: statements }, (_, index) => index + 1);
  const steps = [...numbers.map((number) => `before:${number}`), `after:${statements}`];
  const payers = new Map<string, Payer>();
  for (const step of steps) payers.set(step, await portal.buildPayer());
  await inTurns([...payers], async ([step, payer]) => {
    expect({ step, ...(await pressAndCrash(payer, step)) }).toMatchObject({ step, died: true });
  });
  await recover(portal);
  for (const [step, payer] of payers) await expectOneChargeAtMost(portal, payer, step);
  expect(await portal.brokenChecks()).toEqual([]);
});

test.each(processorNames)(
  '[PAY-6] a server killed before, during or after its call to %s leaves one charge, booked, or none',
  { timeout: 1_800_000 },
  async (processor) => {
    const steps = ['call:before', 'call:during', 'call:after'];
    const payers = new Map<string, Payer>();
    for (const step of steps) payers.set(step, await portal.buildPayer({ processor }));
    await portal.sandbox.control({ processor, mode: 'slow', delayMs: slowChargeMs });
    await inTurns([...payers], async ([step, payer]) => {
      expect({ step, ...(await pressAndCrash(payer, step)) }).toMatchObject({ step, died: true });
    });
    await recover(portal);
    for (const [step, payer] of payers) await expectOneChargeAtMost(portal, payer, step);
    const charged = await Promise.all(
      [...payers.values()].map(async (payer) => (await portal.chargesOf(payer)).length),
    );
    expect(charged).toEqual([0, 1, 1]);
    expect(await portal.brokenChecks()).toEqual([]);
  },
);
