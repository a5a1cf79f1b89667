import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import twilio, { RequestClient } from 'twilio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts';
import { openTwilio } from './twilio.ts';
import { isSignedBy, signatureOf } from './twilio-signature.ts';

// The vendor's own library, against our gateway and our sandbox.

const { getExpectedTwilioSignature, validateRequest } = twilio;
const secret = 'test-text-token';
const accountSid = `AC${'0'.repeat(32)}`;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

const fieldSets: readonly Record<string, string>[] = [
  {},
  { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+16145550100' },
  { b: '2', B: '1', a: '', 'a b': ' untrimmed ', _: '&=+%20' },
  { Body: 'Olé “más” 👋\r\nSTOP', From: '+16145550100', z: '\u{10ffff}' },
];
const urls = [
  'https://fiber.example/myaccount/hooks/sms/status?text=1',
  'https://fiber.example/myaccount/hooks/sms/incoming',
  'https://fiber.example:8443/myaccount/hooks/sms/status?text=a%20b&x=%C3%A9',
  'http://localhost:3000/myaccount/hooks/sms/status?text=1',
  'https://[::1]:8443/hooks?text=1',
];

describe.each(urls)('signatures over %s', (url) => {
  test('[SMS-1] the library’s are ours', () => {
    for (const fields of fieldSets) {
      const signature = getExpectedTwilioSignature(secret, url, fields);
      expect(signatureOf(url, fields, secret)).toBe(signature);
      expect(isSignedBy({ url, fields, signature }, [secret])).toBe(true);
      expect(validateRequest(secret, signatureOf(url, fields, secret), url, fields)).toBe(true);
    }
  });

  test('[SMS-1] each that one accepts, the other does: with and without the port, and no other address', () => {
    const [fields = {}] = fieldSets.slice(1);
    const { protocol, hostname, port, pathname, search } = new URL(url);
    const rest = pathname + search;
    const address = (signedPort: string) => `${protocol}//${hostname}${signedPort}${rest}`;
    const usual = protocol === 'https:' ? ':443' : ':80';
    const others = [`${url}x`, url.replace('hooks', 'hook'), `${url}#`, rest];
    const accepted = [address(''), port ? address(`:${port}`) : address(usual)];
    const refused = [address(':444'), ...(port ? [address(usual)] : []), ...others];
    for (const signed of [...accepted, ...refused]) {
      const signature = getExpectedTwilioSignature(secret, signed, fields);
      expect(validateRequest(secret, signature, url, fields), signed).toBe(accepted.includes(signed));
      expect(isSignedBy({ url, fields, signature }, [secret]), signed).toBe(accepted.includes(signed));
    }
  });
});

describe('the sandbox', () => {
  test('[SMS-1] signs its callbacks as the library validates them', async () => {
    const told: { readonly signature: string; readonly fields: Record<string, string> }[] = [];
    const receiver = createServer(async (request, response) => {
      const fields = Object.fromEntries(new URLSearchParams(await readText(request)));
      told.push({ signature: String(request.headers['x-twilio-signature']), fields });
      response.writeHead(204).end();
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/status?text=1`;
    const settings = { url: sandbox.url, accountSid, authToken: secret, previousAuthToken: null };
    const gateway = openTwilio({ ...settings, from: '+12165550199', timeoutMs: 1_000 });
    await gateway.send({ to: '+16145550130', body: 'Hello', callbackUrl });
    await expect.poll(() => told.length).toBe(2);
    for (const { signature, fields } of told) {
      expect(validateRequest(secret, signature, callbackUrl, fields)).toBe(true);
      expect(validateRequest(secret, signature, callbackUrl, { ...fields, MessageStatus: 'x' })).toBe(false);
    }
    receiver.close();
  });

  test('[SMS-1] serves the library’s own client: sends, reads, lists, and refuses', async () => {
    const client = twilio(accountSid, secret, { httpClient: new SandboxClient(sandbox.url) });
    const sent = await client.messages.create({ to: '+16145550131', from: '+12165550199', body: 'Olé' });
    expect(sent).toMatchObject({ status: 'queued', to: '+16145550131', body: 'Olé', errorCode: null });
    expect(sent.dateCreated).toBeInstanceOf(Date);
    await expect.poll(async () => (await client.messages(sent.sid).fetch()).status).toBe('delivered');
    const listed = await client.messages.list({ to: '+16145550131', limit: 5 });
    expect(listed.map(({ sid }) => sid)).toEqual([sent.sid]);
    const refused = client.messages.create({ to: '+16145550902', from: '+12165550199', body: 'Hello' });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 21610 });
    const stranger = twilio(accountSid, 'wrong', { httpClient: new SandboxClient(sandbox.url) });
    await expect(stranger.messages(sent.sid).fetch()).rejects.toMatchObject({ status: 401, code: 20003 });
  });
});

/** Sends the library's requests to the sandbox. */
class SandboxClient extends RequestClient {
  readonly #url: string;

  constructor(url: string) {
    super();
    this.#url = url;
  }

  override request<T>(options: Parameters<typeof RequestClient.prototype.request<T>>[0]) {
    const uri = options.uri.replace('https://api.twilio.com', this.#url);
    return super.request<T>({ ...options, uri });
  }
}
