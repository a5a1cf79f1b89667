import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import { sandboxForFile } from '../testing/test-sandbox.ts';

const messagesTo = (to: string, more = '') =>
  sandbox.read(`/inbox/messages?to=${encodeURIComponent(to)}${more}`);

function send(mail: SendMailOptions, timeoutMs = 10_000) {
  const { hostname, port } = new URL(sandbox.smtpUrl);
  const timeouts = { greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ host: hostname, port: Number(port), ...timeouts });
  return transport.sendMail({ from: 'portal@example.com', subject: 'Hello', text: 'Hi there', ...mail });
}

const sandbox = sandboxForFile();
afterEach(() => sandbox.call('POST', '/control/reset'));

describe('the inbox for programs', () => {
  it('stores a mail with its text and HTML', async () => {
    await send({
      to: 'Zoë <Zoe@example.com>',
      subject: 'Your code 王',
      text: 'Code: 123456',
      html: '<b>123456</b>',
    });
    expect(await messagesTo('zoe@EXAMPLE.com')).toEqual([
      {
        id: expect.any(String),
        to: 'zoe@example.com',
        subject: 'Your code 王',
        text: expect.stringContaining('Code: 123456'),
        html: '<b>123456</b>',
        at: '2026-03-10T15:00:00.000Z',
        channel: 'mail',
        messageId: expect.stringMatching(/^<.+>$/),
        isRepeat: false,
      },
    ]);
  });

  it('lists newest first, filtered by address, time, and count', async () => {
    for (const subject of ['first', 'second', 'third']) {
      sandbox.clock.advance(1_000);
      await send({ to: 'bea@example.com, cho@example.com', subject });
    }
    const subjects = async (more: string) =>
      (await messagesTo('bea@example.com', more)).map((message: { subject: string }) => message.subject);
    expect(await subjects('')).toEqual(['third', 'second', 'first']);
    expect(await subjects('&limit=1')).toEqual(['third']);
    expect(await subjects('&since=2026-03-10T15:00:02Z')).toEqual(['third', 'second']);
    expect(await messagesTo('cho@example.com')).toHaveLength(3);
    expect((await sandbox.read('/inbox/messages')).length).toBeGreaterThan(5);
    expect(await messagesTo('nobody@example.com')).toEqual([]);
  });

  it('returns the raw message', async () => {
    await send({ to: 'eva@example.com', headers: { 'Content-Language': 'es' } });
    const [{ id }] = await messagesTo('eva@example.com');
    expect(await sandbox.read(`/inbox/messages/${id}/source`)).toContain('Content-Language: es');
    expect((await sandbox.call('GET', '/inbox/messages/999999/source')).status).toBe(404);
  });

  it('refuses a mail that is too big', async () => {
    await expect(send({ to: 'fay@example.com', text: 'x'.repeat(6_000_000) })).rejects.toThrow();
    expect(await messagesTo('fay@example.com')).toEqual([]);
  });
});
