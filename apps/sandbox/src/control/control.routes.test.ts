import { afterEach, describe, expect, it } from 'vitest';
import { callTransafe, countReferencesFrom, pay, purchase } from '../testing/processor-calls.ts';
import { sandboxForFile } from '../testing/test-sandbox.ts';

const newReference = countReferencesFrom(1);

const control = (body: object) => sandbox.call('POST', '/control', { body });

const sandbox = sandboxForFile();
afterEach(() => sandbox.call('POST', '/control/reset'));

describe('switching a whole service', () => {
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
      { processor: 'gotransverse', mode: 'normal', delayMs: 0, calls: null },
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

  it('spares lookups where only money is meant, and does not count them', async () => {
    await control({ processor: 'transafe', mode: 'down', calls: 1, onlyMoney: true });
    expect((await callTransafe(sandbox, 'GET report/settled')).status).toBe(200);
    expect((await purchase(sandbox, { reference: newReference() })).status).toBe(503);
    expect((await purchase(sandbox, { reference: newReference() })).status).toBe(200);
  });

  it.each([
    [
      { processor: 'fax', mode: 'down' },
      'processor must be one of transafe, orbital, smtp, card-frame, card-form, verify-pass, field-service, gotransverse, twilio, auth0',
    ],
    [
      { processor: 'smtp', mode: 'broken' },
      'mode must be one of normal, down, black-hole, lose-answers, slow, hop, no-number, swap, repeats-orders, busy, other-account, half-list, cut, no-field, renamed-field, repeats, three-decimals, other-currency, other-midnight',
    ],
    [{ processor: 'smtp', mode: 'slow', delayMs: -1 }, 'delayMs must be a whole number up to 600000'],
    [{ processor: 'orbital', mode: 'hop', status: 99 }, 'status must be a whole number from 200 to 599'],
    [{ processor: 'smtp', mode: 'down', calls: 0 }, 'calls must be a whole number from 1 to 1000000'],
  ])('refuses %j', async (body, error) => {
    expect(await control(body)).toEqual({ status: 400, body: { error } });
  });
});
