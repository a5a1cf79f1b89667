import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMailGateway } from '../../gateways/mail/smtp.ts';
import { listManualReview } from '../../ops/manual-review.ts';
import { recordingLog, startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts';
import { deliverDueMessages, deliverMessage, type OutboxContext } from './deliver.ts';
import { claimMessages, type Message, queueMails } from './outbox.ts';

let sandbox: TestSandbox;
const lines: Record<string, unknown>[] = [];
let portal: TestPortal;
let context: OutboxContext;
let mail: ReturnType<typeof openMailGateway>;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  portal = await startTestPortal(sandbox.settings, recordingLog(lines));
  mail = openMailGateway(portal.portal.config.mail);
  const broken = () => {
    throw new Error('no name for canary7@example.com');
  };
  const note = () => ({ subject: 'A note', text: 'Noted.', html: '<p>Noted.</p>' });
  const templates = { note, broken };
  context = { portal: portal.portal, sendMail: mail.send, templates };
});
afterAll(async () => {
  mail.close();
  await portal.close();
  await sandbox.stop();
});

const minute = 60_000;

async function queue(recipient: string, changes: Partial<Message> = {}): Promise<string> {
  const common = { accountId: null, template: 'note', language: 'en' as const, payload: {} };
  const message = { ...common, recipient, correlationId: null };
  const mail = { eventKey: `note:${recipient}`, ...message, ...changes };
  const ids = await portal.db.transaction().execute((trx) => queueMails(trx, portal.portal, [mail]));
  return ids[0] ?? '';
}

const rowOf = (id: string) =>
  portal.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('mail goes out once', () => {
  test('[MAIL-1] an event is stored once, however often it is reported', async () => {
    await queue('once@example.com');
    const second = await queue('once@example.com');
    await deliverMessage(context, second);
    await deliverDueMessages(context);
    await deliverDueMessages(context);
    expect(await sandbox.messages('once@example.com')).toHaveLength(1);
  });

  test('one of many servers that deliver at once sends', async () => {
    const id = await queue('many@example.com');
    await Promise.all([
      ...Array.from({ length: 8 }, () => deliverMessage(context, id)),
      ...Array.from({ length: 8 }, () => deliverDueMessages(context)),
    ]);
    expect(await sandbox.messages('many@example.com')).toHaveLength(1);
  });

  test('a busy mail server gets another attempt later', async () => {
    const id = await queue('busy+smtpgrey@example.com');
    await deliverMessage(context, id);
    expect(await rowOf(id)).toMatchObject({ state: 'WAITING', attempts: 1, sent_at: null });
    await deliverMessage(context, id);
    expect((await rowOf(id)).attempts, 'not before its time').toBe(1);
    portal.clock.advance(minute);
    await deliverMessage(context, id);
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 2 });
  });

  test('[MAIL-1] a mail whose confirmation was lost is sent again with the same Message-ID', async () => {
    const id = await queue('drop+smtpdrop@example.com');
    await deliverMessage(context, id);
    portal.clock.advance(minute);
    await deliverMessage(context, id);
    expect(await rowOf(id)).toMatchObject({ state: 'SENT' });
    const ids = (await sandbox.messages('drop+smtpdrop@example.com')).map(
      (m) => (m as { messageId?: string }).messageId,
    );
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('a mail that stays refused for the moment is dead after its last attempt', async () => {
    const id = await queue('full+smtp451@example.com');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      expect(await rowOf(id)).toMatchObject({ state: 'WAITING', attempts: attempt });
      await deliverMessage(context, id);
      portal.clock.advance(400 * minute);
    }
    expect(await rowOf(id)).toMatchObject({ state: 'DEAD', attempts: 8 });
  });

  test.each([
    ['gone+smtp550@example.com', '550 5.1.1 EENVELOPE at RCPT TO'],
    ['spam+smtp554@example.com', '554 5.7.1 EMESSAGE at DATA'],
    ['', 'EENVELOPE at API'],
    ['no.address.at.all@', '501 EENVELOPE at RCPT TO'],
  ])('[MAIL-2] a mail refused for good is listed for manual review at once: %s', async (to, reason) => {
    const id = await queue(to);
    await deliverMessage(context, id);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'DEAD', attempts: 1, sent_at: null });
    expect(row.last_error).toContain(reason);
    expect(await listManualReview(portal.db, portal.clock.now())).toContainEqual(
      expect.stringContaining(`mail ${id}`),
    );
  });

  test('an expired message is not sent', async () => {
    const id = await queue('late@example.com', {
      uselessAfter: new Date(portal.clock.now().getTime() + minute),
    });
    portal.clock.advance(2 * minute);
    await deliverMessage(context, id);
    expect(await rowOf(id)).toMatchObject({ state: 'DEAD' });
    expect(await sandbox.messages('late@example.com')).toEqual([]);
  });

  test('[MAIL-2] a mail says that a program sent it, so that no out-of-office reply comes back', async () => {
    const id = await queue('away@example.com');
    await deliverMessage(context, id);
    const [message] = await sandbox.messages('away@example.com');
    const response = await fetch(`${sandbox.url}/inbox/messages/${message?.id}/source`);
    expect(await response.text()).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  });
});

