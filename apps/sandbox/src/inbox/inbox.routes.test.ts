import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';
import { smtpFaultOf } from './smtp-faults.ts';

const shortTimeoutMs = 500;
let sandbox: TestSandbox;

const messagesTo = (to: string, more = '') =>
  sandbox.read(`/inbox/messages?to=${encodeURIComponent(to)}${more}`);

function send(mail: SendMailOptions, timeoutMs = 10_000) {
  const { hostname, port } = new URL(sandbox.smtpUrl);
  const timeouts = { greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ host: hostname, port: Number(port), ...timeouts });
  return transport.sendMail({ from: 'portal@example.com', subject: 'Hello', text: 'Hi there', ...mail });
}

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.call('POST', '/control/reset'));
afterAll(() => sandbox.stop());

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

  it('stores a duplicate mail and marks it', async () => {
    const mail = { to: 'dan@example.com', messageId: '<same@example.com>' };
    await send(mail);
    await send(mail);
    expect(await messagesTo('dan@example.com')).toMatchObject([{ isRepeat: true }, { isRepeat: false }]);
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

describe('selecting an SMTP fault by address', () => {
  it.each([
    ['ann+smtp451@example.com', 'smtp451'],
    ['ann+bills+SMTPdrop@example.com', 'smtpdrop'],
    ['smtp451@example.com', undefined],
    ['ann@smtp451.example.com', undefined],
    ['ann+smtp4511@example.com', undefined],
  ])('%s: %s', (address, tag) => {
    expect(smtpFaultOf(address)).toBe(tag);
  });

  it.each([
    ['ann+smtp451@example.com', 451],
    ['ann+smtp550@example.com', 550],
  ])('refuses %s with %i every time', async (to, responseCode) => {
    await expect(send({ to })).rejects.toMatchObject({ responseCode });
    await expect(send({ to })).rejects.toMatchObject({ responseCode });
    expect(await messagesTo(to)).toEqual([]);
  });

  it('refuses the first attempt and accepts the second', async () => {
    const to = 'ann+smtpgrey@example.com';
    await expect(send({ to })).rejects.toMatchObject({ responseCode: 451 });
    await send({ to });
    expect(await messagesTo(to)).toHaveLength(1);
  });

  it('responds slowly', async () => {
    await send({ to: 'ann+smtpslow@example.com' });
    expect(await messagesTo('ann+smtpslow@example.com')).toHaveLength(1);
  });

  it('stores the mail and drops the connection once, so the mail arrives twice', async () => {
    const mail = { to: 'ann+smtpdrop@example.com', messageId: '<dropped@example.com>' };
    await expect(send(mail)).rejects.toThrow();
    await send(mail);
    expect(await messagesTo(mail.to)).toMatchObject([{ isRepeat: true }, { isRepeat: false }]);
  });
});

describe('the modes of the mail server', () => {
  const control = (mode: string, delayMs?: number) =>
    sandbox.call('POST', '/control', { body: { processor: 'smtp', mode, delayMs } });

  it('is down until it is set to normal', async () => {
    await control('down');
    await expect(send({ to: 'gil@example.com' })).rejects.toMatchObject({ responseCode: 421 });
    await control('normal');
    await send({ to: 'gil@example.com' });
    expect(await messagesTo('gil@example.com')).toHaveLength(1);
  });

  it('never responds', async () => {
    await control('black-hole');
    await expect(send({ to: 'hal@example.com' }, shortTimeoutMs)).rejects.toThrow();
  });

  it('loses its responses', async () => {
    await control('lose-answers');
    await expect(send({ to: 'ida@example.com' })).rejects.toThrow();
    expect(await messagesTo('ida@example.com')).toHaveLength(1);
  });

  it('responds late', async () => {
    await control('slow', 10);
    await send({ to: 'jon@example.com' });
    expect(await messagesTo('jon@example.com')).toHaveLength(1);
  });
});
