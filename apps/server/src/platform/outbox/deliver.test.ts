import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMailGateway } from '../../gateways/mail/smtp.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts';
import { deliverDueMessages, deliverMessage, type Postman } from './deliver.ts';
import { queueMail } from './outbox.ts';

let sandbox: TestSandbox;
let portal: TestPortal;
let postman: Postman;
let mail: ReturnType<typeof openMailGateway>;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  portal = await startTestPortal(sandbox.settings);
  mail = openMailGateway(portal.portal.config.mail);
  const templates = { note: () => ({ subject: 'A note', text: 'Noted.', html: '<p>Noted.</p>' }) };
  postman = { portal: portal.portal, sendMail: mail.send, templates };
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
  test('an event is written once, however often it is told', async () => {
    const id = await queue('once@example.com');
    expect(id).toBeDefined();
    expect(await queue('once@example.com')).toBeUndefined();
    await deliverDueMessages(postman);
    await deliverDueMessages(postman);
    expect(await sandbox.messages('once@example.com')).toHaveLength(1);
  });

  test('of many servers that deliver at once one sends', async () => {
    const id = await queue('many@example.com');
    await Promise.all(Array.from({ length: 8 }, () => deliverMessage(postman, id ?? '')));
    expect(await sandbox.messages('many@example.com')).toHaveLength(1);
  });

  test('a mail server that is busy is asked again later', async () => {
    const id = await queue('busy+smtpgrey@example.com');
    await deliverMessage(postman, id ?? '');
    expect(await rowOf(id)).toMatchObject({ state: 'WAITING', attempts: 1, sent_at: null });
    await deliverMessage(postman, id ?? '');
    expect((await rowOf(id)).attempts, 'not before its time').toBe(1);
    portal.clock.advance(minute);
    await deliverMessage(postman, id ?? '');
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', attempts: 2 });
  });

  test('an answer lost after the mail was taken is repeated under the same Message-ID', async () => {
    const id = await queue('drop+smtpdrop@example.com');
    await deliverMessage(postman, id ?? '');
    portal.clock.advance(minute);
    await deliverMessage(postman, id ?? '');
    expect(await rowOf(id)).toMatchObject({ state: 'SENT' });
    const ids = (await sandbox.messages('drop+smtpdrop@example.com')).map(
      (m) => (m as { messageId?: string }).messageId,
    );
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('one that is refused for good is given up after its last attempt, for a person to see', async () => {
    const id = await queue('gone+smtp550@example.com');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await deliverMessage(postman, id ?? '');
      portal.clock.advance(400 * minute);
    }
    expect(await rowOf(id)).toMatchObject({ state: 'DEAD' });
    expect((await rowOf(id)).last_error).toContain('550');
  });

  test('one that came too late is not sent at all', async () => {
    const id = await queue('late@example.com', {
      uselessAfter: new Date(portal.clock.now().getTime() + minute),
    });
    portal.clock.advance(2 * minute);
    await deliverMessage(postman, id ?? '');
    expect(await rowOf(id)).toMatchObject({ state: 'DEAD' });
    expect(await sandbox.messages('late@example.com')).toEqual([]);
  });
});