describe('while many mails wait', () => {
  const queueMany = async (count: number, prefix: string) => {
    for (let index = 0; index < count; index += 1) await queue(`${prefix}${index}@example.com`);
  };

  /** Sends as the gateway does, and remembers in which order, and how many at once. */
  function watchSending() {
    const watched = { begun: [] as string[], inFlight: 0, most: 0 };
    const sendMail: OutboxContext['sendMail'] = async (outgoing) => {
      watched.begun.push(outgoing.to);
      watched.inFlight += 1;
      watched.most = Math.max(watched.most, watched.inFlight);
      try {
        await mail.send(outgoing);
      } finally {
        watched.inFlight -= 1;
      }
    };
    return Object.assign(watched, { context: { ...context, sendMail } });
  }
  const deliverAll = async (with_ = context) => {
    while ((await deliverDueMessages(with_)) > 0);
  };

  test('a code goes before them, and the oldest next, several at once', async () => {
    await deliverAll();
    portal.clock.advance(minute);
    await queueMany(29, 'bulk');
    portal.clock.advance(-minute);
    await queue('oldest@example.com');
    portal.clock.advance(minute);
    const code = await queue('code@example.com', {
      uselessAfter: new Date(portal.clock.now().getTime() + minute),
    });
    const sending = watchSending();
    await deliverDueMessages(sending.context);
    expect(sending.begun).toHaveLength(4);
    expect(sending.begun).toEqual(expect.arrayContaining(['code@example.com', 'oldest@example.com']));
    expect(await rowOf(code)).toMatchObject({ state: 'SENT', attempts: 1 });
    await deliverAll(sending.context);
    expect(sending.begun).toHaveLength(31);
    expect(new Set(sending.begun).size).toBe(31);
    expect(sending.most).toBe(4);
  });

  test('those to one recipient arrive in order, one after the other, whichever server sends them', async () => {
    const expected: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      for (const name of ['ann', 'bob'])
        await queue(`${name}@example.com`, { eventKey: `${name}:${index}`, payload: { index } });
      expected.push(String(index));
      portal.clock.advance(10);
    }
    const arrived: Record<string, string[]> = {};
    const note = (_: unknown, { index }: { index: number }) => ({
      subject: String(index),
      text: 'Noted.',
      html: '',
    });
    const [one, other] = [watchSending(), watchSending()].map((sending) => {
      const sendMail: OutboxContext['sendMail'] = async (outgoing) => {
        await sending.context.sendMail(outgoing);
        arrived[outgoing.to] = [...(arrived[outgoing.to] ?? []), outgoing.subject];
      };
      return { ...context, sendMail, templates: { ...context.templates, note } };
    });
    const isLeft = async () =>
      (
        await portal.db
          .selectFrom('outbox')
          .select('id')
          .where('state', '=', 'WAITING')
          .where('attempts', '=', 0)
          .execute()
      ).length > 0;
    const deliver = async (server = context) => {
      while (await isLeft()) await deliverDueMessages(server);
    };
    await Promise.all([deliver(one), deliver(other), deliver(one), deliver(other)]);
    await deliverAll();
    expect(arrived).toEqual({ 'ann@example.com': expected, 'bob@example.com': expected });
  });

  test('one whose server was killed holds up its recipient’s next for a minute, and comes first then', async () => {
    const first = await queue('killed@example.com', { eventKey: 'killed:1' });
    portal.clock.advance(10);
    const second = await queue('killed@example.com', { eventKey: 'killed:2' });
    await claimMessages(portal.portal, [first]);
    await queue('beside-killed@example.com');
    await deliverAll();
    expect(await sandbox.messages('beside-killed@example.com')).toHaveLength(1);
    expect(await rowOf(second)).toMatchObject({ state: 'WAITING', attempts: 0 });
    portal.clock.advance(minute);
    await deliverDueMessages(context);
    expect(await rowOf(first)).toMatchObject({ state: 'SENT', attempts: 2 });
    expect(await rowOf(second)).toMatchObject({ state: 'WAITING', attempts: 0 });
    await deliverAll();
    expect(await rowOf(second)).toMatchObject({ state: 'SENT', attempts: 1 });
  });

  test('the retry of one that failed holds up no other to its recipient', async () => {
    const busy = await queue('again+smtpgrey@example.com', { eventKey: 'again:1' });
    await deliverAll();
    expect(await rowOf(busy)).toMatchObject({ state: 'WAITING', attempts: 1 });
    const next = await queue('again+smtpgrey@example.com', { eventKey: 'again:2' });
    await deliverAll();
    expect((await rowOf(next)).attempts).toBe(1);
    portal.clock.advance(minute);
    await deliverAll();
  });

  test('a retry that is on its way holds them up as a first attempt does', async () => {
    const busy = await queue('retried+smtpgrey@example.com', { eventKey: 'retried:1' });
    await deliverAll();
    portal.clock.advance(minute);
    expect(await claimMessages(portal.portal, [busy])).toHaveLength(1);
    const next = await queue('retried+smtpgrey@example.com', { eventKey: 'retried:2' });
    await deliverAll();
    expect(await rowOf(next)).toMatchObject({ state: 'WAITING', attempts: 0 });
    portal.clock.advance(minute);
    await deliverAll();
  });

  test('one that cannot be read counts its attempt, and leaves those that were claimed with it', async () => {
    const sealed = await queue('sealed@example.com', { eventKey: 'sealed:1', isSecret: true });
    await portal.db.updateTable('outbox').set({ payload_key_id: 'lost' }).where('id', '=', sealed).execute();
    const beside = await queue('beside-sealed@example.com');
    await deliverAll();
    expect(await rowOf(sealed)).toMatchObject({ state: 'WAITING', attempts: 1 });
    expect((await rowOf(sealed)).last_error).toContain('lost');
    expect(await rowOf(beside)).toMatchObject({ state: 'SENT', attempts: 1 });
  });

  test('one that fails leaves the others', async () => {
    await queueMany(4, 'beside');
    const busy = await queue('beside+smtp451@example.com');
    await deliverAll();
    expect(await rowOf(busy)).toMatchObject({ state: 'WAITING', attempts: 1 });
    expect(await sandbox.messages('beside3@example.com')).toHaveLength(1);
    expect(await deliverDueMessages(context), 'none before its time').toBe(0);
  });
});

