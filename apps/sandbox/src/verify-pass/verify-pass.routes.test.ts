import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { movableClock } from '@myaccount/clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSandboxDatabase } from '../sandbox-database.ts';
import { sandboxForFile, testCredentials } from '../testing/test-sandbox.ts';
import { createCallbackSender } from './callbacks.ts';
import { openVerifications } from './verification.store.ts';
import { outcomes, type WidgetOutcome } from './verify-pass-names.ts';
import { widgetTexts } from './widget-texts.ts';

const { VERIFYPASS_API_KEY: apiKey, VERIFYPASS_WIDGET_KEY: widgetKey } = testCredentials;
const email = 'ana@example.com';

const sandbox = sandboxForFile();
afterEach(() => sandbox.call('POST', '/control/reset'));

const askToken = (body: object, key = apiKey) =>
  sandbox.callFrames('POST', '/api/v2/token', { headers: { key }, body });
const newToken = async () => (await askToken({ email, lock_email: true })).body.token as string;
const widget = (token: string, parameters = '') => `/auth/${widgetKey}?token=${token}${parameters}`;
const choose = async (token: string, outcome: string, community = 'mil') =>
  sandbox.callFrames('POST', widget(token), { body: { outcome, community } });

describe('the widget', () => {
  it('shows the locked address and every outcome, in English and Spanish', async () => {
    const token = await newToken();
    const english = (await sandbox.callFrames('GET', widget(token))).body;
    expect(english).toContain(`value="${email}" readonly`);
    for (const outcome of outcomes) expect(english).toContain(`value="${outcome}"`);
    const spanish = (await sandbox.callFrames('GET', widget(token, '&lang=es'))).body;
    expect(spanish).toContain(widgetTexts.es.title);
  });

  it('takes a token once, for half an hour', async () => {
    const token = await newToken();
    expect((await choose(token, 'rejected')).status).toBe(200);
    expect((await choose(token, 'never')).status).toBe(404);
    expect((await sandbox.callFrames('GET', widget(token))).status).toBe(404);
    const late = await newToken();
    sandbox.clock.advance(31 * 60_000);
    expect((await sandbox.callFrames('GET', widget(late))).status).toBe(404);
    expect((await sandbox.callFrames('GET', `/auth/other?token=${await newToken()}`)).status).toBe(404);
    expect((await choose(await newToken(), 'other')).status).toBe(400);
    expect((await choose(await newToken(), 'never', 'toString')).status).toBe(400);
  });

  it('lists who was verified on a page that the overview leads to', async () => {
    expect(await sandbox.read('/')).toContain('href="/verifications"');
    const count = (await sandbox.read('/verifications.json')).length;
    await choose(await newToken(), 'close');
    await choose(await newToken(), 'rejected');
    expect(await sandbox.read('/verifications.json')).toHaveLength(count);
    await choose(await newToken(), 'never', 'tea');
    expect(await sandbox.read('/verifications')).toContain('Teacher');
    const [{ number, callbacks }] = await sandbox.read('/verifications.json');
    expect(callbacks).toEqual([]);
    // Nobody listens where the portal would.
    expect((await sandbox.call('POST', `/verifications/${number}/send`, { body: {} })).status).toBe(303);
    expect((await sandbox.read('/verifications.json'))[0].callbacks).toMatchObject([{ key: 'right' }]);
    expect((await sandbox.call('POST', '/verifications/999999/send', { body: {} })).status).toBe(404);
  });
});

describe('callbacks', () => {
  let portal: Server;
  let folder: string;
  let received: { key: string | undefined; number: string }[];
  beforeEach(async () => {
    received = [];
    folder = mkdtempSync(join(tmpdir(), 'callbacks-'));
    portal = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      const [row] = JSON.parse(text).data;
      received.push({ key: request.headers['x-vfyps-key'] as string, number: row.email });
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(portal, 'listening');
  });
  afterEach(() => {
    portal.close();
    rmSync(folder, { recursive: true });
  });

  it('arrive as selected: at once, late, twice, after the next, never, or with a wrong key', async () => {
    const database = openSandboxDatabase(folder);
    const store = openVerifications(database);
    const sender = createCallbackSender({
      ...store,
      clock: movableClock('2026-03-10T15:00:00Z'),
      portalUrl: `http://127.0.0.1:${(portal.address() as AddressInfo).port}`,
      delays: { latencyMs: { from: 0, to: 0 }, slowMs: 50, lateMs: 2_000 },
      credentials: testCredentials,
    });
    const deliver = (email: string, outcome: WidgetOutcome) => {
      const verification = { email, community: 'mil', at: '2026-03-10T15:00:00.000Z' } as const;
      const number = store.verifications.insert(verification);
      return sender.deliver({ ...verification, number }, outcome);
    };
    await deliver('held', 'out-of-order');
    await deliver('late', 'late');
    expect(received.map(({ number }) => number)).toEqual(['held']);
    await deliver('twice', 'twice');
    await deliver('never', 'never');
    await deliver('wrong', 'wrong-key');
    await deliver('held', 'out-of-order');
    await deliver('now', 'verified');
    const others = received.filter(({ number }) => number !== 'late');
    expect(others.map(({ number }) => number)).toEqual(['held', 'twice', 'twice', 'wrong', 'now', 'held']);
    expect(others.map(({ key }) => key === apiKey)).toEqual([true, true, true, false, true, true]);
    await expect.poll(() => received.length).toBe(7);
    await sender.stop();
    const latest = store.verifications.find({});
    const callbacks = store.callbacks.list({ verification: latest?.number ?? 0 });
    expect(callbacks).toMatchObject([{ key: 'right', status: 200 }]);
    database.close();
  });
});
