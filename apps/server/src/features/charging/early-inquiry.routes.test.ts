import { expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { readRows } from '../../testing/rows.ts';

const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: '1000' }));

test('[PAY-6] a charge whose response was lost is found within seconds, before any round of the job', async () => {
  const payer = await portal.buildPayer({ processor: 'orbital' });
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers' });
  await portal.pay(payer);
  await portal.sandbox.reset();
  const states = async () =>
    (await readRows(portal.db, 'payment', { account_id: payer.account.id })).map(({ state }) => state);
  expect(await states()).toEqual(['UNKNOWN']);
  await portal.passTime(6_000);
  await expect.poll(states, { timeout: 15_000 }).toEqual(['COMPLETED']);
}, 30_000);
