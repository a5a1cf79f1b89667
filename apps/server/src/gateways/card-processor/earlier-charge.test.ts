import { describe, expect, test } from 'vitest';
import { firstCharge } from '../../testing/charge-identity.ts';
import type { ChargeIdentity, InquiryResult } from './card-processor.ts';
import { clockMarginMs, earlierCharge, earlierReason } from './earlier-charge.ts';
import { readInquiry, readPayment } from './orbital/orbital.responses.ts';
import { readReport } from './transafe/transafe.responses.ts';

const sentAt = new Date('2026-11-24T17:00:00Z');
const own: ChargeIdentity = { sentAt, lastFour: '4242' };
const before = (ms: number) => new Date(sentAt.getTime() - ms);

test.each<[string, ChargeIdentity, Parameters<typeof earlierReason>[1], string | undefined]>([
  ['at our time with our card', own, { at: sentAt, lastFour: '4242' }, undefined],
  ['of which nothing is said', own, {}, undefined],
  ['after we sent', own, { at: new Date(sentAt.getTime() + 3_600_000) }, undefined],
  ['before, as far as clocks may differ', own, { at: before(clockMarginMs) }, undefined],
  [
    'before that',
    own,
    { at: before(clockMarginMs + 1) },
    'it is of 2026-11-24T16:57:59.999Z, before we charged',
  ],
  ['with another card', own, { at: sentAt, lastFour: '1117' }, 'it is of …1117, not of …4242'],
  ['of a card that we do not know', { sentAt, lastFour: null }, { lastFour: '1117' }, undefined],
  [
    'found before anything was sent',
    { sentAt: null, lastFour: '4242' },
    { at: sentAt },
    'it was found before we charged',
  ],
])('[CHARGE-5] a charge %s', (_word, identity, traits, reason) => {
  expect(earlierReason(identity, traits)).toBe(reason);
});

test.each<[InquiryResult, object]>([
  [
    { outcome: 'approved', transaction: 'A', amountCents: 1 },
    { outcome: 'earlier', isAccepted: true, transaction: 'A' },
  ],
  [
    { outcome: 'pending', transaction: 'A', amountCents: 1 },
    { outcome: 'earlier', isAccepted: true, transaction: 'A' },
  ],
  [
    { outcome: 'declined', transaction: null, reason: 'declined', text: '' },
    { outcome: 'earlier', isAccepted: false, text: 'an earlier charge without a number, declined: why' },
  ],
  [
    { outcome: 'unknown', text: 'x' },
    { outcome: 'unknown', text: 'x' },
  ],
  [{ outcome: 'not-found' }, { outcome: 'not-found' }],
])('[CHARGE-5] an earlier charge that is %j', (found, expected) => {
  expect(earlierCharge(found, 'why')).toMatchObject(expected);
});

describe('Orbital', () => {
  const reference = '4000000000000001';
  const expected = { reference, amountCents: 8_499, identity: own };
  const answer = (order: object, approvalStatus = '1', lastFour = '4242') =>
    ({
      kind: 'response',
      status: 200,
      body: {
        order: { orderID: reference, txRefNum: 'A', status: { procStatus: '0', approvalStatus }, ...order },
        paymentInstrument: { card: { ccAccountNum: `XXXXXXXXXXXX${lastFour}` } },
      },
    }) as const;
  const respDateTime = '20261124165000';

  test.each<[string, object, boolean, string]>([
    ['a first answer', { retryAttempCount: '0', respDateTime }, false, 'approved'],
    ['an answer that repeats an earlier one', { retryAttempCount: '1' }, false, 'earlier'],
    ['an answer that repeats many', { retryAttempCount: '12' }, false, 'earlier'],
    [
      'a repeat of what we sent before',
      { retryAttempCount: '1', respDateTime: '20261124170001' },
      true,
      'approved',
    ],
    ['a repeat of what is older than we sent', { retryAttempCount: '1', respDateTime }, true, 'earlier'],
    ['an answer that counts nothing, of before', { respDateTime }, false, 'earlier'],
  ])('[CHARGE-5] %s', (_word, order, isResent, outcome) => {
    expect(readPayment(answer(order), { ...expected, isResent }).result.outcome).toBe(outcome);
  });

  test('[CHARGE-5] an answer of another card, or a repeated decline, is of an earlier charge', () => {
    const sent = { ...expected, isResent: false };
    expect(readPayment(answer({}, '1', '1117'), sent).result).toMatchObject({
      outcome: 'earlier',
      isAccepted: true,
    });
    expect(readPayment(answer({ retryAttempCount: '1' }, '0'), sent).result).toMatchObject({
      outcome: 'earlier',
      isAccepted: false,
      transaction: 'A',
    });
  });

  test.each<[string, object, Date | null, string]>([
    ['of our time', { respDateTime: '20261124170001' }, sentAt, 'approved'],
    ['of before', { respDateTime }, sentAt, 'earlier'],
    ['of a time that cannot be read', { respDateTime: 'today' }, sentAt, 'approved'],
    ['found before we sent', { respDateTime: '20261124170001' }, null, 'earlier'],
  ])('[CHARGE-5] an inquiry’s answer %s', (_word, order, at, outcome) => {
    const identity = { ...own, sentAt: at };
    expect(readInquiry(answer(order), { ...expected, identity }).outcome).toBe(outcome);
  });

  test('[CHARGE-5] a verification may be repeated', () => {
    const verification = { reference, amountCents: 0, isResent: false };
    expect(readPayment(answer({ retryAttempCount: '3', respDateTime }), verification).result.outcome).toBe(
      'approved',
    );
  });
});

describe('TranSafe', () => {
  const reference = '4000000000000001';
  const row = (ttid: string, minutesBefore: number, change: object = {}) => ({
    ttid,
    ...{ ordernum: reference, amount: '84.99', status: 'CAPTURED' },
    timestamp: String(before(minutesBefore * 60_000).getTime() / 1_000),
    ...change,
  });
  const read = (...report: object[]) =>
    readReport({ kind: 'response', status: 200, body: { report } }, { reference, ...own });

  test('[CHARGE-5] of two rows of an order the one of our time counts, in any order', () => {
    const [earlier, ours] = [row('1', 30), row('2', -1)];
    expect(read(earlier, ours)).toMatchObject({ outcome: 'approved', transaction: '2' });
    expect(read(ours, earlier)).toMatchObject({ outcome: 'approved', transaction: '2' });
  });

  test('[CHARGE-5] of several earlier rows the newest one counts', () => {
    expect(read(row('1', 60, { status: 'DENIED' }), row('2', 30))).toMatchObject({
      outcome: 'earlier',
      isAccepted: true,
      transaction: '2',
    });
    expect(read(row('1', 60), row('2', 30, { status: 'DENIED' }))).toMatchObject({ isAccepted: false });
  });

  test('[CHARGE-5] a row without a time may be ours', () => {
    expect(read(row('1', 0, { timestamp: 'x' }))).toMatchObject({ outcome: 'approved' });
    const report = { kind: 'response', status: 200, body: { report: [row('1', 600)] } } as const;
    expect(readReport(report, { reference, ...firstCharge })).toMatchObject({ outcome: 'approved' });
  });
});
