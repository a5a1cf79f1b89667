import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { firstCharge } from '../../testing/charge-identity.ts';
import { type Payer, type PayingTestPortal, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRows } from '../../testing/rows.ts';
import type { ChargeRequest, ChargeResult, InquiryResult } from './card-processor.ts';
import { readInquiry, readPayment } from './orbital/orbital.responses.ts';
import { readPurchase, readRow } from './transafe/transafe.responses.ts';
import { resultAfterLookUp } from './unproven-result.ts';

const minute = 60_000;
const charge: ChargeRequest = {
  token: 'visa-4242',
  amountCents: 8_499,
  reference: '4000000000000001',
  kind: 'card',
  initiator: 'customer',
  networkTransaction: null,
  ...firstCharge,
  sendBefore: { isOver: () => false },
};
const approval = { code: 'AUTH', msoft_code: 'INT_SUCCESS', ttid: '1', ordernum: charge.reference };
const denial = { ...approval, code: 'DENY', phard_code: 'CARD_EXPIRED' };

function purchaseResult(change: object, body: object = approval) {
  const status = body === approval ? 200 : 402;
  const sent = JSON.parse(JSON.stringify({ ...body, ...change }));
  return readPurchase({ kind: 'response', status, body: sent }, charge);
}

test.each([
  ['as charged', {}, 'approved'],
  ['with amount and currency', { amount: '84.99', currency: 'USD' }, 'approved'],
  ['grouped', { ordernum: undefined, order: { ordernum: charge.reference } }, 'approved'],
  ['of another order', { ordernum: '4000000000000002' }, 'unknown'],
  ['of another order, grouped', { ordernum: undefined, order: { ordernum: '4' } }, 'unknown'],
  ['of another amount', { amount: '84.98' }, 'unknown'],
  ['in another currency', { currency: 'MXN' }, 'unknown'],
  ['of a part of the amount', { authamount: '42.49' }, 'approved'],
  ['of a part of the amount, twice', { authamount: '42.49', amount: '42.49' }, 'approved'],
  ['of more than the amount', { authamount: '85.00' }, 'unknown'],
])('[PAY-6] an approval %s is %s', (_word, change, outcome) => {
  expect(purchaseResult(change).result.outcome).toBe(outcome);
});

test.each([
  ['as charged', {}, 'declined'],
  ['of another order', { ordernum: '4' }, 'unknown'],
  ['of another amount', { amount: '1.00' }, 'unknown'],
])('[PAY-6] a decline %s is %s', (_word, change, outcome) => {
  expect(purchaseResult(change, denial).result.outcome).toBe(outcome);
});

test('[PAY-6] an outage reported for another order is unknown', () => {
  const body = { code: 'DENY', msoft_code: 'SYS_MAINTENANCE', ordernum: '4' };
  expect(readPurchase({ kind: 'response', status: 503, body }, charge).result.outcome).toBe('unknown');
});

test.each([
  ['refused profile of another order', { orderID: '4', status: { procStatus: '9581' } }, 'unknown'],
  ['refused profile without an order', { status: { procStatus: '9581' } }, 'declined'],
  [
    'larger amount',
    {
      orderID: charge.reference,
      txRefNum: 'A',
      redeemedAmount: '8500',
      status: { procStatus: '0', approvalStatus: '1' },
    },
    'unknown',
  ],
])('[PAY-6] Orbital: a %s', (_word, order, outcome) => {
  expect(readPayment({ kind: 'response', status: 200, body: { order } }, charge).result.outcome).toBe(
    outcome,
  );
});

