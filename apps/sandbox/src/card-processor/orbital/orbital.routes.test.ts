import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { magicValues } from '../../magic-values.ts';
import { callOrbital, countReferencesFrom, inquire, pay } from '../../testing/processor-calls.ts';
import { startTestSandbox, type TestSandbox, testCredentials } from '../../testing/test-sandbox.ts';

const hourMs = 3_600_000;
const shortTimeoutMs = 500;
const paymentsPath = '/orbital/gwapi/v4/gateway/payments';
let sandbox: TestSandbox;

const newReference = countReferencesFrom(1_000_000_000_000_000);
const chargesOf = (reference: string) => sandbox.read(`/charges.json?reference=${reference}`);

const timeoutFor = (keyword: string) =>
  keyword === 'late' || keyword === 'silent' ? shortTimeoutMs : undefined;
const chargedCentsOf = async (reference: string): Promise<number[]> =>
  (await chargesOf(reference)).map(({ amountCents }: { amountCents: number }) => amountCents);

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

describe('charging with Orbital', () => {
  it('charges a profile and responds as the gateway does', async () => {
    const reference = newReference();
    const { status, body } = await pay(sandbox, { token: 'amex-0005', amountCents: 4_200, reference });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      orderID: reference,
      txRefIdx: '1',
      respDateTime: '20260310150000',
      retryTrace: reference,
      retryAttempCount: '0',
      status: { procStatus: '0', respCode: '00', hostRespCode: '100', approvalStatus: '1' },
    });
    expect(body.order.txRefNum).toMatch(/^[0-9A-F]{40}$/);
    expect(body.paymentInstrument.card).toEqual({ cardBrand: 'AX', ccAccountNum: 'XXXXXXXXXXX0005' });
    expect(await chargesOf(reference)).toMatchObject([
      {
        id: body.order.txRefNum,
        processor: 'orbital',
        orderId: reference,
        amountCents: 4_200,
        state: 'captured',
      },
    ]);
  });

  it('charges a retry trace once and repeats its response, for ten requests at once', async () => {
    const reference = newReference();
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(sandbox, { reference })));
    const orders = answers.map(({ body }) => body.order);
    expect(new Set(orders.map(({ txRefNum }) => txRefNum)).size).toBe(1);
    expect(orders.map(({ retryAttempCount }) => Number(retryAttempCount)).sort()).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(await chargesOf(reference)).toHaveLength(1);
  });

  it('repeats a decline too, and forgets a retry trace after 48 hours', async () => {
    const reference = newReference();
    const refused = await pay(sandbox, { amountCents: 105, reference });
    const again = await pay(sandbox, { amountCents: 105, reference });
    expect(again.body.order).toMatchObject({ txRefNum: refused.body.order.txRefNum, retryAttempCount: '1' });
    const charged = newReference();
    await pay(sandbox, { reference: charged });
    sandbox.clock.advance(48 * hourMs);
    expect((await inquire(sandbox, charged)).body.order.status.procStatus).toBe('9806');
    await pay(sandbox, { reference: charged });
    expect(await chargesOf(charged)).toHaveLength(2);
  });

  it('finds a charge by order and retry trace within 48 hours', async () => {
    const reference = newReference();
    const { body } = await pay(sandbox, { reference });
    sandbox.clock.advance(47 * hourMs);
    expect((await inquire(sandbox, reference)).body).toEqual(body);
    const otherOrder = { order: { orderID: '1', inquiryRetryNumber: reference } };
    expect((await callOrbital(sandbox, 'inquiry', otherOrder)).body.order.status.procStatus).toBe('9806');
    expect((await callOrbital(sandbox, 'inquiry', { order: { orderID: reference } })).status).toBe(400);
  });

  const profile = { useProfile: { useCustomerRefNum: 'visa-4242' } };
  const order = { orderID: '1', amount: '100' };
  it.each([
    ['another version', { version: '3.0', order }],
    ['a foreign merchant', { merchant: { bin: '000001', merchantID: '1', terminalID: '001' }, order }],
    ['an authorization alone', { transType: 'A', paymentInstrument: profile, order }],
    ['a card number', { transType: 'AC', paymentInstrument: { card: { ccAccountNum: '4242' } }, order }],
    ['no order number', { transType: 'AC', paymentInstrument: profile, order: { amount: '100' } }],
    [
      'an order number of 23',
      { transType: 'AC', paymentInstrument: profile, order: { ...order, orderID: '1'.repeat(23) } },
    ],
    [
      'an order number with a leading space',
      { paymentInstrument: profile, order: { ...order, orderID: ' 1' } },
    ],
    [
      'decimals in the amount',
      { transType: 'AC', paymentInstrument: profile, order: { ...order, amount: '1.00' } },
    ],
    [
      'an amount that is not text',
      { transType: 'AC', paymentInstrument: profile, order: { ...order, amount: 100 } },
    ],
    ['nothing to pay', { transType: 'AC', paymentInstrument: profile, order: { ...order, amount: '0' } }],
    [
      'a retry trace of letters',
      { transType: 'AC', paymentInstrument: profile, order: { ...order, retryTrace: 'a' } },
    ],
    [
      'a retry trace of 17',
      { transType: 'AC', paymentInstrument: profile, order: { ...order, retryTrace: '1'.repeat(17) } },
    ],
    ['a profile of 23', { paymentInstrument: { useProfile: { useCustomerRefNum: 'x'.repeat(23) } }, order }],
  ])('refuses %s with a flat error and charges nothing', async (_what, members) => {
    const before = await sandbox.read('/charges.json');
    const { status, body } = await callOrbital(sandbox, 'payments', members);
    expect(status).toBe(400);
    expect(body).toEqual({ procStatus: expect.any(String), procStatusMessage: expect.any(String) });
    expect(await sandbox.read('/charges.json')).toEqual(before);
  });

  it('requires security information, and reads JSON only', async () => {
    const refusal = { status: 412, body: { procStatus: '20412' } };
    expect(await sandbox.call('POST', paymentsPath, { body: {} })).toMatchObject(refusal);
    const { username, merchantId } = testCredentials.orbital;
    const headers = {
      orbitalConnectionUsername: username,
      orbitalConnectionPassword: 'wrong',
      merchantID: merchantId,
    };
    expect(await sandbox.call('POST', paymentsPath, { body: {}, headers })).toMatchObject(refusal);
    expect((await sandbox.call('POST', paymentsPath, { body: '{', headers })).status).toBe(400);
    expect((await callOrbital(sandbox, 'profile', {})).status).toBe(400);
  });
});

