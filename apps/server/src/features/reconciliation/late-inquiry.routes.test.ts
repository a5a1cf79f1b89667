import { processorNames } from '@myaccount/contract/processors';
import { afterEach, describe, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, type PayingTestPortal, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRow } from '../../testing/rows.ts';
import { startServiceProxy } from '../../testing/service-proxy.ts';

// A processor that charges, but answers with its own decline or refusal. Only a later lookup can tell.

const hour = 3_600_000;
const refusals: Record<string, { status: number; body: object }> = {
  'purchase declined': { status: 402, body: { code: 'DENY', msoft_code: 'INT_SUCCESS' } },
  'purchase refused': { status: 503, body: { code: 'DENY', msoft_code: 'SYS_MAINTENANCE' } },
  'payments declined': { status: 200, body: { order: { status: { procStatus: '9581' } } } },
  'payments refused': { status: 503, body: { procStatus: '118' } },
};

const liar = forFile(() => startServiceProxy(() => portal.sandbox.url));
const portal: PayingTestPortal = forFile(() =>
  startPayingPortal({ TRANSAFE_URL: `${liar.url}/transafe`, ORBITAL_URL: `${liar.url}/orbital` }),
);
afterEach(() => liar.change());

/** Gives charges a false answer after they were made. */
function lie(word: 'declined' | 'refused'): void {
  liar.change({
    answer: (answer, call) => {
      const refusal = refusals[`${call.url.split('/').at(-1)} ${word}`];
      if (!refusal) return answer;
      return { ...refusal, body: JSON.stringify(naming(JSON.parse(call.body).order, refusal.body)) };
    },
  });
}

/** Returns the false answer with the order number of the charge, as each processor writes it. */
function naming({ ordernum, orderID }: { ordernum?: string; orderID?: string }, body: object) {
  return 'order' in body ? { order: { ...Object(body.order), orderID } } : { ...body, ordernum };
}

const paymentOf = ({ account }: Payer) => readRow(portal.db, 'payment', { account_id: account.id });

test('[PAY-6] a charge that was made although Orbital refused it is found at once: its refusals name no order', async () => {
  const payer = await portal.buildPayer({ processor: 'orbital' });
  lie('refused');
  expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
  expect(await portal.chargesOf(payer)).toHaveLength(1);
});

describe.each(processorNames)('with %s', (processor) => {
  test.each(processor === 'orbital' ? (['declined'] as const) : (['refused', 'declined'] as const))(
    '[PAY-6] a charge that was made although it was %s is found an hour later',
    async (word) => {
      const payer = await portal.buildPayer({ processor });
      lie(word);
      expect((await portal.pay(payer)).statusCode).toBe(word === 'refused' ? 503 : 402);
      liar.change();
      expect(await portal.chargesOf(payer)).toHaveLength(1);
      await portal.passTime(hour - 60_000);
      await portal.reconcile();
      expect((await paymentOf(payer)).manual_review_reason).toBeNull();
      await portal.passTime(60_000);
      await portal.reconcile();
      expect(await paymentOf(payer)).toMatchObject({
        state: 'PROCESSING_ERROR',
        reconcile_at: null,
        manual_review_reason: expect.stringMatching(
          /^charged after all as \w+, although it was declined or refused before$/,
        ),
      });
    },
  );

  test('[PAY-6] a real decline is looked up once, and again while the processor does not answer', async () => {
    const payer = await portal.buildPayer({ processor, token: 'visa-4242-declined' });
    expect((await portal.pay(payer)).statusCode).toBe(402);
    await portal.sandbox.control({ processor, mode: 'down' });
    await portal.passTime(hour);
    await portal.reconcile();
    expect((await paymentOf(payer)).reconcile_at).toEqual(new Date(portal.clock.now().getTime() + hour));
    await portal.sandbox.reset();
    await portal.passTime(hour);
    await portal.reconcile();
    expect(await paymentOf(payer)).toMatchObject({ reconcile_at: null, manual_review_reason: null });
  });
});

test('[PAY-6] a charge that was never sent is not looked up', async () => {
  const payer = await portal.buildPayer({ processor: 'orbital' });
  await liar.close();
  expect((await portal.pay(payer)).statusCode).toBe(503);
  expect((await paymentOf(payer)).reconcile_at).toBeNull();
});
