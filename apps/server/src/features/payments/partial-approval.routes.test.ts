import { afterAll, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { listMails } from '../../testing/traces.ts';

const portal = forFile(() => startPayingPortal());
afterAll(async () => {
  expect(await portal.brokenChecks()).toEqual([]);
});

test('[PAY-8, MAIL-1] a partial approval says what was asked, what is left, and what to do: receipt, mail, and PDF', async () => {
  const payer = await portal.buildPayer({ token: 'visa-4242-partial' });
  const { id, amount } = (await portal.pay(payer, { amount: 21.37 })).json();
  expect(amount).toBeLessThan(21.37);
  const receipt = await portal.get('/payments/receipt', { id }, payer.accessToken);
  expect(receipt.json()).toMatchObject({ amount, requested: 21.37 });
  const payload = { requestedCents: 2_137, amountCents: Math.round(amount * 100) };
  expect(await listMails(portal, payer)).toMatchObject([{ payload }]);
  const pdf = await portal.get('/payments/receipt/download', { id }, payer.accessToken);
  const { text } = await readPdf(pdf.rawPayload);
  expect(text).toContain(`You asked to pay $21.37, but only $${amount} was approved.`);
  expect(text).toContain('Please pay the rest with another method.');
});

test('[PAY-8] a payment that was approved as asked speaks of nothing else', async () => {
  const payer = await portal.buildPayer();
  const { id } = (await portal.pay(payer, { amount: 20 })).json();
  const receipt = await portal.get('/payments/receipt', { id }, payer.accessToken);
  expect(receipt.json()).not.toHaveProperty('requested');
});
