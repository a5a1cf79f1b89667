import { expect, inject, test } from 'vitest';
import { payingPortalForFile } from '../../testing/paying-portal.ts';
import { buildPaid, givenBack, payingPortalOf, refund } from '../../testing/refunds.ts';
import { copyTables } from '../../testing/restored-database.ts';
import { changeRows, insertRow, readRow, readRows } from '../../testing/rows.ts';
import { beat } from '../charging/heartbeat.repository.ts';
import { compareAndBook } from '../charging-pause/book-lost-charge.service.ts';
import { letChargingGoOn } from '../charging-pause/resume-charging.service.ts';
import { flagMissingRefunds } from './compare-refunds.service.ts';

const dayMs = 86_400_000;
const portal = payingPortalForFile();

/** Returns the refunds of TranSafe's reports of the last days, and Orbital's as its settlement file would have them. */
async function recordsOf(processor: 'transafe' | 'orbital') {
  const now = portal.clock.now().getTime();
  const paying = payingPortalOf(portal);
  if (processor === 'transafe')
    return await paying.processors.transafe.listCharges(new Date(now - 9 * dayMs), new Date(now + dayMs));
  const refunds = (await portal.sandbox.refunds()).filter((one) => one.processor === 'orbital');
  return {
    charges: [],
    refunds: refunds.map(({ reference, id, amountCents, at }) => ({
      reference: reference ?? '',
      transaction: id,
      amountCents,
      at: new Date(at),
      lastFour: '4242',
      means: 'refund' as const,
    })),
  };
}

const compare = async (processor: 'transafe' | 'orbital', isDryRun = false) => {
  const { findings, booked } = await compareAndBook(
    payingPortalOf(portal),
    processor,
    await recordsOf(processor),
    { isDryRun },
  );
  return { findings: findings.map(({ discrepancy }) => discrepancy), booked: booked.length };
};

test.each(['transafe', 'orbital'] as const)(
  '[REFUND-7] at %s, refunds agree both ways; one that is not known, or was refused, is booked once it is found',
  async (processor) => {
    const { payer, paymentId } = await buildPaid(portal, processor);
    await refund(portal, paymentId, { amountCents: 2_000 });
    expect(await compare(processor)).toEqual({ findings: [], booked: 0 });
    const late = await buildPaid(portal, processor);
    await portal.sandbox.control({ processor, mode: 'down' });
    await refund(portal, late.paymentId, { amountCents: 1_000 });
    await portal.sandbox.reset();
    const [row] = await readRows(portal.db, 'refund', { payment_id: late.paymentId });
    expect(row).toMatchObject({ state: 'REFUSED' });
    // Sent behind our back: the processor gives it back after all.
    const gateway = payingPortalOf(portal).processors[processor];
    const paid = await readRow(portal.db, 'payment', { id: late.paymentId });
    await gateway.refund({
      means: 'refund',
      charge: {
        reference: paid.processor_reference ?? '',
        transaction: paid.processor_transaction ?? '',
        transactionIndex: paid.transaction_index,
      },
      reference: row?.processor_reference ?? '',
      amountCents: 1_000,
      sendBefore: { isOver: () => false },
    });
    expect(await compare(processor, true)).toEqual({ findings: ['not-refunded-here'], booked: 0 });
    expect(await compare(processor)).toEqual({ findings: [], booked: 1 });
    expect(await compare(processor)).toEqual({ findings: [], booked: 0 });
    expect(await readRow(portal.db, 'refund', { payment_id: late.paymentId })).toMatchObject({
      state: 'DONE',
    });
    expect(await portal.balanceCents(late.payer)).toBe(1_000);
    expect(await portal.balanceCents(payer)).toBe(2_000);
  },
);

test('[REFUND-7] a refund here that the processor’s records lack sends its payment to a person', async () => {
  const { paymentId } = await buildPaid(portal, 'transafe');
  await refund(portal, paymentId, { amountCents: 2_000 });
  await changeRows(portal.db, 'payment', { id: paymentId }, { manual_review_reason: null });
  const now = portal.clock.now().getTime();
  const window = { from: new Date(now - dayMs), to: new Date(now + 9 * dayMs) };
  const { refunds } = await recordsOf('transafe');
  const others = refunds.filter(({ amountCents }) => amountCents !== 2_000);
  const voided = await buildPaid(portal, 'transafe', { isFresh: true });
  await refund(portal, voided.paymentId);
  const all = [...refunds, ...(await recordsOf('transafe')).refunds];
  expect(await flagMissingRefunds(payingPortalOf(portal), 'transafe', all, window)).toEqual([]);
  const declined = await buildPaid(portal, 'transafe');
  await refund(portal, declined.paymentId, { amountCents: 905 });
  const missing = await flagMissingRefunds(payingPortalOf(portal), 'transafe', others, window);
  expect(missing.map(({ id }) => id)).not.toContain(declined.paymentId);
  expect(missing.map(({ id }) => id)).toContain(paymentId);
  expect((await readRow(portal.db, 'payment', { id: paymentId })).manual_review_reason).toContain(
    'lack a refund',
  );
});

