import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMailGateway } from '../../gateways/mail/smtp.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts';
import { deliverDueMessages, deliverMessage, type OutboxContext } from './deliver.ts';
import { queueMail } from './outbox.ts';

let sandbox: TestSandbox;
let portal: TestPortal;
let context: OutboxContext;
let mail: ReturnType<typeof openMailGateway>;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  portal = await startTestPortal(sandbox.settings);
  mail = openMailGateway(portal.portal.config.mail);
  const templates = { note: () => ({ subject: 'A note', text: 'Noted.', html: '<p>Noted.</p>' }) };
  context = { portal: portal.portal, sendMail: mail.send, templates };
});
afterAll(async () => {
  mail.close();
  await portal.close();
  await sandbox.stop();
});

const minute = 60_000;

async function queue(
  recipient: string,
  changes: { eventKey?: string; uselessAfter?: Date } = {},
): Promise<string | undefined> {
  const message = { accountId: null, recipient, template: 'note', language: 'en' as const, payload: {} };
  return await portal.db
    .transaction()
    .execute((trx) =>
      queueMail(trx, portal.portal, { eventKey: `note:${recipient}`, ...message, ...changes }),
    );
}

const rowOf = (id: string | undefined) =>
  portal.db
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow();

describe('mail goes out once', () => {
  test('an event is stored once, however often it is reported', async () => {
    const id = await queue('once@example.com');
    expect(id).toBeDefined();
    expect(await queue('once@example.com')).toBeUndefined();
    await deliverDueMessages(context);
    await deliverDueMessages(context);
    expect(await sandbox.messages('once@example.com')).toHaveLength(1);
  });

  test('one of many servers that deliver at once sends', async () => {
    const id = await queue('many@example.com');
    await Promise.all(Array.from({ length: 8 }, () => deliverMessage(context, id ?? '')));
    expect(await sandbox.messages('many@example.com')).toHaveLength(1);
  });

  test('a busy mail server gets another attempt later', async () => {
    const id = await queue('busy+smtpgrey@example.com');
    await deliverMessage(context, id ?? '');
    expect(await rowOf(id)).toMatchObject({ state: 'WAITING', attempts: 1, sent_at: null });
    await deliverMessage(context, id ?? '');
    expect((await rowOf(id)).attempts, 'not before its time').toBe(1);
    portal.clock.advance(minute);
    await deliverMessage(context, id ?? '');
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 2 });
  });

  test('a mail whose confirmation was lost is sent again with the same Message-ID', async () => {
    const id = await queue('drop+smtpdrop@example.com');
    await deliverMessage(context, id ?? '');
    portal.clock.advance(minute);
    await deliverMessage(context, id ?? '');
    expect(await rowOf(id)).toMatchObject({ state: 'SENT' });
    const ids = (await sandbox.messages('drop+smtpdrop@example.com')).map(
      (m) => (m as { messageId?: string }).messageId,
    );
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('a permanently refused mail is dead after its last attempt and listed for manual review', async () => {
    const id = await queue('gone+smtp550@example.com');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await deliverMessage(context, id ?? '');
      portal.clock.advance(400 * minute);
    }
    expect(await rowOf(id)).toMatchObject({ state: 'DEAD' });
    expect((await rowOf(id)).last_error).toContain('550');
  });

  test('an expired message is not sent', async () => {
    const id = await queue('late@example.com', {
      uselessAfter: new Date(portal.clock.now().getTime() + minute),
    });
    portal.clock.advance(2 * minute);
    await deliverMessage(context, id ?? '');
    expect(await rowOf(id)).toMatchObject({ state: 'DEAD' });
    expect(await sandbox.messages('late@example.com')).toEqual([]);
  });
});
