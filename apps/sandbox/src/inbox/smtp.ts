import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@myaccount/clock';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { ModeSetting } from '../control/control.ts';
import type { FaultContext } from '../control/response-faults.ts';
import type { Inbox } from './inbox.store.ts';
import { smtpFaultOf } from './smtp-faults.ts';

const maxMailBytes = 5_000_000;

interface MailContext extends FaultContext {
  readonly inbox: Inbox;
  readonly clock: Clock;
}

/** The sandbox mail server. Accepts mail for every address, and fails as addresses and modes select. */
export function createSmtpServer(context: MailContext): SMTPServer {
  const sockets = new Map<string, Socket>();
  const modes = new Map<string, ModeSetting>();
  const greylist = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    size: maxMailBytes,
    onConnect(session, callback) {
      const setting = context.control.take('smtp');
      modes.set(session.id, setting);
      if (setting.mode === 'down') return callback(refusal(421, 'Service not available'));
      if (setting.mode !== 'black-hole') callback();
    },
    onClose: (session) => {
      modes.delete(session.id);
    },
    onRcptTo: ({ address }, _session, callback) => callback(refusalOf(address, greylist)),
    onData(stream, session, callback) {
      const disconnect = () => sockets.get(peerOf(session))?.destroy();
      storeMail(stream, session.envelope, context, modes.get(session.id))
        .then((isConfirmed) => (isConfirmed ? callback() : disconnect()))
        .catch((error: Error) => callback('responseCode' in error ? error : refusal(451, error.message)));
    },
  });
  server.server.on('connection', (socket: Socket) => {
    // Mail servers answer at once. Nagle's algorithm would hold an answer back for 40 ms.
    socket.setNoDelay(true);
    const peer = peerOf(socket);
    sockets.set(peer, socket);
    socket.once('close', () => sockets.delete(peer));
  });
  // A connection cut by the client must not end the process.
  server.on('error', () => undefined);
  return server;
}

/** Stores a mail for each recipient. Returns false when the sender must not get a confirmation. */
async function storeMail(
  stream: SMTPServerDataStream,
  envelope: SMTPServerSession['envelope'],
  { inbox, clock, delays }: MailContext,
  setting: ModeSetting | undefined,
): Promise<boolean> {
  const source = await buffer(stream);
  if (stream.sizeExceeded) throw new Error('Message too big');
  const mail = await simpleParser(source, { skipTextToHtml: true });
  const messageId = mail.messageId ?? null;
  const recipients = envelope.rcptTo.map(({ address }) => address);
  const faults = recipients.map(smtpFaultOf);
  if (faults.includes('smtp554')) throw refusal(554, `5.7.1 Mail to ${recipients.join()} refused by policy`);
  const isFirst = recipients.every((to) => !inbox.list({ to }).some((kept) => kept.messageId === messageId));
  for (const recipient of recipients) {
    inbox.insert({
      recipient,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html || null,
      at: clock.now().toISOString(),
      channel: 'mail',
      messageId,
      source: source.toString('utf8'),
    });
  }
  if (faults.includes('smtpslow')) await sleep(delays.slowMs);
  if (setting?.mode === 'slow') await sleep(setting.delayMs);
  return setting?.mode !== 'lose-answers' && !(faults.includes('smtpdrop') && isFirst);
}

function refusalOf(address: string, greylist: Set<string>): Error | null {
  switch (smtpFaultOf(address)) {
    case 'smtp451':
      return refusal(451, 'Mailbox busy, try again later');
    case 'smtp550':
      return refusal(550, `5.1.1 <${address}>: No such mailbox`);
    case 'smtpgrey':
      if (greylist.delete(address)) return null;
      greylist.add(address);
      return refusal(451, 'Greylisted, try again later');
    default:
      return null;
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function peerOf({ remoteAddress, remotePort }: { remoteAddress?: string; remotePort?: number }): string {
  return `${remoteAddress}:${remotePort}`;
}
