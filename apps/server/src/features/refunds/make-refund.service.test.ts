import { addDays } from '@myaccount/contract/calendar';
import { describe, expect, test } from 'vitest';
import { dayOf } from '../../platform/business-day.ts';
import { buildEnrolled, enrollPayer, paymentsOf } from '../../testing/autopay.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';
import {
  buildPaid,
  givenBack,
  payingPortalOf,
  postingsOf,
  refund,
  settledMs,
} from '../../testing/refunds.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { listAudit } from '../../testing/traces.ts';
import { returnPayment } from '../reconciliation/returns.service.ts';
import { reconcileRefunds, settleRefundManually } from './refund-inquiry.service.ts';
import { recordRefund } from './refund-outcome.service.ts';

const minute = 60_000;
const processors = ['transafe', 'orbital'] as const;
const portal = payingPortalForFile();

const inDays = (days: number) => addDays(dayOf(portal.clock.now(), portal.portal.config.timeZone), days);
const stateOf = async (id: string) => (await readRow(portal.db, 'payment', { id })).state;
/** When each autopay of a payer ended. */
const autopayOf = async ({ account }: Payer) =>
  (await readRows(portal.db, 'autopay_enrollment', { account_id: account.id })).map(
    ({ ended_at }) => ended_at,
  );
const rowsOf = (paymentId: string) => readRows(portal.db, 'refund', { payment_id: paymentId }, 'ordinal');

