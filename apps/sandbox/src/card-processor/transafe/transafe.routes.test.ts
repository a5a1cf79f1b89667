import { describe, expect, it } from 'vitest';
import { callTransafe, countReferencesFrom, purchase } from '../../testing/processor-calls.ts';
import { sandboxForFile } from '../../testing/test-sandbox.ts';

const dayMs = 86_400_000;

const newReference = countReferencesFrom(5_000);
const call = (line: string, body?: unknown) => callTransafe(sandbox, line, body);

const sandbox = sandboxForFile();

describe('charging with TranSafe', () => {
  it('answers what is documented: without the order number', async () => {
    const { body } = await purchase(sandbox, { reference: newReference() });
    const members = [
      'code',
      'msoft_code',
      'phard_code',
      'verbiage',
      'ttid',
      'token',
      'cardtype',
      'account',
      'timestamp',
    ];
    expect(Object.keys(body)).toEqual(members);
  });

  it('accepts an order number again after a decline', async () => {
    const reference = newReference();
    expect((await purchase(sandbox, { amountCents: 105, reference })).status).toBe(402);
    expect((await purchase(sandbox, { amountCents: 8_405, reference })).status).toBe(200);
  });

  it.each([
    ['repeats-orders', 200, 2],
    ['normal', 402, 1],
  ])('answers a repeated order number in mode %s with HTTP %i', async (mode, status, charges) => {
    const reference = newReference();
    expect((await purchase(sandbox, { reference })).status).toBe(200);
    await sandbox.call('POST', '/control', { body: { processor: 'transafe', mode, calls: 1 } });
    expect((await purchase(sandbox, { reference })).status).toBe(status);
    expect((await call(`GET report/unsettled?ordernum=${reference}`)).body.report).toHaveLength(charges);
  });

  it.each([
    ['no token', { amount: '1.00' }, 400, 'DATA_ACCOUNT'],
    ['an invalid token', { token: 'a b', amount: '1.00' }, 400, 'DATA_ACCOUNT'],
    ['no amount', { token: 'visa-4242' }, 400, 'DATA_AMOUNT'],
    ['nothing to pay', { token: 'visa-4242', amount: '0.00' }, 400, 'DATA_AMOUNT'],
    ['three decimals', { token: 'visa-4242', amount: '1.000' }, 400, 'DATA_AMOUNT'],
    ['cents', { token: 'visa-4242', amount: '100' }, 400, 'DATA_AMOUNT'],
    ['a number instead of a string', { token: 'visa-4242', amount: 1.5 }, 400, 'DATA_BADTRANS'],
    [
      'an order number that is too long',
      { token: 'visa-4242', amount: '20.00', ordernum: 'x'.repeat(33) },
      400,
      'DATA_BADTRANS',
    ],
    ['a body that is not JSON', '{', 400, 'DATA_BADTRANS'],
  ])('refuses %s and charges nothing', async (_what, body, status, msoftCode) => {
    const before = await sandbox.read('/charges.json');
    const answer = await call('POST transaction/purchase', body);
    expect(answer).toMatchObject({ status, body: { code: 'DENY', msoft_code: msoftCode } });
    expect(await sandbox.read('/charges.json')).toEqual(before);
  });
});

describe('reversing a TranSafe charge', () => {
  it('voids before settlement, once, and not after', async () => {
    const { ttid } = (await purchase(sandbox, { reference: newReference() })).body;
    expect((await call(`DELETE transaction/${ttid}/void`)).body.code).toBe('SUCCESS');
    expect((await call(`DELETE transaction/${ttid}/void`)).status).toBe(304);
    expect((await call(`GET report/failed?ttid=${ttid}`)).body.report).toMatchObject([{ status: 'VOIDED' }]);
    const settled = (await purchase(sandbox, { reference: newReference() })).body.ttid;
    sandbox.clock.advance(dayMs);
    expect(await call(`DELETE transaction/${settled}/void`)).toMatchObject({
      status: 400,
      body: { msoft_code: 'DATA_INVALIDMOD' },
    });
    expect((await call('DELETE transaction/12345/void')).status).toBe(404);
  });

  it('refunds after settlement and after a void, again and again, and not before', async () => {
    const refund = async (ttid: string) =>
      (await call(`POST transaction/${ttid}/refund`, { money: { amount: '20.00' } })).body.code;
    const { ttid: settled } = (await purchase(sandbox, { reference: newReference() })).body;
    expect(await refund(settled)).toBe('DENY');
    await sandbox.call('POST', `/charges/${settled}/settle`);
    expect([await refund(settled), await refund(settled)]).toEqual(['AUTH', 'AUTH']);
    const { ttid: voided } = (await purchase(sandbox, { reference: newReference() })).body;
    await call(`DELETE transaction/${voided}/void`);
    expect(await refund(voided)).toBe('AUTH');
    const refunds: { refundOf: string }[] = await sandbox.read('/refunds.json');
    expect(refunds.map(({ refundOf }) => refundOf).sort()).toEqual([settled, settled, voided].sort());
  });
});

describe('the TranSafe vault', () => {
  it('returns a saved method', async () => {
    expect((await call('GET vault/account/disc-1117-0329')).body).toMatchObject({
      code: 'SUCCESS',
      cardtype: 'DISC',
      account: 'XXXXXXXXXXXX1117',
      expdate: '0329',
    });
  });

  it('has no expiry for a bank account and no entry for unknown tokens', async () => {
    expect((await call('GET vault/account/bank-6789')).body).not.toHaveProperty('expdate');
    expect((await call('GET vault/account/visa-4242-unknown')).status).toBe(404);
  });
});
