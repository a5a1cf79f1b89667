import { expect, test } from 'vitest';
import { enrollPayer, paymentsOf, runAutopayJobs } from '../../testing/autopay.ts';
import { captureInFrame, frameMethodBody } from '../../testing/hosted-frames.ts';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';

// The tests start on Nov 24, 2026. The payers' bills are due on Nov 26.
const twoDays = 2 * 24 * 3_600_000;

const portal = payingPortalForFile({ FLAG_CARD_PROCESSOR_PAYMENTS: 'false', PROCESSOR_TIMEOUT_MS: '5000' });

/** Adds a card through TranSafe's frame, as a page does while the card form is off, and returns its id. */
async function addCardInFrame({ account, accessToken }: Payer): Promise<string> {
  const handle = await captureInFrame(portal, portal.sandbox, accessToken);
  const consents = [{ kind: 'stored-method', textVersion: '1', language: 'en' }];
  const body = { ...frameMethodBody(account.id, handle), consents };
  return (await portal.post('/payments/recurring-payments', body, accessToken)).json().id;
}

const processorsOf = async (payer: Payer) =>
  (await portal.chargesOf(payer)).map(({ processor }) => processor);

test('[METHODS-4, CONFIG-1] with the card form off, there is none, and a card of the frame is added, pays, and is charged by autopay', async () => {
  const payer = await portal.buildPayer();
  const query = { form_name: 'card', total_amount: '0.00', billing_name: 'Ana Rivera' };
  expect((await portal.get('/payments/chase/uid', query, payer.accessToken)).statusCode).toBe(404);
  const methodId = await addCardInFrame(payer);
  const paid = await portal.pay(payer, { payment_method: methodId, amount: 50 });
  expect(paid.json()).toMatchObject({
    status: 'COMPLETED',
    payment_method: { payment_method_type: 'custom', card_type: 'VISA', last_four: '4242' },
  });
  await enrollPayer(portal, { ...payer, methodId });
  await portal.passTime(twoDays);
  await runAutopayJobs(portal);
  expect(await paymentsOf(portal, payer)).toMatchObject([
    { state: 'COMPLETED', amountCents: 5_000 },
    { state: 'COMPLETED', amountCents: 3_499, isRecurring: true },
  ]);
  expect(await processorsOf(payer)).toEqual(['transafe', 'transafe']);
});

test('[METHODS-4] cards of the form that were saved before it was off still pay, beside cards of the frame', async () => {
  const payer = await portal.buildPayer({ processor: 'orbital' });
  const inFrame = await addCardInFrame(payer);
  expect((await portal.pay(payer, { amount: 20 })).json().status).toBe('COMPLETED');
  expect((await portal.pay(payer, { amount: 30, payment_method: inFrame })).json().status).toBe('COMPLETED');
  expect((await processorsOf(payer)).sort()).toEqual(['orbital', 'transafe']);
});