test.each([
  ['approvedAmt', '4000', 'unknown'],
  ['approvedAmt', '8499', 'approved'],
  ['approvedAmt', '0', 'approved'],
  ['redeemedAmount', '4000', 'approved'],
])('[PAY-6] Orbital: an approval with %s %s is %s, and the log has the member', (member, value, outcome) => {
  const status = { procStatus: '0', approvalStatus: '1' };
  const order = { orderID: charge.reference, txRefNum: 'A', status, [member]: value };
  const { result } = readPayment({ kind: 'response', status: 200, body: { order } }, charge);
  expect(result).toMatchObject({ outcome });
  if (outcome === 'unknown')
    expect(result).toMatchObject({ text: 'chargedPart (orbital.names.ts): approvedAmt is 4000 0' });
});

test.each([
  ['an approval with an error status', 503, {}, 'unknown'],
  [
    'an unclear outcome beside a decline',
    402,
    { code: 'DENY', msoft_code: 'CONN_TOREVERSAL', phard_code: 'CALL' },
    'unknown',
  ],
  ['its own refusal of our order', 503, { code: 'DENY', msoft_code: 'SYS_MAINTENANCE' }, 'unavailable'],
])('[PAY-6] TranSafe: %s', (_word, status, change, outcome) => {
  const reading = readPurchase({ kind: 'response', status, body: { ...approval, ...change } }, charge);
  expect(reading).toMatchObject({ result: { outcome }, isProven: true });
});

test.each([
  ['CAPTURED', { currency: 'USD' }, 'approved'],
  ['CAPTURED', { currency: 'MXN' }, 'unknown'],
  ['VOIDED', {}, 'declined'],
  ['DENIED', {}, 'declined'],
  ['HELD', {}, 'unknown'],
])('[PAY-6] TranSafe: a row that is %s with %j', (status, change, outcome) => {
  expect(readRow({ ttid: '1', amount: '84.99', status, ...change }).outcome).toBe(outcome);
});

test('[PAY-6] Orbital: a refusal beside an order, or an inquiry’s answer about another order, is unknown', () => {
  const refused = { kind: 'response', status: 412, body: { procStatus: '20412', order: {} } } as const;
  expect(readPayment(refused, charge)).toMatchObject({ result: { outcome: 'unknown' }, isProven: true });
  const status = { procStatus: '0', approvalStatus: '1' };
  const answer = (orderID: string) =>
    ({ kind: 'response', status: 200, body: { order: { orderID, txRefNum: 'A', status } } }) as const;
  expect(readInquiry(answer('4'), charge).outcome).toBe('unknown');
  expect(readInquiry(answer(charge.reference), charge).outcome).toBe('approved');
});

const approvedNow = { outcome: 'approved', transaction: 'A', amountCents: 8_499 } as const;
const declinedNow = { outcome: 'declined', reason: 'declined', text: '' } as const;
const refusedNow = { outcome: 'unavailable', isSent: true, text: '' } as const;
const notFound = { outcome: 'not-found' } as const;
const noAnswer = { outcome: 'unknown', text: '' } as const;

test.each<[string, ChargeResult, InquiryResult, string]>([
  ['refusal, not found', refusedNow, notFound, 'unavailable'],
  ['refusal, found', refusedNow, approvedNow, 'approved'],
  ['refusal, no answer', refusedNow, noAnswer, 'unknown'],
  ['refusal, refused again', refusedNow, { ...noAnswer, isRefused: true }, 'unavailable'],
  ['approval, refused question', approvedNow, { ...noAnswer, isRefused: true }, 'unknown'],
  ['approval, not found', approvedNow, notFound, 'unknown'],
  [
    'approval, returned',
    approvedNow,
    { ...approvedNow, outcome: 'returned', reason: 'returned', text: '' },
    'unknown',
  ],
  ['refused method, not found', { ...declinedNow, transaction: null }, notFound, 'declined'],
  ['refused method, found', { ...declinedNow, transaction: null }, approvedNow, 'approved'],
  ['decline, not found', { ...declinedNow, transaction: 'A' }, notFound, 'unknown'],
])('[PAY-6] without our order number: %s', (_word, unproven, lookedUp, outcome) => {
  expect(resultAfterLookUp(unproven, lookedUp).outcome).toBe(outcome);
});