describe.each(processors)('a refund at %s', (processor) => {
  test('[REFUND-1] of a part, several times, at most what was taken; the last makes the payment refunded', async () => {
    const { payer, paymentId } = await buildPaid(portal, processor);
    expect(await refund(portal, paymentId, { amountCents: 2_000 })).toMatchObject({ state: 'DONE' });
    expect(await stateOf(paymentId)).toBe('COMPLETED');
    expect(await portal.balanceCents(payer)).toBe(2_000);
    expect(await refund(portal, paymentId, { amountCents: 6_500 })).toEqual({
      refusal: '$64.99 of the payment of $84.99 is left: $65.00 is more',
    });
    expect(await refund(portal, paymentId)).toMatchObject({ state: 'DONE', amountCents: 6_499 });
    expect(await stateOf(paymentId)).toBe('REFUNDED');
    expect(await portal.balanceCents(payer)).toBe(8_499);
    expect((await givenBack(portal, paymentId)).sort()).toEqual([2_000, 6_499]);
    expect(await postingsOf(portal, paymentId)).toEqual([
      ['payment', 8_499],
      ['refund', 2_000],
      ['refund', 6_499],
    ]);
    expect(await portal.mailsOf(payer)).toEqual(['payment-made', 'payment-refunded', 'payment-refunded']);
    expect((await refund(portal, paymentId)) as object).toEqual({
      refusal: 'The payment is REFUNDED: only a completed one can be refunded',
    });
    const audit = (await listAudit(portal, payer)).filter(({ action }) => action.includes('refund'));
    expect(audit.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'payments.refund-requested operator:Kim',
      'payments.refunded operator:Kim',
      'payments.refund-requested operator:Kim',
      'payments.refunded operator:Kim',
    ]);
  });

  test('[REFUND-2] whose answer is lost is settled by a lookup, and nothing else is sent before', async () => {
    const { payer, paymentId } = await buildPaid(portal, processor);
    // TranSafe's lookup before and after the call are three reports each.
    await portal.sandbox.control({ processor, mode: 'lose-answers' });
    const lost = refund(portal, paymentId, { amountCents: 2_000 });
    expect(await lost).toMatchObject({ state: 'REFUSED', text: expect.stringContaining('not sent') });
    await portal.sandbox.reset();
    expect(await givenBack(portal, paymentId)).toEqual([]);
    // The amount's cents select an outcome: given back, and the answer is lost.
    const unclear = await refund(portal, paymentId, { amountCents: 912 });
    expect(unclear).toMatchObject({ state: processor === 'transafe' ? 'DONE' : 'UNKNOWN' });
    if (processor === 'orbital') {
      expect(await refund(portal, paymentId, { amountCents: 1_000 })).toEqual({
        refusal: expect.stringContaining('of $9.12 is not known yet'),
      });
      await portal.passTime(2 * minute);
      await reconcileRefunds(payingPortalOf(portal));
    }
    expect((await rowsOf(paymentId)).map(({ state }) => state)).toEqual(['REFUSED', 'DONE']);
    expect(await givenBack(portal, paymentId)).toEqual([912]);
    expect(await portal.balanceCents(payer)).toBe(912);
    expect((await portal.mailsOf(payer)).filter((name) => name === 'payment-refunded')).toHaveLength(1);
  });

  test('[REFUND-2] that was never made is refused once it can no longer come, and can be made again', async () => {
    const { paymentId } = await buildPaid(portal, processor);
    const unsent = await refund(portal, paymentId, { amountCents: 913 });
    expect(unsent).toMatchObject({ state: 'UNKNOWN' });
    await portal.passTime(minute);
    await reconcileRefunds(payingPortalOf(portal));
    expect((await rowsOf(paymentId)).map(({ state }) => state)).toEqual(['UNKNOWN']);
    await portal.passTime(3 * minute);
    await reconcileRefunds(payingPortalOf(portal));
    expect((await rowsOf(paymentId)).map(({ state }) => state)).toEqual(['REFUSED']);
    expect(await refund(portal, paymentId, { amountCents: 2_000 })).toMatchObject({ state: 'DONE' });
    expect(await givenBack(portal, paymentId)).toEqual([2_000]);
  });

  test('[REFUND-2] that the bank declines is refused in the processor’s words, and books nothing', async () => {
    const { payer, paymentId } = await buildPaid(portal, processor);
    expect(await refund(portal, paymentId, { amountCents: 905 })).toMatchObject({
      state: 'REFUSED',
      text: expect.stringMatching(/DENY|05/),
    });
    expect(await portal.balanceCents(payer)).toBe(0);
    expect(await givenBack(portal, paymentId)).toEqual([]);
    expect(await portal.mailsOf(payer)).toEqual(['payment-made']);
  });

  test('[REFUND-2] two operators at once give back once', async () => {
    const { paymentId } = await buildPaid(portal, processor);
    const both = await Promise.all([refund(portal, paymentId), refund(portal, paymentId)]);
    expect(both.filter((one) => 'refusal' in one)).toHaveLength(1);
    expect(await givenBack(portal, paymentId)).toEqual([8_499]);
  });

  test('[REFUND-2] a person settles what the processor does not say', async () => {
    const { payer, paymentId } = await buildPaid(portal, processor);
    const unclear = await refund(portal, paymentId, { amountCents: 913 });
    if ('refusal' in unclear) throw new Error(unclear.refusal);
    const finding = { refundId: unclear.id, by: 'Ann', amountCents: undefined, transaction: undefined };
    const settle = (more: Partial<Parameters<typeof settleRefundManually>[1]>) =>
      settleRefundManually(payingPortalOf(portal), { ...finding, finding: 'refunded', ...more });
    expect(await settle({})).toContain('--transaction is missing');
    expect(await settle({ transaction: 'R-1', amountCents: 900_000 })).toContain('cannot be booked');
    expect(await settle({ transaction: 'R-1', amountCents: 900 })).toBeUndefined();
    expect(await settle({ transaction: 'R-1' })).toBe('The refund is DONE already');
    const done = { outcome: 'done', transaction: 'R-2', amountCents: 100 } as const;
    expect(await recordRefund(portal.portal, unclear, { result: done, actor: 'system' })).toMatchObject({
      amountCents: 900,
    });
    expect(await portal.balanceCents(payer)).toBe(900);
  });
});

describe('a whole charge at TranSafe', () => {
  test('[REFUND-3] is voided before it settles, and refunded after', async () => {
    const fresh = await buildPaid(portal, 'transafe', { isFresh: true });
    expect(await refund(portal, fresh.paymentId)).toMatchObject({ state: 'DONE', means: 'void' });
    expect(await stateOf(fresh.paymentId)).toBe('REFUNDED');
    const part = await buildPaid(portal, 'transafe', { isFresh: true });
    expect(await refund(portal, part.paymentId, { amountCents: 2_000 })).toMatchObject({
      state: 'REFUSED',
      means: 'refund',
      text: expect.stringContaining('DATA_INVALIDMOD'),
    });
    await portal.passTime(settledMs);
    expect(await refund(portal, part.paymentId)).toMatchObject({ state: 'DONE', means: 'refund' });
    expect([
      ...(await givenBack(portal, fresh.paymentId)),
      ...(await givenBack(portal, part.paymentId)),
    ]).toEqual([8_499, 8_499]);
  });
});

