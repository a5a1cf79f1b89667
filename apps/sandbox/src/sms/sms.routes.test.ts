import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox, testCredentials } from '../testing/test-sandbox.ts';
import { signatureOf } from './sms-callbacks.ts';

const { accountSid, authToken } = testCredentials.twilio;
const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
const form = { 'content-type': 'application/x-www-form-urlencoded', authorization };

let sandbox: TestSandbox;
/** Stands for the portal. */
let portal: Server;
let callbackUrl: string;
let told: { url: string; signature: unknown; fields: Record<string, string> }[] = [];

beforeAll(async () => {
  portal = createServer(async (request, response) => {
    const fields = Object.fromEntries(new URLSearchParams(await readText(request)));
    told.push({ url: request.url ?? '', signature: request.headers['x-twilio-signature'], fields });
    response.writeHead(204).end();
  });
  await once(portal.listen(0, '127.0.0.1'), 'listening');
  callbackUrl = `http://127.0.0.1:${(portal.address() as { port: number }).port}/status?text=1`;
  sandbox = await startTestSandbox();
});
beforeEach(() => {
  told = [];
});
afterEach(() => sandbox.call('POST', '/control/reset'));
afterAll(async () => {
  await sandbox.stop();
  portal.close();
});

const send = (to: string, fields: Record<string, string> = {}, headers: Record<string, string> = form) => {
  const values = { To: to, From: '+12165550199', Body: 'Hello', StatusCallback: callbackUrl, ...fields };
  return sandbox.call('POST', path, { headers, body: new URLSearchParams(values).toString() });
};
const statuses = () => told.map(({ fields }) => fields.MessageStatus);
const toldStatuses = async (expected: string[]) => await expect.poll(statuses).toEqual(expected);

describe('the Messages resource', () => {
  it('takes a text, shows it in the inbox, and tells its delivery, signed', async () => {
    const { status, body } = await send('+16145550100');
    expect(status).toBe(201);
    expect(body).toMatchObject({ to: '+16145550100', status: 'queued', num_segments: '1', error_code: null });
    await toldStatuses(['sent', 'delivered']);
    for (const { signature, fields } of told) {
      expect(signature).toBe(signatureOf(callbackUrl, fields, authToken));
      expect(fields).toMatchObject({ MessageSid: body.sid, AccountSid: accountSid });
    }
    expect(await sandbox.read('/inbox/messages?to=%2B16145550100')).toMatchObject([
      { channel: 'sms', text: 'Hello', messageId: body.sid },
    ]);
    expect(await sandbox.read('/inbox/messages?to=+16145550100')).toHaveLength(1);
  });

  it('lists texts by number, newest first, and reads one', async () => {
    await send('+16145550102', { Body: 'one' });
    const { body: last } = await send('+16145550102', { Body: 'two', From: '', MessagingServiceSid: 'MG1' });
    const get = (query: string) => sandbox.call('GET', query, { headers: { authorization } });
    const { messages } = (await get(`${path}?To=%2B16145550102&PageSize=5`)).body;
    expect(messages.map(({ body }: { body: string }) => body)).toEqual(['two', 'one']);
    const one = path.replace('.json', `/${last.sid}.json`);
    expect((await get(one)).body).toMatchObject({
      sid: last.sid,
      date_created: 'Tue, 10 Mar 2026 15:00:00 +0000',
    });
    expect((await get(one.replace('SM', 'SX'))).status).toBe(404);
  });

  it.each([
    ['+16145550901', 400, 21211],
    ['614', 400, 21211],
    ['+16145550902', 400, 21610],
    ['+16145550907', 429, 20429],
  ])('refuses %s with %i and code %i', async (to, status, code) => {
    expect(await send(to)).toMatchObject({ status, body: { code, status } });
    expect(await sandbox.read(`/inbox/messages?to=${encodeURIComponent(to)}`)).toEqual([]);
  });

  it('refuses wrong credentials, and a text without words or sender', async () => {
    expect((await send('+16145550100', {}, { ...form, authorization: 'Basic x' })).body.code).toBe(20003);
    expect((await send('+16145550100', { Body: '' })).body.code).toBe(21602);
    const values = new URLSearchParams({ To: '+16145550100', Body: 'x' }).toString();
    expect((await sandbox.call('POST', path, { headers: form, body: values })).body.code).toBe(21603);
  });

  it.each([
    ['+16145550903', ['sent', 'undelivered']],
    ['+16145550905', ['delivered', 'sent']],
    ['+16145550908', ['sent', 'sent', 'delivered', 'delivered']],
  ])('tells of %s: %s', async (to, expected) => {
    await send(to);
    await toldStatuses(expected);
  });

  it('loses the first response to a number, and tells nothing of another', async () => {
    expect((await send('+16145550904')).status).toBe(0);
    await toldStatuses(['sent', 'delivered']);
    expect((await send('+16145550904')).status).toBe(201);
    told = [];
    await send('+16145550906');
    expect(await sandbox.read('/inbox/messages?to=%2B16145550906')).toHaveLength(1);
    expect(told.filter(({ fields }) => fields.To === '+16145550906')).toEqual([]);
  });

  it('can be down', async () => {
    await sandbox.call('POST', '/control', { body: { processor: 'twilio', mode: 'down' } });
    expect(await send('+16145550100')).toMatchObject({ status: 503, body: { code: 20503 } });
  });
});

describe('replies', () => {
  it('go to the portal, and STOP ends the texts until START', async () => {
    const reply = (body: string) =>
      sandbox.call('POST', '/sms/reply', { body: { from: '+16145550103', body } });
    // Nobody listens where the portal would.
    expect((await reply('stop')).body).toEqual({ status: null });
    expect((await send('+16145550103')).body.code).toBe(21610);
    await reply('START');
    expect((await send('+16145550103')).status).toBe(201);
    expect((await sandbox.call('POST', '/sms/reply', { body: { from: 'x', body: 'STOP' } })).status).toBe(
      400,
    );
  });

  it('have a box on the page of a text', async () => {
    await send('+16145550104', { Body: '<b>Hello</b>' });
    const [{ id }] = await sandbox.read('/inbox/messages?to=%2B16145550104');
    const page = await sandbox.read(`/inbox/${id}`);
    expect(page).toContain('action="/sms/reply"');
    expect(page).toContain('&lt;b&gt;Hello&lt;/b&gt;');
    const values = new URLSearchParams({ from: '+16145550104', body: 'HELP', message: id }).toString();
    expect((await sandbox.call('POST', '/sms/reply', { headers: form, body: values })).status).toBe(303);
    expect(await sandbox.read(`/inbox/${id}?reply=none`)).toContain('The portal answered none');
  });
});
