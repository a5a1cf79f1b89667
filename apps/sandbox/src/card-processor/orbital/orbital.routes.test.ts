import { describe, expect, it } from 'vitest';
import { callOrbital, countReferencesFrom, inquire, pay } from '../../testing/processor-calls.ts';
import { sandboxForFile } from '../../testing/test-sandbox.ts';

const hourMs = 3_600_000;

const newReference = countReferencesFrom(1_000_000_000_000_000);
const chargesOf = (reference: string) => sandbox.read(`/charges.json?reference=${reference}`);

const sandbox = sandboxForFile();

describe('charging with Orbital', () => {
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

  it('delivers the response as the outcome says: cut off, or as a web page', async () => {
    const reference = newReference();
    expect((await pay(sandbox, { token: 'visa-4242-lost', reference })).status).toBe(0);
    expect(await chargesOf(reference)).toHaveLength(1);
    const garbled = await pay(sandbox, { token: 'visa-4242-garbled', reference: newReference() });
    expect(garbled.body).toContain('<!doctype html>');
  });

  const profile = { useProfile: { useCustomerRefNum: 'visa-4242' } };
  const order = { orderID: '1', amount: '100', industryType: 'EC' };
  const used = { mitMsgType: 'CSTO', mitStoredCredentialInd: 'Y' };
  const charged = { transType: 'AC', paymentInstrument: profile, order, merchantInitiatedTransaction: used };
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
    ['no industry', { ...charged, order: { ...order, industryType: undefined } }],
    ['no word on who uses the card', { ...charged, merchantInitiatedTransaction: undefined }],
    [
      'an unknown user of the card',
      { ...charged, merchantInitiatedTransaction: { ...used, mitMsgType: 'X' } },
    ],
    ['no sign of a stored card', { ...charged, merchantInitiatedTransaction: { mitMsgType: 'CSTO' } }],
    ['a profile of 23', { paymentInstrument: { useProfile: { useCustomerRefNum: 'x'.repeat(23) } }, order }],
  ])('refuses %s with a flat error and charges nothing', async (_what, members) => {
    const before = await sandbox.read('/charges.json');
    const { status, body } = await callOrbital(sandbox, 'payments', members);
    expect(status).toBe(400);
    expect(body).toEqual({ procStatus: expect.any(String), procStatusMessage: expect.any(String) });
    expect(await sandbox.read('/charges.json')).toEqual(before);
  });
});

describe('verifying a profile with Orbital', () => {
  const verify = (token: string, members: object = {}) => {
    const reference = newReference();
    return callOrbital(sandbox, 'payments', {
      transType: 'A',
      paymentInstrument: { useProfile: { useCustomerRefNum: token } },
      merchantInitiatedTransaction: { mitMsgType: 'CSTO', mitStoredCredentialInd: 'Y' },
      order: { orderID: reference, amount: '0', industryType: 'EC', retryTrace: reference, ...members },
    });
  };

  it.each([
    ['visa-4242', { procStatus: '0', approvalStatus: '1' }],
    ['visa-4242-partial', { procStatus: '0', approvalStatus: '1' }],
    ['visa-4242-funds', { procStatus: '0', approvalStatus: '1' }],
    ['mc-5454-stolen', { procStatus: '0', approvalStatus: '0', respCode: '04' }],
    ['amex-0005-unknown', { procStatus: '9581' }],
    ['visa-4242-twin', { procStatus: '884' }],
  ])('answers for %s, and books nothing', async (token, status) => {
    const before = await sandbox.read('/charges.json?declined=yes');
    const { body } = await verify(token);
    expect(body.order.status).toMatchObject(status);
    expect(body.order).not.toHaveProperty('redeemedAmount');
    expect(await sandbox.read('/charges.json?declined=yes')).toEqual(before);
  });

  it('verifies no Discover card, and for no amount', async () => {
    expect(await verify('disc-1117')).toMatchObject({ status: 400, body: { procStatus: '300' } });
    expect(await verify('visa-4242', { amount: '1' })).toMatchObject({
      status: 400,
      body: { procStatus: '842' },
    });
    expect((await verify('visa-4242-failing')).status).toBe(500);
  });
});

describe('selecting the outcome of an Orbital payment', () => {
  it('reports a partial amount and a duplicate', async () => {
    const partial = await pay(sandbox, { amountCents: 940, reference: newReference() });
    expect(partial.body.order).toMatchObject({ redeemedAmount: '470' });
    const duplicate = await pay(sandbox, { amountCents: 120, reference: newReference() });
    expect(duplicate.body.order.retryAttempCount).toBe('1');
  });

  it.each(['flaky', 'busy'])('charges "%s" on a second attempt under the same trace', async (keyword) => {
    const charge = { token: `visa-4242-${keyword}`, reference: newReference() };
    await pay(sandbox, charge);
    expect((await pay(sandbox, charge)).body.order.status.approvalStatus).toBe('1');
  });
});