test.each([
  ['transafe', 'refund', false],
  ['transafe', 'void', true],
  ['orbital', 'refund', false],
] as const)(
  '[REFUND-7] at %s, a %s that a restored database lost is booked once, without another mail; until then nothing is refunded',
  async (processor, means, isFresh) => {
    const { payer, paymentId } = await buildPaid(portal, processor, { isFresh });
    const backup = await copyTables(portal.ownerUrl, inject('testPostgres').superuserUrl);
    const order = means === 'void' ? {} : { amountCents: 2_000 };
    expect(await refund(portal, paymentId, order)).toMatchObject({ state: 'DONE', means });
    await backup.restore();
    await beat(portal.db);
    expect(await refund(portal, paymentId, order)).toEqual({
      refusal: expect.stringContaining('Charges wait until they are compared'),
    });
    expect(await compare(processor, true)).toEqual({ findings: ['unknown-here'], booked: 0 });
    expect(await compare(processor)).toEqual({ findings: [], booked: 1 });
    expect(await compare(processor)).toEqual({ findings: [], booked: 0 });
    await letChargingGoOn(portal.portal);
    const cents = means === 'void' ? 8_499 : 2_000;
    expect(await portal.balanceCents(payer)).toBe(cents);
    expect(await givenBack(portal, paymentId)).toEqual([cents]);
    expect(await portal.mailsOf(payer)).toEqual(['payment-made']);
    expect(await readRow(portal.db, 'refund', { payment_id: paymentId })).toMatchObject({
      means,
      actor: 'system',
    });
  },
);

test('[REFUND-7] one that was lost and not compared is found before another is sent', async () => {
  const { paymentId } = await buildPaid(portal, 'transafe');
  const backup = await copyTables(portal.ownerUrl, inject('testPostgres').superuserUrl);
  await refund(portal, paymentId, { amountCents: 2_000 });
  await backup.restore();
  await beat(portal.db);
  await letChargingGoOn(portal.portal, 'we know');
  // What the processor has under the number counts, not what is asked.
  expect(await refund(portal, paymentId, { amountCents: 3_000 })).toMatchObject({
    state: 'DONE',
    amountCents: 2_000,
  });
  expect(await givenBack(portal, paymentId)).toEqual([2_000]);
});

test('[REFUND-7] another amount than is booked is named, and stays', async () => {
  const { paymentId } = await buildPaid(portal, 'orbital');
  await refund(portal, paymentId, { amountCents: 2_000 });
  const [row] = await readRows(portal.db, 'refund', { payment_id: paymentId });
  const record = {
    transaction: 'T',
    amountCents: 1_999,
    at: new Date(),
    lastFour: '4242',
    means: 'refund' as const,
  };
  const refunds = [{ ...record, reference: row?.processor_reference ?? '' }];
  const { findings, booked } = await compareAndBook(payingPortalOf(portal), 'orbital', {
    charges: [],
    refunds,
  });
  expect([findings.map(({ discrepancy }) => discrepancy), booked]).toEqual([['other-amount'], []]);
});

test('[REFUND-7] a void whose answer was lost is its own, not another one', async () => {
  const { payer, paymentId } = await buildPaid(portal, 'transafe', { isFresh: true });
  const { processor_reference, processor_transaction } = await readRow(portal.db, 'payment', {
    id: paymentId,
  });
  const sent = { account_id: payer.account.id, payment_id: paymentId, ordinal: 1, amount_cents: 8_499 };
  const at = portal.clock.now();
  const asked = { state: 'UNKNOWN', means: 'void', reason: 'x', actor: 'operator:Kim' } as const;
  await insertRow(portal.db, 'refund', { ...sent, ...asked, requested_at: at, state_at: at });
  await payingPortalOf(portal).processors.transafe.refund({
    means: 'void',
    charge: {
      reference: processor_reference ?? '',
      transaction: processor_transaction ?? '',
      transactionIndex: null,
    },
    reference: '1',
    amountCents: 8_499,
    sendBefore: { isOver: () => false },
  });
  expect(await compare('transafe')).toEqual({ findings: [], booked: 1 });
  expect(await readRows(portal.db, 'refund', { payment_id: paymentId })).toMatchObject([{ state: 'DONE' }]);
  expect(await portal.mailsOf(payer)).toEqual(['payment-made', 'payment-refunded']);
});