/** keyword → HTTP status (0: no response), procStatus, approvalStatus, charged cents. */
const orbitalOutcomes: readonly [string, number, string | undefined, string | undefined, number][] = [
  ['funds', 200, '0', '0', 0],
  ['expired', 200, '0', '0', 0],
  ['stolen', 200, '0', '0', 0],
  ['declined', 200, '0', '0', 0],
  ['call', 200, '0', '0', 0],
  ['closed', 200, '0', '0', 0],
  ['unknown', 200, '9581', '2', 0],
  ['slow', 200, '0', '1', 5_000],
  ['late', 0, undefined, undefined, 5_000],
  ['lost', 0, undefined, undefined, 5_000],
  ['unsent', 0, undefined, undefined, 0],
  ['flaky', 0, undefined, undefined, 0],
  ['silent', 0, undefined, undefined, 5_000],
  ['unclear', 504, '98', undefined, 5_000],
  ['phantom', 504, '98', undefined, 0],
  ['garbled', 200, undefined, undefined, 5_000],
  ['duplicate', 200, '0', '1', 5_000],
  ['twin', 200, '884', '2', 0],
  ['down', 503, '118', undefined, 0],
  ['failing', 500, '400', undefined, 0],
  ['overloaded', 429, '429', undefined, 0],
  ['busy', 200, '97', '2', 0],
  ['partial', 200, '0', '1', 2_500],
  ['returned', 200, '0', '1', 5_000],
  ['revoked', 200, '0', '1', 5_000],
  ['tardy', 200, '0', '1', 5_000],
];