test('[REFUND-3] a bank debit, and a charge without its index, are only recorded', async () => {
  const bank = await portal.buildPayer({ processor: 'transafe', kind: 'bank' });
  const { id } = (
    await portal.pay(bank, { consents: [{ kind: 'bank-debit', textVersion: '1', language: 'en' }] })
  ).json();
  expect(await refund(portal, id)).toEqual({
    refusal: 'The payment is PENDING: only a completed one can be refunded',
  });
  await portal.passTime(4 * 86_400_000);
  await portal.reconcile();
  expect(await refund(portal, id)).toEqual({
    refusal: expect.stringContaining('can return the debit until'),
  });
  await portal.passTime(64 * 86_400_000);
  const sentence = { refusal: expect.stringContaining('record that with --recorded') };
  expect(await refund(portal, id)).toEqual(sentence);
  expect(await refund(portal, id, { isRecorded: true, amountCents: 100 })).toMatchObject({ state: 'DONE' });
  // What comes back after a part is the rest.
  const returned = { paymentId: id, reason: 'unauthorized', text: 'R10', by: 'Kim' } as const;
  expect(await returnPayment(portal.portal, returned)).toBeUndefined();
  expect(await portal.balanceCents(bank)).toBe(8_499);
  expect(await postingsOf(portal, id)).toEqual([
    ['payment', 8_499],
    ['refund', 100],
    ['payment-return', 8_399],
  ]);
  const { paymentId } = await buildPaid(portal, 'orbital');
  await portal.db
    .updateTable('payment')
    .set({ transaction_index: null })
    .where('id', '=', paymentId)
    .execute();
  expect(await refund(portal, paymentId)).toEqual(sentence);
  expect(await refund(portal, paymentId, { isRecorded: true })).toMatchObject({
    state: 'DONE',
    means: 'recorded',
  });
  expect(await givenBack(portal, paymentId)).toEqual([]);
});

describe('what a refund does to the account', () => {
  test('[REFUND-4] takes free credit first, and reopens debt only where it may', async () => {
    const { payer, paymentId } = await buildPaid(portal, 'orbital');
    await buildInvoice(portal.db, payer.account, {
      issuedOn: inDays(-5),
      charges: [{ type: 'one-time', description: 'Credit', amountCents: -3_000 }],
    });
    expect(await refund(portal, paymentId, { amountCents: 3_001, mayReopen: false })).toEqual({
      refusal: expect.stringContaining('It would reopen $0.01 of debt'),
    });
    await enrollPayer(portal, payer);
    expect(await refund(portal, paymentId, { amountCents: 3_000, mayReopen: false })).toMatchObject({
      state: 'DONE',
    });
    expect(await portal.balanceCents(payer)).toBe(0);
    const bills = await readRows(portal.db, 'invoice', { account_id: payer.account.id }, 'issued_on');
    expect(bills.map(({ open_cents }) => open_cents)).toEqual([0, 0]);
    expect(await autopayOf(payer)).toEqual([null]);
  });

  test('[REFUND-4, AUTOPAY-4] debt that it reopens turns autopay off and cancels plans, and the mail says so', async () => {
    const payer = await buildEnrolled(portal, {
      processor: 'orbital',
      bills: [8_499, 1_000],
      dueOn: inDays(30),
    });
    const { id: paymentId } = (await portal.pay(payer)).json();
    const planned = await portal.pay(payer, { amount: 10, payment_date: inDays(20) });
    expect(planned.statusCode).toBe(200);
    expect(await refund(portal, paymentId, { amountCents: 2_000 })).toMatchObject({ state: 'DONE' });
    expect(await autopayOf(payer)).toEqual([expect.any(Date)]);
    expect((await paymentsOf(portal, payer)).map(({ state }) => state)).toContain('CANCELLED');
    const mails = await readRows(portal.db, 'outbox', { account_id: payer.account.id }, 'id');
    expect(mails.at(-1)).toMatchObject({
      template: 'payment-refunded',
      payload: expect.objectContaining({
        amountCents: 2_000,
        refund: expect.objectContaining({ reopenedCents: 2_000, endsAutopay: true, cancelsPlans: true }),
      }),
    });
  });
});

