import { processorNames } from '@myaccount/contract/processors';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { streamOf } from '../../platform/database/client-stream.ts';
import { createLog } from '../../platform/log.ts';
import { type OpenPortal, openPortal } from '../../platform/open-portal.ts';
import { crashKey, expectOneChargeAtMost, recover } from '../../testing/crashed-payments.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, payBody, startPayingPortal } from '../../testing/paying-portal.ts';
import { type PaymentSteps, watchPaymentSteps } from '../../testing/payment-steps.ts';

// A second server in this process loses its connections at every step of a payment, and gets no new ones: what a killed
// server leaves behind. crash.routes.slow.test.ts kills real servers.

/** So long that no charge times out on a busy machine. */
const processorTimeoutMs = 30_000;

let opened: OpenPortal;
let app: App;
let steps: PaymentSteps;
let crashAt: string | null;
let isGone: boolean;
const clients = new Set<pg.PoolClient>();

const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: String(processorTimeoutMs) }));
beforeAll(async () => {
  const config = readConfig(portal.settings);
  opened = openPortal(config, createLog(config.logLevel));
  app = await createApp({ ...opened, webRoot: null });
  opened.pool.on('connect', (client) => {
    clients.add(client);
    if (isGone) streamOf(client).destroy();
  });
  opened.pool.on('remove', (client) => clients.delete(client));
  steps = watchPaymentSteps({ app, pool: opened.pool }, (step) => {
    if (step !== crashAt) return;
    isGone = true;
    for (const client of clients) streamOf(client).destroy();
    if (step === 'call:before') throw new Error('the server is gone');
  });
});
afterAll(async () => {
  steps.stop();
  await app.close();
  await opened.portal.db.destroy();
});

/** Pays once at the server that is cut off at the step. Returns whether it was, and how many statements it sent. */
async function pressAndCut(payer: Payer, step: string): Promise<{ isGone: boolean; statements: number }> {
  crashAt = step;
  isGone = false;
  await app.server.inject({
    method: 'POST',
    url: '/myaccount/api/payments/make-payment',
    headers: { authorization: `Bearer ${payer.accessToken}`, 'idempotency-key': crashKey },
    payload: payBody(payer),
  });
  // The last statement may end after the response.
  if (step !== 'never') await expect.poll(() => isGone, { message: step }).toBe(true);
  crashAt = null;
  await expect.poll(() => !isGone || opened.pool.totalCount === 0).toBe(true);
  return { isGone, statements: steps.statements() };
}

test('[PAY-6] a server cut off before or after any statement of a payment leaves one charge, booked, or none', async () => {
  const { statements } = await pressAndCut(await portal.buildPayer(), 'never');
  expect(statements).toBeGreaterThan(20);
  const numbers = Array.from({ length: statements }, (_, index) => index + 1);
  const payers = new Map<string, Payer>();
  for (const step of [...numbers.map((number) => `before:${number}`), `after:${statements}`])
    payers.set(step, await portal.buildPayer());
  for (const [step, payer] of payers)
    expect({ step, ...(await pressAndCut(payer, step)) }).toMatchObject({ step, isGone: true });
  await recover(portal);
  for (const [step, payer] of payers) await expectOneChargeAtMost(portal, payer, step);
  expect(await portal.brokenChecks()).toEqual([]);
});

test.each(processorNames)(
  '[PAY-6] a server cut off before or after its call to %s leaves one charge, booked, or none',
  async (processor) => {
    const payers = new Map<string, Payer>();
    for (const step of ['call:before', 'call:after'])
      payers.set(step, await portal.buildPayer({ processor }));
    for (const [step, payer] of payers)
      expect({ step, ...(await pressAndCut(payer, step)) }).toMatchObject({ step, isGone: true });
    await recover(portal);
    for (const [step, payer] of payers) await expectOneChargeAtMost(portal, payer, step);
    const charged = [];
    for (const payer of payers.values()) charged.push((await portal.chargesOf(payer)).length);
    expect(charged).toEqual([0, 1]);
    expect(await portal.brokenChecks()).toEqual([]);
  },
);
