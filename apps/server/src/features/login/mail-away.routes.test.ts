import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { buildSaver } from '../../testing/account-saver.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';
import { findFreePort } from '../../testing/server-process.ts';

let port: number;
let portal: TestPortal;
let hiding: TestPortal;
let mailServer: Server | undefined;
beforeAll(async () => {
  port = await findFreePort();
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` };
  portal = await startTestPortal(settings);
  hiding = await startTestPortal({ ...settings, LOGIN_REVEAL_UNKNOWN_EMAIL: 'false' });
});
afterAll(async () => {
  mailServer?.close();
  await Promise.all([portal.close(), hiding.close()]);
});

/** Says yes to everything, so that a connection can be opened and closed. */
function startMailServer(): Promise<void> {
  mailServer = createServer((socket) => {
    socket.on('error', () => undefined).write('220 ready\r\n');
    socket.on('data', () => socket.write('250 ok\r\n'));
  });
  return new Promise((resolve) => mailServer?.listen(port, '127.0.0.1', resolve));
}

const send = async ({ post }: Pick<TestPortal, 'post'>, email: string) => {
  const response = await post('/login/otp/send', { email });
  return [response.statusCode, response.json().code];
};
const ready = async ({ inject }: Pick<TestPortal, 'inject'>) => {
  const response = await inject({ url: '/myaccount/health/ready' });
  return [response.statusCode, response.json().services.mail];
};
const away = [503, 'login.mail-unavailable'];

test('[LOGIN-3, SIGNIN-5] while the mail server is away, every address hears so, and nothing is counted or stored', async () => {
  for (const server of [portal, hiding]) {
    const { emailAddress } = await buildLogin(server.db);
    for (const email of [emailAddress, 'nobody@example.com', emailAddress])
      expect(await send(server, email)).toEqual(away);
    for (const table of ['login_challenge', 'outbox', 'rate_limit'])
      expect(await readRows(server.db, table as 'outbox')).toEqual([]);
    expect(await ready(server), 'the pages work').toEqual([200, 'away']);
  }
});

test('[LOGIN-3] every server says so at its first request, and sends at once when the mail server is back', async () => {
  const { emailAddress } = await buildLogin(portal.db);
  const second = await createApp({ portal: portal.portal, pool: portal.pool, webRoot: null });
  await second.server.ready();
  const atSecond = () =>
    second.server.inject({
      method: 'POST',
      url: '/myaccount/api/login/otp/send',
      payload: { email: emailAddress },
    });
  expect((await atSecond()).json().code).toBe('login.mail-unavailable');
  expect(await send(portal, emailAddress)).toEqual(away);
  await startMailServer();
  expect(await send(portal, emailAddress)).toEqual([200, undefined]);
  expect((await atSecond()).statusCode).toBe(200);
  await second.close();
  await ready(portal);
  await expect.poll(() => ready(portal)).toEqual([200, 'ok']);
});

test('[SESSIONS-1] a fresh code is refused in the same words', async () => {
  const gone = await startTestPortal({ SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` });
  const { token } = await buildSaver(gone);
  const response = await gone.post('/sessions/fresh-code', {}, token);
  expect([response.statusCode, response.json().code]).toEqual(away);
  await gone.close();
});