describe('responses of TranSafe on their way', () => {
  let portal: PayingTestPortal;
  beforeAll(async () => {
    portal = await startPayingPortal({ PROCESSOR_TIMEOUT_MS: '3000' });
  });
  afterEach(() => portal.sandbox.reset());
  afterAll(async () => {
    expect(await portal.brokenChecks()).toEqual([]);
    await portal.close();
  });

  async function bookedOf(payer: Payer) {
    const rows = await readRows(portal.db, 'payment', { account_id: payer.account.id });
    return rows.map((row) => [row.state, row.amount_cents, row.processor_transaction]);
  }

  test.each(['transafe', 'orbital'] as const)(
    '[PAY-6] two customers of %s whose responses are exchanged both end with their own charge',
    async (processor) => {
      const [one, two] = [await portal.buildPayer({ processor }), await portal.buildPayer({ processor })];
      await portal.sandbox.control({ processor, mode: 'swap', calls: 2 });
      const responses = await Promise.all([
        portal.pay(one, { amount: 20 }),
        portal.pay(two, { amount: 35.5 }),
      ]);
      expect(responses.map((response) => response.json().status)).toEqual(
        // TranSafe's answers have no order number, so both are looked up at once.
        processor === 'transafe' ? ['COMPLETED', 'COMPLETED'] : ['PENDING', 'PENDING'],
      );
      await portal.passTime(minute);
      await portal.reconcile();
      for (const [payer, cents] of [
        [one, 2_000],
        [two, 3_550],
      ] as const) {
        const [own] = await portal.chargesOf(payer);
        expect(await bookedOf(payer)).toEqual([['COMPLETED', cents, own?.id]]);
      }
    },
  );

  test.each(['transafe', 'orbital'] as const)(
    '[PAY-6] a refusal by %s that belongs to another customer frees no key: the charge is found and booked',
    async (processor) => {
      const one = await portal.buildPayer({ processor });
      const two = await portal.buildPayer({ processor, token: 'visa-4242-down' });
      await portal.sandbox.control({ processor, mode: 'swap', calls: 2 });
      const [first] = await Promise.all([portal.pay(one, {}, 'swapped'), portal.pay(two)]);
      expect(first.json().status).toBe('COMPLETED');
      expect((await portal.pay(one, {}, 'swapped')).json().id).toBe(first.json().id);
      expect(await portal.chargesOf(one)).toHaveLength(1);
      await portal.passTime(2 * minute);
      await portal.reconcile();
      expect((await bookedOf(two)).map(([state]) => state)).toEqual(['PROCESSING_ERROR']);
    },
  );

  test('[PAY-6] a response without the order number is looked up before the customer gets an answer', async () => {
    const payer = await portal.buildPayer({ processor: 'transafe' });
    await portal.sandbox.control({ processor: 'transafe', mode: 'no-number', calls: 1 });
    expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
    const [own] = await portal.chargesOf(payer);
    expect(await bookedOf(payer)).toEqual([['COMPLETED', 8_499, own?.id]]);
  });

  test('[PAY-6] a decline without the order number is looked up, too', async () => {
    const payer = await portal.buildPayer({ processor: 'transafe', token: 'visa-4242-expired' });
    await portal.sandbox.control({ processor: 'transafe', mode: 'no-number', calls: 1 });
    const response = await portal.pay(payer);
    expect(response.statusCode).toBe(402);
    expect(response.json().errors).toEqual([{ field: 'payment_method', code: 'expired-card' }]);
  });

  test('[PAY-6] without the order number of the response and of a lookup in time, the result is unknown', async () => {
    const payer = await portal.buildPayer({ processor: 'transafe', token: 'visa-4242-slow' });
    await portal.sandbox.control({ processor: 'transafe', mode: 'no-number', calls: 1 });
    expect((await portal.pay(payer)).json().status).toBe('PENDING');
  });
});
