import { afterEach, describe, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { recordingLog } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';
import {
  buildNotified,
  buildReader,
  deliverTo,
  hourMs,
  link,
  newsMailsOf,
  postHook,
  queueNotification,
  type TextReader,
  textsOf,
} from '../../testing/text-readers.ts';
import { deliverDueTexts, deliverText } from './deliver-text.service.ts';

const portal = forFile(() => startPayingPortal({ TWILIO_TIMEOUT_MS: '1500' }));
afterEach(() => portal.sandbox.reset());

const minuteMs = 60_000;
const inboxOf = (reader: TextReader) => portal.sandbox.messages(reader.e164);
const stateOf = async (reader: TextReader) => (await textsOf(portal, reader)).map(({ state }) => state);

describe('queuing a notification', () => {
  test.each([
    ['with both', { preference: 'Text & Email' }, 1, 1],
    ['with mails alone', { preference: 'Email' }, 0, 1],
    ['with a foreign number', { customer: { phone_number: '525512345678' } }, 0, 1],
    ['without a number', { customer: { phone_number: null } }, 0, 1],
  ] as const)('[SMS-1] to somebody %s', async (_who, options, texts, mails) => {
    const reader = await buildReader(portal, options);
    expect(await queueNotification(portal, reader)).toEqual(texts ? ['text', 'mail'] : ['mail']);
    await queueNotification(portal, reader);
    expect(await textsOf(portal, reader)).toHaveLength(texts);
    expect(await newsMailsOf(portal, reader)).toHaveLength(mails);
  });

  test('[SMS-1] keeps the link sealed, and no longer than somebody needs it', async () => {
    const reader = await buildNotified(portal, { preference: 'Text & Email' });
    const [text] = await textsOf(portal, reader);
    expect(text).toMatchObject({ state: 'WAITING', recipient: reader.e164, language: 'en' });
    expect(text?.payload_sealed?.toString('latin1')).not.toContain('secret-token');
    expect(await newsMailsOf(portal, reader)).toMatchObject([{ payload: null }]);
    await deliverTo(portal, reader);
    await postStatus(reader, 'delivered');
    expect((await textsOf(portal, reader))[0]).toMatchObject({ state: 'DELIVERED', payload_sealed: null });
  });

  test('[SMS-1] a newer notification takes the place of a text that waits, and of no other topic', async () => {
    const reader = await buildNotified(portal);
    await queueNotification(portal, reader, { eventKey: 'other', topic: 'appointment:2' });
    await queueNotification(portal, reader, { eventKey: 'moved', kind: 'appointment-moved' });
    expect(await stateOf(reader)).toEqual(['DROPPED', 'WAITING', 'WAITING']);
    await queueNotification(portal, reader);
    expect(await stateOf(reader), 'an outdated notification told again').toEqual([
      'DROPPED',
      'WAITING',
      'WAITING',
    ]);
  });

  test('[SMS-1] in quiet hours a text waits; what would be outdated goes by mail', async () => {
    // Noon until nine in the evening.
    await portal.passTime(9 * hourMs);
    const reader = await buildReader(portal);
    expect(await queueNotification(portal, reader)).toEqual(['mail']);
    const useful = new Date(portal.clock.now().getTime() + 20 * hourMs);
    const waiting = await buildReader(portal);
    expect(await queueNotification(portal, waiting, { uselessAfter: useful })).toEqual(['text']);
    await deliverTo(portal, waiting);
    expect(await inboxOf(waiting)).toEqual([]);
    await portal.passTime(11 * hourMs);
    await deliverTo(portal, waiting);
    expect(await inboxOf(waiting)).toHaveLength(1);
    await portal.passTime(4 * hourMs);
  });

  test('[SMS-1] a text that quiet hours find waiting is tried after them, with as many attempts left', async () => {
    // Noon until eight in the evening, and on to ten.
    await portal.passTime(8 * hourMs);
    const reader = await buildReader(portal);
    const useful = new Date(portal.clock.now().getTime() + 20 * hourMs);
    await queueNotification(portal, reader, { uselessAfter: useful });
    await portal.passTime(2 * hourMs);
    await deliverTo(portal, reader);
    expect(await textsOf(portal, reader)).toMatchObject([
      { state: 'WAITING', attempts: 0, sending_since: null },
    ]);
    await portal.passTime(11 * hourMs);
    await deliverTo(portal, reader);
    expect(await inboxOf(reader)).toHaveLength(1);
    await portal.passTime(3 * hourMs);
  });
});

async function postStatus(reader: TextReader, status: string, more: Record<string, string> = {}) {
  const text = (await textsOf(portal, reader))[0];
  const url = `http://localhost:3000/myaccount/hooks/sms/status?text=${text?.id}`;
  const fields = { MessageSid: text?.provider_id ?? '', MessageStatus: status, To: reader.e164, ...more };
  return await postHook(portal, `status?text=${text?.id}`, fields, { url });
}

describe('sending', () => {
  test('[SMS-1] a text has the customer’s language and the link', async () => {
    const reader = await buildReader(portal, { customer: { language: 'es' } });
    await queueNotification(portal, reader, { kind: 'technician-on-the-way' });
    await deliverTo(portal, reader);
    const [message] = await inboxOf(reader);
    expect(message).toMatchObject({ channel: 'sms', to: reader.e164 });
    expect(message?.text).toContain('su técnico en camino');
    expect(message?.text).toContain(link);
    expect((await textsOf(portal, reader))[0]).toMatchObject({
      state: 'SENT',
      provider_id: expect.stringMatching(/^SM/),
      sent_at: portal.clock.now(),
    });
  });

  test('[SMS-1] once, even if many servers deliver, and never again', async () => {
    const reader = await buildNotified(portal);
    await Promise.all(Array.from({ length: 8 }, () => deliverTo(portal, reader)));
    await portal.passTime(minuteMs + 1);
    await deliverTo(portal, reader);
    expect(await inboxOf(reader)).toHaveLength(1);
  });

  test('[SMS-1] once, though the response was lost: the service is asked first', async () => {
    const reader = await buildNotified(portal, { ending: '5550904' });
    await deliverTo(portal, reader);
    expect(await stateOf(reader)).toEqual(['SENDING']);
    await deliverTo(portal, reader);
    expect(await stateOf(reader), 'not before its minute').toEqual(['SENDING']);
    await portal.passTime(minuteMs);
    await deliverTo(portal, reader);
    expect(await stateOf(reader)).toEqual(['DELIVERED']);
    expect(await inboxOf(reader)).toHaveLength(1);
  });

  test('[SMS-1] again, if the server ended before the call', async () => {
    const reader = await buildNotified(portal);
    await portal.sandbox.control({ processor: 'twilio', mode: 'black-hole', calls: 1 });
    await deliverTo(portal, reader);
    expect(await stateOf(reader)).toEqual(['SENDING']);
    await portal.passTime(minuteMs);
    await deliverTo(portal, reader);
    expect(await inboxOf(reader)).toHaveLength(1);
    expect(await newsMailsOf(portal, reader)).toEqual([]);
  });

  test('[SMS-1] not without an answer about the attempt before; after some, by mail', async () => {
    const reader = await buildNotified(portal);
    await portal.sandbox.control({ processor: 'twilio', mode: 'lose-answers', calls: 1 });
    await deliverTo(portal, reader);
    await portal.sandbox.control({ processor: 'twilio', mode: 'down' });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await stateOf(reader)).toEqual(['SENDING']);
      await portal.passTime(minuteMs);
      await deliverTo(portal, reader);
    }
    expect(await stateOf(reader)).toEqual(['DROPPED']);
    expect(await inboxOf(reader)).toHaveLength(1);
    expect(await newsMailsOf(portal, reader)).toMatchObject([{ template: 'appointment-made' }]);
  });

  test.each([
    ['a bad number', '5550901', 'HTTP 400, code 21211'],
    ['a number with STOP', '5550902', 'HTTP 400, code 21610'],
  ])('[SMS-1] %s: the notification goes by mail at once', async (_what, ending, error) => {
    const reader = await buildNotified(portal, { ending });
    await deliverTo(portal, reader);
    expect((await textsOf(portal, reader))[0]).toMatchObject({
      state: 'UNDELIVERED',
      last_error: error,
      payload_sealed: null,
      manual_review_reason: null,
    });
    expect(await newsMailsOf(portal, reader)).toMatchObject([
      { template: 'appointment-made', recipient: reader.emailAddress },
    ]);
  });

  test('[SMS-1] a service that refuses every call: after five attempts the notification goes by mail', async () => {
    const other = { ...portal.portal.config.twilio, authToken: 'wrong' };
    const { openTwilio } = await import('../../gateways/sms/twilio.ts');
    const sms = openTwilio(other as Parameters<typeof openTwilio>[0]);
    const reader = await buildNotified(portal);
    const [{ id = '' } = {}] = await textsOf(portal, reader);
    for (const pauseMs of [0, 10_000, 30_000, 120_000, 600_000]) {
      expect(await stateOf(reader)).toEqual(['WAITING']);
      portal.clock.advance(pauseMs);
      await deliverText({ portal: portal.portal, sms }, { accountId: reader.account.id, id });
    }
    expect((await textsOf(portal, reader))[0]).toMatchObject({
      state: 'DROPPED',
      last_error: 'HTTP 401, code 20003',
    });
    expect(await newsMailsOf(portal, reader)).toHaveLength(1);
  });

  test.each([
    ['the preference', { notification_preference: 'Email' }, undefined],
    ['the number', undefined, { phone_number: '6145550188' }],
  ] as const)('[SMS-1] a text that waits heeds a change of %s', async (_what, account, customer) => {
    const reader = await buildNotified(portal);
    const { id, customerNumber } = reader.account;
    if (account) await changeRows(portal.db, 'account', { id }, account);
    if (customer) await changeRows(portal.db, 'customer', { customer_number: customerNumber }, customer);
    await deliverTo(portal, reader);
    expect(await stateOf(reader)).toEqual(['DROPPED']);
    expect(await inboxOf(reader)).toEqual([]);
    expect(await newsMailsOf(portal, reader)).toHaveLength(1);
  });

  test('[SMS-1] an outdated notification is not sent at all', async () => {
    const reader = await buildNotified(portal);
    await portal.passTime(5 * hourMs);
    await deliverTo(portal, reader);
    expect((await textsOf(portal, reader))[0]).toMatchObject({ state: 'DROPPED', payload_sealed: null });
    expect(await inboxOf(reader)).toEqual([]);
    expect(await newsMailsOf(portal, reader)).toEqual([]);
    await portal.passTime(19 * hourMs);
  });

  test('[SMS-1] without the service, what waits goes by mail', async () => {
    const reader = await buildNotified(portal);
    const [{ id = '' } = {}] = await textsOf(portal, reader);
    await deliverText({ portal: portal.portal, sms: null }, { accountId: reader.account.id, id });
    expect(await newsMailsOf(portal, reader)).toHaveLength(1);
  });

  test('[SMS-1] where neither text nor mail reaches anybody, a person must', async () => {
    const reader = await buildNotified(portal, { ending: '5550901', customer: { email_address: null } });
    await deliverTo(portal, reader);
    const [text] = await textsOf(portal, reader);
    expect(text?.manual_review_reason).toBe('nobody could be told by mail either');
  });

  test('[SMS-1] log lines name neither number nor link', async () => {
    const lines: Record<string, unknown>[] = [];
    const logged = { ...portal.portal, log: recordingLog(lines) };
    for (const ending of ['5550901', '5550904', '5551234']) {
      await buildNotified(portal, { ending });
      const { openTwilio } = await import('../../gateways/sms/twilio.ts');
      const { twilio } = portal.portal.config;
      await deliverDueTexts({ portal: logged, sms: twilio && openTwilio(twilio) });
      expect(JSON.stringify(lines)).not.toContain(ending);
    }
    expect(lines.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['text refused', 'text not sent', 'text sent']),
    );
    expect(lines[0]).toMatchObject({ textId: expect.any(String), correlationId: 'request-of-notification' });
    expect(JSON.stringify(lines)).not.toContain('secret-token');
  });
});

