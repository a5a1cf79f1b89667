import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callTransafe, countReferencesFrom, inquire, pay, purchase } from '../testing/processor-calls.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const shortTimeoutMs = 300;
const newReference = countReferencesFrom(1);
let sandbox: TestSandbox;

const control = (body: object) => sandbox.call('POST', '/control', { body });
const chargesOf = (reference: string) => sandbox.read(`/charges.json?reference=${reference}`);

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.call('POST', '/control/reset'));
afterAll(() => sandbox.stop());

describe('switching a whole service', () => {
  it('takes one processor down for every call, including lookups, and not the other', async () => {
    await control({ processor: 'transafe', mode: 'down' });
    const reference = newReference();
    expect(await purchase(sandbox, { reference })).toMatchObject({ status: 503, body: { code: 'DENY' } });
    expect((await callTransafe(sandbox, 'GET report/unsettled')).status).toBe(503);
    expect((await pay(sandbox, { reference })).status).toBe(200);
    await sandbox.call('POST', '/control/reset');
    expect((await purchase(sandbox, { reference: newReference() })).status).toBe(200);
  });

  it('takes Orbital down in its own format', async () => {
    await control({ processor: 'orbital', mode: 'down' });
    const answer = await pay(sandbox, { reference: newReference() });
    expect(answer).toMatchObject({ status: 503, body: { procStatus: '118' } });
  });

  it('charges and loses the responses', async () => {
    await control({ processor: 'orbital', mode: 'lose-answers' });
    const reference = newReference();
    expect((await pay(sandbox, { reference })).status).toBe(0);
    expect((await inquire(sandbox, reference)).status).toBe(0);
    expect(await chargesOf(reference)).toHaveLength(1);
  });

  it('accepts calls without charging or responding', async () => {
    await control({ processor: 'transafe', mode: 'black-hole' });
    const reference = newReference();
    expect((await purchase(sandbox, { reference, timeoutMs: shortTimeoutMs })).status).toBe(0);
    expect(await chargesOf(reference)).toEqual([]);
  });

  it('charges and responds late', async () => {
    await control({ processor: 'transafe', mode: 'slow', delayMs: 60_000 });
    const reference = newReference();
    expect((await purchase(sandbox, { reference, timeoutMs: shortTimeoutMs })).status).toBe(0);
    await expect.poll(() => chargesOf(reference)).toHaveLength(1);
    await control({ processor: 'transafe', mode: 'slow', delayMs: 1 });
    expect((await purchase(sandbox, { reference: newReference() })).status).toBe(200);
  });

  it.each([
    ['transafe', purchase],
    ['orbital', pay],
  ] as const)(
    'charges with %s, and a proxy answers with its own JSON and the chosen status',
    async (processor, charge) => {
      await control({ processor, mode: 'hop', status: 403, calls: 1 });
      const reference = newReference();
      const answer = await charge(sandbox, { reference });
      expect(answer).toMatchObject({ status: 403, body: { error: 'request refused' } });
      expect(answer.body).not.toHaveProperty('procStatus');
      expect(await chargesOf(reference)).toHaveLength(1);
      expect((await charge(sandbox, { reference: newReference() })).status).toBe(200);
    },
  );

  it('applies to the given number of calls only', async () => {
    await control({ processor: 'transafe', mode: 'down', calls: 2 });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) {
      statuses.push((await purchase(sandbox, { reference: newReference() })).status);
    }
    expect(statuses).toEqual([503, 503, 200]);
  });

  it('returns the mode of every service', async () => {
    const { body } = await control({ processor: 'smtp', mode: 'slow', delayMs: 10, calls: 7 });
    expect(body).toEqual([
      { processor: 'transafe', mode: 'normal', delayMs: 0, calls: null },
      { processor: 'orbital', mode: 'normal', delayMs: 0, calls: null },
      { processor: 'smtp', mode: 'slow', delayMs: 10, calls: 7 },
      { processor: 'card-frame', mode: 'normal', delayMs: 0, calls: null },
      { processor: 'card-form', mode: 'normal', delayMs: 0, calls: null },
      { processor: 'verify-pass', mode: 'normal', delayMs: 0, calls: null },
      { processor: 'field-service', mode: 'normal', delayMs: 0, calls: null },
      { processor: 'twilio', mode: 'normal', delayMs: 0, calls: null },
      { processor: 'auth0', mode: 'normal', delayMs: 0, calls: null },
    ]);
    expect(await sandbox.read('/control')).toEqual(body);
  });

  it('accepts the form of the overview page and redirects back to it', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'processor=orbital&mode=down&delayMs=&calls=';
    expect((await sandbox.call('POST', '/control', { headers, body })).status).toBe(303);
    expect((await pay(sandbox, { reference: newReference() })).status).toBe(503);
    expect((await sandbox.call('POST', '/control/reset', { headers, body: '' })).status).toBe(303);
    expect((await pay(sandbox, { reference: newReference() })).status).toBe(200);
  });

  it.each([
    [
      { processor: 'fax', mode: 'down' },
      'processor must be one of transafe, orbital, smtp, card-frame, card-form, verify-pass, field-service, twilio, auth0',
    ],
    [
      { processor: 'smtp', mode: 'broken' },
      'mode must be one of normal, down, black-hole, lose-answers, slow, hop, no-number, swap',
    ],
    [{ processor: 'smtp', mode: 'slow', delayMs: -1 }, 'delayMs must be a whole number up to 600000'],
    [{ processor: 'orbital', mode: 'hop', status: 99 }, 'status must be a whole number from 200 to 599'],
    [{ processor: 'smtp', mode: 'down', calls: 0 }, 'calls must be a whole number from 1 to 1000000'],
  ])('refuses %j', async (body, error) => {
    expect(await control(body)).toEqual({ status: 400, body: { error } });
  });
});
