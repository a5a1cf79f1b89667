import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sandboxForFile, testCredentials } from '../testing/test-sandbox.ts';

const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = testCredentials;
const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
const form = { 'content-type': 'application/x-www-form-urlencoded', authorization };

const sandbox = sandboxForFile();
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
});
beforeEach(() => {
  told = [];
});
afterEach(() => sandbox.call('POST', '/control/reset'));
afterAll(async () => {
  portal.close();
});

const send = (to: string, fields: Record<string, string> = {}, headers: Record<string, string> = form) => {
  const values = { To: to, From: '+12165550199', Body: 'Hello', StatusCallback: callbackUrl, ...fields };
  return sandbox.call('POST', path, { headers, body: new URLSearchParams(values).toString() });
};
const statuses = () => told.map(({ fields }) => fields.MessageStatus);
const toldStatuses = async (expected: string[]) => await expect.poll(statuses).toEqual(expected);

describe('the Messages resource', () => {
  it('refuses wrong credentials, and a text without words or sender', async () => {
    expect((await send('+16145550100', {}, { ...form, authorization: 'Basic x' })).body.code).toBe(20003);
    expect((await send('+16145550100', { Body: '' })).body.code).toBe(21602);
    const values = new URLSearchParams({ To: '+16145550100', Body: 'x' }).toString();
    expect((await sandbox.call('POST', path, { headers: form, body: values })).body.code).toBe(21603);
    const elsewhere = path.replace(/AC[0-9a-f]{32}/, `AC${'9'.repeat(32)}`);
    expect((await sandbox.call('POST', elsewhere, { headers: form, body: values })).body.code).toBe(20404);
    expect((await send('+16145550100', { From: '+12165550100' })).body.code).toBe(21606);
    const json = { headers: { authorization: form.authorization }, body: { To: '+16145550100', Body: 'x' } };
    expect((await sandbox.call('POST', path, json)).status).toBe(415);
  });

  it.each([
    ['+16145550903', ['sent', 'undelivered']],
    ['+16145550905', ['delivered', 'sent']],
    ['+16145550908', ['sent', 'sent', 'delivered', 'delivered']],
  ])('tells of %s: %s', async (to, expected) => {
    await send(to);
    await toldStatuses(expected);
  });
});

describe('replies', () => {
  it('go to the portal, and STOP ends the texts until START', async () => {
    const reply = (body: string) =>
      sandbox.call('POST', '/sms/reply', { body: { from: '+16145550103', body } });
    // Nobody listens where the portal would.
    expect((await reply('stop')).body).toEqual({ status: null });
    expect((await send('+16145550103')).body.code).toBe(21610);
    expect((await send('+16145550105')).status).toBe(201);
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