test('[REFUND-2] what Orbital has forgotten waits for a person', async () => {
  const { paymentId } = await buildPaid(portal, 'orbital');
  await refund(portal, paymentId, { amountCents: 913 });
  await portal.passTime(49 * 3_600_000);
  await reconcileRefunds(payingPortalOf(portal));
  expect((await rowsOf(paymentId)).map(({ state }) => state)).toEqual(['UNKNOWN']);
});

test('[REFUND-8] what cannot be refunded is refused before the processor is asked, with the figure', async () => {
  const { paymentId } = await buildPaid(portal, 'orbital');
  const refusals = [
    [{ reason: '  ' }, 'the reason is empty'],
    [{ amountCents: 8_500 }, '$84.99 of the payment of $84.99 is left: $85.00 is more'],
    [{ mayReopen: false }, 'It would reopen $84.99'],
    [{ paymentId: 'x' }, 'There is no payment x: look for it with find'],
  ] as const;
  for (const [order, text] of refusals)
    expect(await refund(portal, paymentId, order)).toEqual({ refusal: expect.stringContaining(text) });
  expect(await rowsOf(paymentId)).toEqual([]);
  await changeRows(portal.db, 'payment', { id: paymentId }, { external_id: 'P-77' });
  expect(await refund(portal, paymentId)).toEqual({ refusal: expect.stringContaining('made elsewhere') });
  await changeRows(portal.db, 'payment', { id: paymentId }, { external_id: null });
  const large = await portal.buildPayer({ processor: 'orbital', bills: [60_000] });
  const { id } = (await portal.pay(large, { amount: 600 })).json();
  expect(await refund(portal, id)).toEqual({
    refusal: '$600.00 of the payment would be given back: LIMIT_REFUND_CENTS allows $500.00',
  });
  expect(await refund(portal, id, { amountCents: 50_000 })).toMatchObject({ state: 'DONE' });
  expect(await refund(portal, id, { amountCents: 1 })).toEqual({
    refusal: expect.stringContaining('$500.01'),
  });
});

test('[REFUND-2] an answer of Orbital that repeats an earlier refund under the number settles nothing', async () => {
  const { paymentId } = await buildPaid(portal, 'orbital');
  const { processor_reference, processor_transaction, transaction_index } = await readRow(
    portal.db,
    'payment',
    {
      id: paymentId,
    },
  );
  const send = () =>
    payingPortalOf(portal).processors.orbital.refund({
      means: 'refund',
      charge: {
        reference: processor_reference ?? '',
        transaction: processor_transaction ?? '',
        transactionIndex: transaction_index,
      },
      reference: '4000000000000123',
      amountCents: 100,
      sendBefore: { isOver: () => false },
    });
  expect(await send()).toMatchObject({ outcome: 'done', amountCents: 100 });
  expect(await send()).toMatchObject({ outcome: 'unknown', text: expect.stringContaining('earlier') });
  expect(await givenBack(portal, paymentId)).toEqual([100]);
});

test('[REFUND-6] history and receipt say what was given back, and what is left pays', async () => {
  const { payer, paymentId } = await buildPaid(portal, 'orbital');
  await refund(portal, paymentId, { amountCents: 2_000 });
  const token = await portal.signIn(payer.emailAddress);
  const receipt = (await portal.get('/payments/receipt', { id: paymentId }, token)).json();
  expect(receipt).toMatchObject({
    status: 'COMPLETED',
    amount: 84.99,
    refunded: 20,
    refunds: [{ amount: 20, refunded_on: inDays(0) }],
    applied_to: [{ amount: 64.99 }],
    credit: 0,
  });
  const list = { billing_account_id: payer.account.id, page_number: 1, page_size: 5 };
  const [row] = (await portal.get('/payments', list, token)).json().result;
  expect(row).toMatchObject({ status: 'COMPLETED', amount: 84.99, refunded: 20 });
  await refund(portal, paymentId);
  const whole = (await portal.get('/payments/receipt', { id: paymentId }, token)).json();
  expect(whole).toMatchObject({ status: 'REFUNDED', applied_to: [], credit: 0 });
  expect(whole.refunds).toHaveLength(2);
  expect(whole).not.toHaveProperty('refunded');
});