describe('selecting the outcome of an Orbital payment', () => {
  it.each(orbitalOutcomes)('%s', async (keyword, status, procStatus, approvalStatus, chargedCents) => {
    const reference = newReference();
    const charge = {
      token: `visa-4242-${keyword}`,
      amountCents: 5_000,
      reference,
      timeoutMs: timeoutFor(keyword),
    };
    const { status: given, body } = await pay(sandbox, charge);
    expect(given).toBe(status);
    expect(body?.order?.status.procStatus ?? body?.procStatus).toBe(procStatus);
    expect(body?.order?.status.approvalStatus).toBe(approvalStatus);
    // After a time-out, the processor may still be working.
    await expect.poll(() => chargedCentsOf(reference)).toEqual(chargedCents === 0 ? [] : [chargedCents]);
    const known = (await inquire(sandbox, reference)).body.order.status;
    expect(known.approvalStatus).toBe(chargedCents > 0 ? '1' : approvalStatus === '0' ? '0' : '2');
  });

  it('covers every outcome', () => {
    expect(orbitalOutcomes.map(([keyword]) => keyword).sort()).toEqual(
      magicValues.map(({ keyword }) => keyword).sort(),
    );
  });

  it('reports a partial amount and a duplicate', async () => {
    const partial = await pay(sandbox, { amountCents: 940, reference: newReference() });
    expect(partial.body.order).toMatchObject({ requestedAmount: '940', redeemedAmount: '470' });
    const duplicate = await pay(sandbox, { amountCents: 120, reference: newReference() });
    expect(duplicate.body.order.retryAttempCount).toBe('1');
  });

  it.each(['flaky', 'busy'])('charges "%s" on a second attempt under the same trace', async (keyword) => {
    const charge = { token: `visa-4242-${keyword}`, reference: newReference() };
    await pay(sandbox, charge);
    expect((await pay(sandbox, charge)).body.order.status.approvalStatus).toBe('1');
  });
});

describe('reversing an Orbital charge', () => {
  it('reverses in full before settlement, repeatably, and not after', async () => {
    const reference = newReference();
    const { txRefNum } = (await pay(sandbox, { reference })).body.order;
    const reversal = { order: { orderID: reference, txRefNum, txRefIdx: '1' } };
    expect(
      (await callOrbital(sandbox, 'reversal', { order: { ...reversal.order, adjustedAmt: '1' } })).body.order
        .status.procStatus,
    ).toBe('882');
    expect((await callOrbital(sandbox, 'reversal', reversal)).body.order.status.procStatus).toBe('0');
    expect((await callOrbital(sandbox, 'reversal', reversal)).body.order.status.procStatus).toBe('0');
    expect(await chargesOf(reference)).toMatchObject([{ state: 'voided' }]);
    const unknown = { order: { orderID: reference, txRefNum: 'ABC' } };
    expect((await callOrbital(sandbox, 'reversal', unknown)).body.order.status.procStatus).toBe('881');
  });

  it('refunds up to the charged amount, once per retry trace', async () => {
    const reference = newReference();
    const { txRefNum } = (await pay(sandbox, { amountCents: 3_000, reference })).body.order;
    const refund = (members: object) =>
      callOrbital(sandbox, 'refund', { order: { orderID: reference, txRefNum, ...members } });
    const first = { amount: '1000', retryTrace: newReference() };
    const answer = (await refund(first)).body;
    expect(answer.order.status.procStatus).toBe('0');
    expect((await refund(first)).body).toEqual(answer);
    expect((await refund({ amount: '2001' })).body.order.status.procStatus).toBe('883');
    expect((await refund({})).body.order.status.procStatus).toBe('0');
    expect(await chargesOf(reference)).toMatchObject([{ state: 'refunded', refundedCents: 3_000 }]);
    expect((await refund({ txRefNum: 'ABC' })).body.order.status.procStatus).toBe('881');
  });
});
