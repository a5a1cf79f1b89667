import { afterEach, expect, test } from 'vitest';
import { openProcessors } from '../../gateways/card-processor/open-processors.ts';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';
import { readRows } from '../../testing/rows.ts';
import { adoptCharge } from './adopt-charge.service.ts';

const portal = payingPortalForFile();
afterEach(() => portal.sandbox.reset());

function adopt(reference: string, { account: { accountNumber } }: Payer, by = 'Kim') {
  const at = portal.clock.now();
  const charge = {
    reference,
    transaction: `t-${reference}`,
    amountCents: 8_499,
    at,
    lastFour: '4242',
  };
  const paying = { ...portal.portal, processors: openProcessors(portal.portal.config) };
  return adoptCharge(paying, { processor: 'orbital', charge, accountNumber, by });
}

test('[CHARGE-3] of operators who book one order at once, one books it and the others are told so', async () => {
  const payers = [await portal.buildPayer(), await portal.buildPayer()];
  const reference = '4000000000000078';
  const adopting = Array.from({ length: 8 }, (_, index) => adopt(reference, payers[index % 2] as Payer));
  const refusals = (await Promise.all(adopting)).filter((refusal) => refusal !== undefined);
  const [payment, ...others] = await readRows(portal.db, 'payment', { processor_reference: reference });
  expect(others).toEqual([]);
  expect(payment).toMatchObject({ state: 'COMPLETED', amount_cents: 8_499 });
  expect(refusals).toEqual(Array(7).fill(`order ${reference} is payment ${payment?.id}`));
});

test('[CHARGE-3] an order of an account whose payment has no result yet is refused in a sentence', async () => {
  const payer = await portal.buildPayer();
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers' });
  await portal.pay(payer, { amount: 20 });
  const { accountNumber } = payer.account;
  expect(await adopt('4000000000000079', payer)).toBe(
    `account ${accountNumber} has a payment without a result`,
  );
  await portal.sandbox.reset();
  await portal.passTime(60_000);
  await portal.reconcile();
  expect(await adopt('4000000000000079', payer)).toBeUndefined();
  expect(await portal.balanceCents(payer)).toBe(-2_000);
});
