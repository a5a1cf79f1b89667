import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts';
import type { SmsGateway } from './sms.ts';
import { openTwilio } from './twilio.ts';
import { isSignedBy } from './twilio-signature.ts';

let sandbox: TestSandbox;
let twilio: SmsGateway;
const open = (changes: object = {}) =>
  openTwilio({
    url: sandbox.url,
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'test-text-token',
    previousAuthToken: null,
    from: '+12165550199',
    timeoutMs: 1_000,
    ...changes,
  });
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
// A new gateway for each test: failures of one must not open the circuit of the next.
afterEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const callbackUrl = 'http://127.0.0.1:9/';
const start = Date.now() - 60_000;
const text = (to: string, body = 'Hello') => ({ to, body, callbackUrl });
const query = (to: string, body = 'Hello', since = new Date(start)) => ({ to, body, since });

describe('sending', () => {
  test.each(['+12165550199', `MG${'a'.repeat(32)}`])(
    '[SMS-1] a text from %s is accepted, and arrives',
    async (from) => {
      twilio = open({ from });
      const to = from.startsWith('MG') ? '+16145550101' : '+16145550100';
      const sent = await twilio.send(text(to, 'Olé & “más”?'));
      expect(sent).toMatchObject({ outcome: 'accepted', text: { status: 'accepted', reason: null } });
      expect(await sandbox.messages(to)).toMatchObject([{ channel: 'sms', text: 'Olé & “más”?' }]);
    },
  );

  test.each([
    ['+16145550901', { outcome: 'refused', reason: 'bad-number', text: 'HTTP 400, code 21211' }],
    ['+16145550902', { outcome: 'refused', reason: 'opted-out', text: 'HTTP 400, code 21610' }],
    ['+16145550907', { outcome: 'unavailable', text: 'HTTP 429, code 20429' }],
    ['+16145550904', { outcome: 'unknown' }],
  ])('[SMS-1] to %s: %o, without the number', async (to, expected) => {
    const result = await open().send(text(to));
    expect(result).toMatchObject(expected);
    expect(JSON.stringify(result)).not.toContain(to);
  });

  test('[SMS-1] any other refusal of the text is for good, and a wrong secret is ours', async () => {
    expect(await open().send(text('+16145550100', 'x'.repeat(1_601)))).toMatchObject({
      outcome: 'refused',
      reason: 'other',
    });
    expect(await open({ authToken: 'wrong' }).send(text('+16145550100'))).toMatchObject({
      outcome: 'unavailable',
      text: 'HTTP 401, code 20003',
    });
  });

  test.each([
    ['down', undefined, 'unknown'],
    ['black-hole', undefined, 'unknown'],
    ['lose-answers', undefined, 'unknown'],
    ['hop', 403, 'unknown'],
    ['hop', 200, 'unknown'],
  ] as const)('[SMS-1] in mode %s (%s) the result is %s', async (mode, status, outcome) => {
    await sandbox.control({ processor: 'twilio', mode, ...(status && { status }) });
    expect(await open({ timeoutMs: 300 }).send(text('+16145550110'))).toMatchObject({ outcome });
  });

  test('[SMS-1] a service that nobody reaches has certainly sent nothing, and is away after some calls', async () => {
    const away = open({ url: 'http://127.0.0.1:65431' });
    expect(away.state()).toBe('ok');
    for (let call = 0; call < 5; call += 1)
      expect(await away.send(text('+16145550100'))).toMatchObject({ outcome: 'unavailable' });
    expect(away.state()).toBe('away');
  });
});

describe('looking up', () => {
  test('[SMS-1] a text whose response was lost is found by number, words, and time', async () => {
    const to = '+12125550904';
    twilio = open();
    expect(await twilio.find(query(to))).toEqual({ outcome: 'not-found' });
    expect((await twilio.send(text(to))).outcome).toBe('unknown');
    const found = await twilio.find(query(to));
    expect(found).toMatchObject({ outcome: 'found', text: { providerId: expect.stringMatching(/^SM/) } });
    expect(await twilio.find(query(to, 'Other words'))).toEqual({ outcome: 'not-found' });
    expect(await twilio.find(query('+12125550111'))).toEqual({ outcome: 'not-found' });
    const future = new Date(Date.now() + 180_000);
    expect(await twilio.find(query(to, 'Hello', future))).toEqual({ outcome: 'not-found' });
  });

  test('[SMS-1] reads the status of a text', async () => {
    twilio = open();
    for (const [to, status, reason] of [
      ['+16145550120', 'delivered', null],
      ['+16145550903', 'undelivered', 'other'],
    ] as const) {
      const sent = await twilio.send(text(to));
      const { providerId } = sent.outcome === 'accepted' ? sent.text : { providerId: '' };
      await expect
        .poll(async () => await twilio.read(providerId))
        .toEqual({ outcome: 'found', text: { providerId, status, reason } });
    }
    expect(await twilio.read(`SM${'0'.repeat(32)}`)).toEqual({ outcome: 'not-found' });
  });

  test.each(['down', 'black-hole'] as const)('[SMS-1] in mode %s nobody knows', async (mode) => {
    await sandbox.control({ processor: 'twilio', mode });
    twilio = open({ timeoutMs: 300 });
    expect(await twilio.find(query('+16145550100'))).toMatchObject({ outcome: 'unavailable' });
    expect(await twilio.read(`SM${'0'.repeat(32)}`)).toMatchObject({ outcome: 'unavailable' });
  });
});

describe('signatures', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const fields = {
    To: '+18005551212',
    CallSid: 'CA1234567890ABCDE',
    From: '+14158675310',
    Digits: '1234',
    Caller: '+14158675310',
  };

  test.each([
    ['right', {}, true],
    ['of another address', { url: url.replace('bar=2', 'bar=3') }, false],
    ['of another field', { fields: { ...fields, Digits: '1235' } }, false],
    ['of one more field', { fields: { ...fields, Extra: '' } }, false],
    ['missing', { signature: undefined }, false],
    ['empty', { signature: '' }, false],
  ])('[SMS-1] one that is %s', (_what, changes, expected) => {
    const callback = { url, fields, signature: 'GvWf1cFY/Q7PnoempGyD5oXAezc=', ...changes };
    expect(isSignedBy(callback, ['12345'])).toBe(expected);
    expect(isSignedBy(callback, ['new', '12345'])).toBe(expected);
    expect(isSignedBy(callback, ['54321'])).toBe(false);
  });
});
