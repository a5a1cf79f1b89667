import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTransafe, countReferencesFrom, purchase } from '../../testing/processor-calls.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';

const dayMs = 86_400_000;
let sandbox: TestSandbox;

const newReference = countReferencesFrom(5_000);
const call = (line: string, body?: unknown) => callTransafe(sandbox, line, body);

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

describe('charging with TranSafe', () => {
  it('charges a card and responds with strings only', async () => {
    const reference = newReference();
    const { status, body } = await purchase(sandbox, { token: 'mc-5454', amountCents: 1_234, reference });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code: 'AUTH',
      msoft_code: 'INT_SUCCESS',
      phard_code: 'SUCCESS',
      ordernum: reference,
      token: 'mc-5454',
      cardtype: 'MC',
      account: 'XXXXXXXXXXXX5454',
      timestamp: '1773154800',
    });
    expect(Object.values(body).every((value) => typeof value === 'string')).toBe(true);
    expect(await sandbox.read(`/charges.json?reference=${reference}`)).toMatchObject([
      { id: body.ttid, processor: 'transafe', amountCents: 1_234, state: 'captured', token: 'mc-5454' },
    ]);
  });

  it('accepts fields without their groups', async () => {
    const body = { token: 'visa-4242', amount: '20.00', ordernum: newReference() };
    expect((await call('POST transaction/purchase', body)).body.code).toBe('AUTH');
  });

  it('charges an order number once for ten requests at once', async () => {
    const reference = newReference();
    const answers = await Promise.all(Array.from({ length: 10 }, () => purchase(sandbox, { reference })));
    expect(answers.map(({ body }) => body.code).sort()).toEqual(['AUTH', ...Array(9).fill('DUPL')]);
    expect(await sandbox.read(`/charges.json?reference=${reference}`)).toHaveLength(1);
    const attempts = await sandbox.read('/attempts.json');
    const outcomes = attempts.filter((attempt: { reference: string }) => attempt.reference === reference);
    expect(outcomes.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual([
      'ordinary',
      ...Array(9).fill('repeat'),
    ]);
  });

  it('accepts an order number again after a decline', async () => {
    const reference = newReference();
    expect((await purchase(sandbox, { amountCents: 105, reference })).status).toBe(402);
    expect((await purchase(sandbox, { amountCents: 8_405, reference })).status).toBe(200);
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

  it('requires the right key, in headers or as Basic authentication', async () => {
    const path = '/transafe/api/v2/report/unsettled';
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const refusal = { status: 401, body: { msoft_code: 'ACCT_AUTHFAILED' } };
    expect(await sandbox.call('GET', path)).toMatchObject(refusal);
    const wrongKey = { 'x-api-key-id': 'sandbox-key', 'x-api-key': 'wrong' };
    expect(await sandbox.call('GET', path, { headers: wrongKey })).toMatchObject(refusal);
    expect(await sandbox.call('GET', path, { headers: basic('sandbox-key:wrong') })).toMatchObject(refusal);
    expect(
      (await sandbox.call('GET', path, { headers: basic('sandbox-key:sandbox-key-secret') })).status,
    ).toBe(200);
  });

  it('responds to unsupported calls in its own format', async () => {
    expect(await call('POST transaction/preauth', {})).toMatchObject({ status: 405, body: { code: 'DENY' } });
    expect(await call('GET report/nonsense')).toMatchObject({
      status: 404,
      body: { msoft_code: 'DATA_RECORDNOTFOUND' },
    });
  });
});

describe('looking up a TranSafe charge', () => {
  it('finds it by order number and ttid, unsettled and then settled', async () => {
    const reference = newReference();
    const { ttid } = (await purchase(sandbox, { amountCents: 4_200, reference })).body;
    const row = { ttid, ordernum: reference, amount: '42.00', status: 'CAPTURED', cardtype: 'VISA' };
    expect((await call(`GET report/unsettled?ordernum=${reference}`)).body.report).toMatchObject([row]);
    expect((await call(`GET report/unsettled?ttid=${ttid}`)).body.report).toMatchObject([row]);
    expect((await call(`GET report/settled?ttid=${ttid}`)).status).toBe(404);
    sandbox.clock.advance(dayMs);
    expect((await call(`GET report/unsettled?ttid=${ttid}`)).status).toBe(404);
    expect((await call(`GET report/settled?ttid=${ttid}`)).body.report).toMatchObject([
      { ...row, status: 'SETTLED' },
    ]);
  });

  it('returns 404 for a charge that was never made, and lists all without a filter', async () => {
    const nothing = { status: 404, body: { msoft_code: 'DATA_RECORDNOTFOUND' } };
    expect(await call('GET report/unsettled?ordernum=9999999999999999')).toMatchObject(nothing);
    expect(await call('GET report/unsettled?ttid=1&ttid=2')).toMatchObject(nothing);
    await purchase(sandbox, { reference: newReference() });
    expect((await call('GET report/unsettled')).body.report.length).toBeGreaterThan(0);
  });

  it('lists a declined charge as failed', async () => {
    const reference = newReference();
    await purchase(sandbox, { amountCents: 102, reference });
    expect((await call(`GET report/unsettled?ordernum=${reference}`)).status).toBe(404);
    const { report } = (await call(`GET report/failed?ordernum=${reference}`)).body;
    expect(report).toMatchObject([{ ordernum: reference, amount: '1.02', status: 'DENIED' }]);
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
    expect(await call(`DELETE transaction/${settled}`)).toMatchObject({
      status: 400,
      body: { msoft_code: 'DATA_INVALIDMOD' },
    });
    expect((await call('DELETE transaction/12345/void')).status).toBe(404);
  });

  it('refunds up to the charged amount, once per order number', async () => {
    const reference = newReference();
    const { ttid } = (await purchase(sandbox, { amountCents: 3_000, reference })).body;
    const refund = (members: object) => call(`POST transaction/${ttid}/refund`, members);
    const first = { money: { amount: '10.00' }, order: { ordernum: newReference() } };
    expect((await refund(first)).body.code).toBe('SUCCESS');
    expect(await refund(first)).toMatchObject({ status: 402, body: { code: 'DUPL' } });
    expect((await refund({ money: { amount: '20.01' } })).body.msoft_code).toBe('DATA_AMOUNT');
    expect((await refund({})).body.code).toBe('SUCCESS');
    expect(await sandbox.read(`/charges.json?reference=${reference}`)).toMatchObject([
      { state: 'refunded', refundedCents: 3_000 },
    ]);
    expect((await call('POST transaction/12345/refund', {})).status).toBe(404);
  });
});

describe('the TranSafe vault', () => {
  it('returns a saved method and deletes it permanently', async () => {
    expect((await call('GET vault/account/disc-1117-0329')).body).toMatchObject({
      code: 'SUCCESS',
      cardtype: 'DISC',
      account: 'XXXXXXXXXXXX1117',
      expdate: '0329',
    });
    expect((await call('DELETE vault/account/disc-1117-0329')).status).toBe(200);
    expect((await call('GET vault/account/disc-1117-0329')).status).toBe(404);
    expect((await call('DELETE vault/account/disc-1117-0329')).status).toBe(404);
    const charge = await purchase(sandbox, { token: 'disc-1117-0329', reference: newReference() });
    expect(charge).toMatchObject({ status: 400, body: { msoft_code: 'DATA_ACCOUNT' } });
  });

  it('has no expiry for a bank account and no entry for unknown tokens', async () => {
    expect((await call('GET vault/account/bank-6789')).body).not.toHaveProperty('expdate');
    expect((await call('GET vault/account/visa-4242-unknown')).status).toBe(404);
  });
});
