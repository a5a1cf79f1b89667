import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { announcesUtf8, openMailGateway } from './smtp.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a mail server that gives these answers, by the first word of the command; `connect` is its greeting. */
async function startServer(answers: Readonly<Record<string, string>>): Promise<number> {
  const usual: Readonly<Record<string, string>> = {
    connect: '220 ready',
    EHLO: '250-hello\r\n250 AUTH PLAIN',
    AUTH: '235 welcome',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
    '.': '250 stored',
  };
  server = createServer((socket) => {
    const answer = (word: string) => {
      const text = answers[word] ?? usual[word];
      if (text) socket.write(`${text}\r\n`);
    };
    answer('connect');
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) => answer(line.split(' ')[0] ?? ''));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const mail = {
  to: 'ann@example.com',
  subject: 'Note',
  text: 'Noted.',
  html: '<p>Noted.</p>',
  messageId: '<1@x>',
};

async function failureWith(answers: Readonly<Record<string, string>>): Promise<unknown> {
  const port = await startServer(answers);
  const gateway = openMailGateway({
    smtpUrl: `smtp://user:secret@127.0.0.1:${port}`,
    from: 'no-reply@example.com',
  });
  const failure = await gateway.send(mail).then(
    () => 'sent',
    (error: unknown) => error,
  );
  gateway.close();
  return failure;
}

test('a mail that the server accepts is sent', async () => {
  expect(await failureWith({})).toBe('sent');
});

test.each([
  ['MAIL', '550 5.7.1 <no-reply@example.com>: sender refused', '550 5.7.1 EENVELOPE at MAIL FROM'],
  ['RCPT', '550-5.1.1 <ann@example.com>:\r\n550 5.1.1 no such user', '550 5.1.1 EENVELOPE at RCPT TO'],
  ['RCPT', '500 what?', '500 EENVELOPE at RCPT TO'],
  ['DATA', '599 no', '599 EENVELOPE at DATA'],
  ['.', '554 5.6.0 refused', '554 5.6.0 EMESSAGE at DATA'],
])('[MAIL-2] %s answered with 5yz is final: %s', async (command, answer, message) => {
  expect(await failureWith({ [command]: answer })).toMatchObject({ isFinal: true, message });
});

test.each([
  ['RCPT', '450 4.2.1 <ann@example.com>: busy', '450 4.2.1 EENVELOPE at RCPT TO'],
  ['.', '452 4.3.1 disk full', '452 4.3.1 EMESSAGE at DATA'],
  ['connect', '554 no service for you', '554 '],
  ['AUTH', '535 5.7.8 wrong password', '535 5.7.8 EAUTH at AUTH PLAIN'],
])('[MAIL-2] %s answered with %s leaves the mail for another attempt', async (command, answer, message) => {
  const failure = await failureWith({ [command]: answer });
  expect(failure).toMatchObject({ isFinal: false, message: expect.stringContaining(message) });
});

test.each([
  ['250-hello\r\n250-SMTPUTF8\r\n250 8BITMIME', true],
  ['250-hello\r\n250 smtputf8', true],
  ['250-hello\r\n250 8BITMIME', false],
  ['250-SMTPUTF8.example.com\r\n250 SIZE 1', false],
])('a mail server that answers %j announces SMTPUTF8: %s', async (answer, isAnnounced) => {
  const port = await startServer({ EHLO: answer, QUIT: '221 bye' });
  expect(await announcesUtf8(`smtp://127.0.0.1:${port}`)).toBe(isAnnounced);
  server?.close();
  expect(await announcesUtf8('smtp://127.0.0.1:9')).toBeUndefined();
});

test('a mail that fails tells that the server is away; its return is noticed without another mail', async () => {
  const port = await startServer({ EHLO: '250 hello', QUIT: '221 bye' });
  server?.close();
  const gateway = openMailGateway({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'no-reply@example.com' });
  expect(gateway.state()).toBe('ok');
  await expect(gateway.send(mail)).rejects.toThrow('at CONN');
  await expect.poll(gateway.state).toBe('away');
  server?.listen(port, '127.0.0.1');
  await expect.poll(gateway.state).toBe('ok');
  gateway.close();
});