describe('the status of a text', () => {
  test('[SMS-1] is asked where no callback tells, and the link is erased at the end', async () => {
    const reader = await buildNotified(portal, { ending: '5550906' });
    await deliverTo(portal, reader);
    await portal.passTime(900_000);
    await deliverTo(portal, reader);
    expect((await textsOf(portal, reader))[0]).toMatchObject({ state: 'DELIVERED', payload_sealed: null });
  });

  test('[SMS-1] undelivered: the notification goes by mail, until it is outdated', async () => {
    const reader = await buildNotified(portal, { ending: '5550903' });
    await deliverTo(portal, reader);
    await portal.passTime(900_000);
    await deliverTo(portal, reader);
    expect(await stateOf(reader)).toEqual(['UNDELIVERED']);
    expect(await newsMailsOf(portal, reader)).toHaveLength(1);
    const late = await buildReader(portal, { ending: '5550903' });
    await queueNotification(portal, late, {
      uselessAfter: new Date(portal.clock.now().getTime() + minuteMs),
    });
    await deliverTo(portal, late);
    await portal.passTime(900_000);
    await deliverTo(portal, late);
    expect(await newsMailsOf(portal, late)).toEqual([]);
    expect((await textsOf(portal, late))[0]?.manual_review_reason).toBeNull();
  });

  test('[SMS-1] undelivered: of one that a newer notification replaced, only the newer goes by mail', async () => {
    const reader = await buildReader(portal, { ending: '5550903' });
    await queueNotification(portal, reader, { kind: 'appointment-moved', eventKey: 'moved:1' });
    await queueNotification(portal, reader, { eventKey: 'other:1', topic: 'appointment:2' });
    await deliverTo(portal, reader);
    portal.clock.advance(1_000);
    await queueNotification(portal, reader, { kind: 'appointment-canceled', eventKey: 'canceled:1' });
    await deliverTo(portal, reader);
    await portal.passTime(900_000);
    await deliverTo(portal, reader);
    expect(await stateOf(reader)).toEqual(['UNDELIVERED', 'UNDELIVERED', 'UNDELIVERED']);
    const told = (await newsMailsOf(portal, reader)).map(({ template }) => template);
    expect(told.sort()).toEqual(['appointment-canceled', 'appointment-made']);
    const reviews = (await textsOf(portal, reader)).map((text) => text.manual_review_reason);
    expect(reviews).toEqual([null, null, null]);
  });

  test('[SMS-1] a service that is away is asked again, until it is not worth it', async () => {
    const reader = await buildNotified(portal);
    await deliverTo(portal, reader);
    await portal.sandbox.control({ processor: 'twilio', mode: 'down' });
    for (const seconds of [900, 3_600, 21_600, 86_400]) {
      expect((await textsOf(portal, reader))[0]?.due_at).not.toBeNull();
      portal.clock.advance(seconds * 1_000);
      await deliverTo(portal, reader);
    }
    expect((await textsOf(portal, reader))[0]).toMatchObject({
      state: 'SENT',
      due_at: null,
      payload_sealed: null,
    });
  });
});
