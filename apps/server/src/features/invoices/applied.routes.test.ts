import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { centsOf } from '@myaccount/contract/money';
import { expect, test } from 'vitest';
import { dayOf } from '../../platform/business-day.ts';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';
import { buildPaid, refund, settledMs } from '../../testing/refunds.ts';
import { readRow } from '../../testing/rows.ts';
import { returnPayment } from '../reconciliation/returns.service.ts';

const portal = payingPortalForFile();
const consents = [{ kind: 'bank-debit', textVersion: '1', language: 'en' }];

/** The bill that a payment of a payer paid, as its customer sees it. */
async function billOf({ account, emailAddress }: Payer): Promise<InvoiceDetail> {
  const token = await portal.signIn(emailAddress);
  const { id } = await readRow(portal.db, 'invoice', { account_id: account.id, kind: 'cycle' });
  return (await portal.get('/invoices/single', { invoice_id: id }, token)).json()[0];
}

/** The rows of a bill: kind, dollars, and whose receipt; and whether they add up. */
async function appliedTo(payer: Payer) {
  const { applied = [], amount, amount_to_pay } = await billOf(payer);
  const cents = applied.reduce((sum, row) => sum + centsOf(row.amount), 0);
  expect(cents).toBe(centsOf(amount) - centsOf(amount_to_pay));
  return applied.map((row) => [row.kind, row.amount, row.payment?.id ?? row.credit?.invoice_num]);
}

test('[STATEMENT-3, REFUND-1] what an operator gave back in parts is on the bill, each part with the receipt', async () => {
  const { payer, paymentId } = await buildPaid(portal, 'transafe');
  expect(await appliedTo(payer)).toEqual([['paid', 84.99, paymentId]]);
  await refund(portal, paymentId, { amountCents: 2_000 });
  await portal.passTime(settledMs);
  await refund(portal, paymentId, { amountCents: 500 });
  const inPart = [
    ['paid', 84.99, paymentId],
    ['refunded', -20, paymentId],
    ['refunded', -5, paymentId],
  ];
  expect(await appliedTo(payer)).toEqual(inPart);
  await portal.passTime(settledMs);
  await refund(portal, paymentId);
  expect(await appliedTo(payer)).toEqual([...inPart, ['refunded', -59.99, paymentId]]);
  expect(await billOf(payer)).toMatchObject({ amount_to_pay: 84.99, credit_applied: 0 });
});

test('[STATEMENT-3, RETURN-1] a debit that came back is on the bill, with its method and its day', async () => {
  const payer = await portal.buildPayer({ kind: 'bank' });
  const { id: paymentId } = (await portal.pay(payer, { consents })).json();
  expect(await appliedTo(payer)).toEqual([]);
  await portal.passTime(settledMs * 6);
  await portal.reconcile();
  expect(await appliedTo(payer)).toEqual([['paid', 84.99, paymentId]]);
  const reason = { reason: 'returned', text: 'R01', by: 'Kim' } as const;
  expect(await returnPayment(portal.portal, { paymentId, ...reason })).toBeUndefined();
  expect(await appliedTo(payer)).toEqual([
    ['paid', 84.99, paymentId],
    ['returned', -84.99, paymentId],
  ]);
  const { applied, amount_to_pay } = await billOf(payer);
  const day = dayOf(portal.clock.now(), portal.portal.config.timeZone);
  expect(applied?.[1]).toMatchObject({ day, payment: { payment_method: { card_type: 'ACH' } } });
  expect(amount_to_pay).toBe(84.99);
});