describe('log lines of delivery', () => {
  test.each([
    ['canary1@example.com', 'mail sent'],
    ['canary2+smtp451@example.com', 'mail not sent'],
    ['canary3+smtp550@example.com', 'mail refused'],
    ['canary4+smtp554@example.com', 'mail refused'],
    ['canary5+smtpdrop@example.com', 'mail not sent'],
    ['canary6.without.host@', 'mail refused'],
  ])('[MAIL-2] name the request, never the address: %s', async (recipient, msg) => {
    lines.length = 0;
    const id = await queue(recipient, { correlationId: 'request-of-canary' });
    await deliverMessage(context, id);
    expect(lines).toEqual([
      expect.objectContaining({
        msg,
        messageId: id,
        template: 'note',
        correlationId: 'request-of-canary',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/canary\d|example\.com/);
  });

  test('[MAIL-2] a mail that cannot be made is tried again, and its error names no address', async () => {
    lines.length = 0;
    const id = await queue('canary7@example.com', { template: 'broken' });
    await deliverMessage(context, id);
    expect(await rowOf(id)).toMatchObject({ state: 'WAITING', attempts: 1 });
    expect(lines).toMatchObject([{ msg: 'mail not made', err: { message: 'no name for <address>' } }]);
    expect(JSON.stringify(lines)).not.toContain('canary7');
  });
});
