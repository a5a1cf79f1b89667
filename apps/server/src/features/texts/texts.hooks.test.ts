import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTwilio } from '../../gateways/sms/twilio.ts';
import { signatureOf } from '../../gateways/sms/twilio-signature.ts';
import { loadInfo, openSaver, saveCustomer } from '../../testing/account-saver.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { buildCustomer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { readRow } from '../../testing/rows.ts';
import {
  buildNotified,
  buildReader,
  deliverTo,
  newsMailsOf,
  postHook,
  queueNotification,
  reply,
  type TextReader,
  textsOf,
  withHead,
} from '../../testing/text-readers.ts';
import { listAudit, listMails } from '../../testing/traces.ts';
import { deliverText } from './deliver-text.service.ts';

const portal = forFile(() => startPayingPortal({ TWILIO_PREVIOUS_AUTH_TOKEN: 'token-before' }));

async function sentText(options: Parameters<typeof buildReader>[1] = {}): Promise<TextReader> {
  const reader = await buildNotified(portal, options);
  await deliverTo(portal, reader);
  return reader;
}

async function tell(
  reader: TextReader,
  status: string,
  changes: Record<string, string> = {},
  secret?: string,
) {
  const [text] = await textsOf(portal, reader);
  const path = `status?text=${text?.id}`;
  const fields = { MessageSid: text?.provider_id ?? '', MessageStatus: status, ...changes };
  const url = `http://localhost:3000/myaccount/hooks/sms/${path}`;
  return (await postHook(portal, path, fields, { url, ...(secret && { secret }) })).statusCode;
}

/** Returns every other way to cut one or two fields whose signature is that of these fields. */
function cutsOf(fields: Record<string, string>): Record<string, string>[] {
  const signature = signatureOf('', withHead(fields), 'secret');
  const cuts = Object.entries(fields).flatMap(([name, value]) => {
    const { [name]: _, ...others } = fields;
    const text = name + value;
    return [...text].flatMap((_letter, end) => [
      { ...others, [text.slice(0, end + 1)]: text.slice(end + 1) },
      ...(end < name.length
        ? []
        : [{ ...others, [name]: text.slice(name.length, end), [text.slice(end)]: '' }]),
    ]);
  });
  const isOther = (cut: Record<string, string>) => JSON.stringify(cut) !== JSON.stringify(fields);
  return cuts.filter((cut) => isOther(cut) && signatureOf('', withHead(cut), 'secret') === signature);
}

const stateOf = async (reader: TextReader) => (await textsOf(portal, reader))[0]?.state;
async function accountOf({ account }: TextReader) {
  const row = await readRow(portal.db, 'account', { id: account.id });
  return { preference: row.notification_preference, version: row.version };
}
const auditOf = (reader: TextReader) => listAudit(portal, reader);

describe('callbacks about the delivery', () => {
  test('[SMS-1] come in any order, and never take back what is final', async () => {
    const reader = await sentText();
    expect(await tell(reader, 'delivered')).toBe(204);
    expect(await tell(reader, 'sent')).toBe(204);
    expect(await tell(reader, 'undelivered', { ErrorCode: '30003' })).toBe(204);
    expect(await stateOf(reader)).toBe('DELIVERED');
    expect(await newsMailsOf(portal, reader)).toEqual([]);
  });

  test('[SMS-1] undelivered: the notification goes by mail, once', async () => {
    const reader = await sentText();
    expect(await tell(reader, 'sent')).toBe(204);
    expect(await tell(reader, 'undelivered', { ErrorCode: '30003' })).toBe(204);
    expect(await tell(reader, 'failed')).toBe(204);
    expect(await stateOf(reader)).toBe('UNDELIVERED');
    expect(await newsMailsOf(portal, reader)).toHaveLength(1);
  });

  test('[SMS-1] one that arrives again has no effect', async () => {
    const reader = await sentText();
    expect(await tell(reader, 'sent')).toBe(204);
    expect(await tell(reader, 'sent')).toBe(409);
  });

  test('[SMS-1] those that arrive at the same time count once, and the notification goes by one mail', async () => {
    const reader = await sentText();
    const told = ['undelivered', 'failed', 'undelivered', 'failed'].map((status) => tell(reader, status));
    expect((await Promise.all(told)).sort()).toEqual([204, 204, 409, 409]);
    expect(await stateOf(reader)).toBe('UNDELIVERED');
    expect(await newsMailsOf(portal, reader)).toHaveLength(1);
  });

  test('[SMS-1] the one before the response tells the id of the text', async () => {
    const reader = await sentText({ ending: '5550904' });
    expect(await stateOf(reader)).toBe('SENDING');
    const MessageSid = `SM${'b'.repeat(32)}`;
    expect(await tell(reader, 'sent', { MessageSid })).toBe(204);
    expect((await textsOf(portal, reader))[0]).toMatchObject({ state: 'SENT', provider_id: MessageSid });
    expect(await tell(reader, 'delivered', { MessageSid: `SM${'c'.repeat(32)}` })).toBe(204);
    expect(await stateOf(reader), 'another text').toBe('SENT');
  });

  test('[SMS-1] one that is faster than an unclear response is not taken back', async () => {
    const { twilio } = portal.portal.config;
    if (!twilio) throw new Error('no texts');
    const sms = openTwilio(twilio);
    const reader = await buildNotified(portal);
    const send: typeof sms.send = async () => {
      expect(await tell(reader, 'sent', { MessageSid: `SM${'a'.repeat(32)}` })).toBe(204);
      return { outcome: 'unknown', text: 'lost' };
    };
    const [{ id = '' } = {}] = await textsOf(portal, reader);
    await deliverText({ portal: portal.portal, sms: { ...sms, send } }, { accountId: reader.account.id, id });
    expect(await stateOf(reader)).toBe('SENT');
  });

  test('[SMS-1] signed with the token before they count, too', async () => {
    const reader = await sentText();
    expect(await tell(reader, 'delivered', {}, 'token-before')).toBe(204);
    expect(await stateOf(reader)).toBe('DELIVERED');
  });

  test('[SMS-1] unsigned, wrongly signed, or of another account: refused without an effect', async () => {
    const reader = await sentText();
    expect(await tell(reader, 'delivered', {}, 'wrong')).toBe(401);
    expect(await tell(reader, 'delivered', { AccountSid: `AC${'9'.repeat(32)}` })).toBe(400);
    const [text] = await textsOf(portal, reader);
    const url = `/myaccount/hooks/sms/status?text=${text?.id}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = `MessageSid=${text?.provider_id}&MessageStatus=delivered`;
    expect((await portal.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(401);
    const other = `status?text=${crypto.randomUUID()}`;
    const signedForOther = { url: `http://localhost:3000/myaccount/hooks/sms/${other}` };
    const fields = { MessageSid: text?.provider_id ?? '', MessageStatus: 'delivered' };
    const moved = await postHook(portal, `status?text=${text?.id}`, fields, signedForOther);
    expect(moved.statusCode).toBe(401);
    expect(await stateOf(reader)).toBe('SENT');
    expect((await postHook(portal, other, fields)).statusCode).toBe(404);
  });

  test.each([
    ['an unknown status', { MessageStatus: 'exploded' }, 400],
    ['no SID', { MessageSid: '' }, 400],
    ['fields that the service may add', { RawDlrDoneDate: '2611241700', Extra: 'é' }, 204],
  ])('[SMS-1] %s', async (_what, changes, expected) => {
    const reader = await sentText();
    expect(await tell(reader, 'sent', changes)).toBe(expected);
  });

  test('[SMS-1] a text id that is none, JSON, and a field that comes twice are refused', async () => {
    const fields = { MessageSid: `SM${'d'.repeat(32)}`, MessageStatus: 'sent' };
    expect((await postHook(portal, 'status?text=x', fields)).statusCode).toBe(400);
    expect((await postHook(portal, 'status', fields)).statusCode).toBe(400);
    const url = '/myaccount/hooks/sms/incoming';
    const signed = { 'x-twilio-signature': 'x' };
    const json = { 'content-type': 'application/json', ...signed };
    expect((await portal.inject({ method: 'POST', url, headers: json, payload: '{}' })).statusCode).toBe(415);
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...signed };
    const twice = 'Body=STOP&Body=START';
    expect((await portal.inject({ method: 'POST', url, headers: form, payload: twice })).statusCode).toBe(
      400,
    );
  });
});

describe('STOP and START', () => {
  test('[SMS-1] STOP turns texts off for the number, with audit and notice, and START back on', async () => {
    const reader = await buildReader(portal);
    const login = await buildCustomer(portal, { account: reader.account });
    const info = async () => (await loadInfo(portal, login)).customer;
    expect(await info()).toMatchObject({ notificationPreference: 'Text', textsStopped: false });
    const before = await accountOf(reader);
    const response = await reply(portal, reader, 'Stop');
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/xml']);
    expect(response.body).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>');
    expect(await info()).toMatchObject({ notificationPreference: 'Email', textsStopped: true });
    expect((await accountOf(reader)).version).toBe(before.version + 1);
    expect(await queueNotification(portal, reader)).toEqual(['mail']);
    expect((await reply(portal, reader, 'START')).statusCode).toBe(200);
    expect(await info()).toMatchObject({ notificationPreference: 'Text', textsStopped: false });
    expect(await queueNotification(portal, reader, { eventKey: 'later' })).toEqual(['text']);
    const detail = [
      { from: 'Text', to: 'Email' },
      { from: 'Email', to: 'Text' },
    ];
    expect(await auditOf(reader)).toMatchObject([
      { action: 'texts.stopped', actor: 'system', detail: detail[0] },
      { action: 'texts.resumed', actor: 'system', detail: detail[1] },
    ]);
    const mails = await listMails(portal, reader);
    const notices = mails.filter(({ template }) => template === 'account-changed');
    const told = [reader.emailAddress, login.emailAddress];
    expect(notices.map(({ recipient }) => recipient)).toEqual([...told, ...told]);
  });

  test('[SMS-1] STOP counts for every account with the number, in any form, and for no other', async () => {
    const reader = await buildReader(portal, { preference: 'Text & Email' });
    const same = await buildReader(portal, { customer: { phone_number: `1${reader.phoneNumber}` } });
    const other = await buildReader(portal);
    await reply(portal, reader, 'UNSUBSCRIBE');
    expect((await accountOf(reader)).preference).toBe('Email');
    expect((await accountOf(same)).preference).toBe('Email');
    expect((await accountOf(other)).preference).toBe('Text');
    await reply(portal, reader, 'unstop');
    expect((await accountOf(reader)).preference).toBe('Text & Email');
    expect((await accountOf(same)).preference).toBe('Text');
  });

  test('[SMS-1] START gives texts to nobody who did not have them', async () => {
    const reader = await buildReader(portal, { preference: 'Email' });
    await reply(portal, reader, 'START');
    expect(await auditOf(reader)).toEqual([]);
    await reply(portal, reader, 'STOP');
    await reply(portal, reader, 'START');
    expect((await accountOf(reader)).preference).toBe('Email');
    expect(await auditOf(reader)).toHaveLength(2);
  });

  test('[SMS-1] a second STOP keeps what START puts back', async () => {
    const reader = await buildReader(portal, { preference: 'Text & Email' });
    for (const word of ['STOP', 'END', 'START']) await reply(portal, reader, word);
    expect((await accountOf(reader)).preference).toBe('Text & Email');
    expect(await auditOf(reader)).toHaveLength(2);
  });

  test('[SMS-1] STOP that arrives several times at once stops once', async () => {
    const reader = await buildReader(portal);
    const sid = `SM${'a1'.repeat(16)}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => reply(portal, reader, 'STOP', sid)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await auditOf(reader)).map(({ action }) => action)).toEqual(['texts.stopped']);
  });

  test('[SMS-1] an old STOP that arrives again has no effect', async () => {
    const reader = await buildReader(portal);
    const sid = `SM${'f'.repeat(32)}`;
    expect((await reply(portal, reader, 'STOP', sid)).statusCode).toBe(200);
    await reply(portal, reader, 'START');
    expect((await reply(portal, reader, 'STOP', sid)).statusCode).toBe(409);
    expect((await accountOf(reader)).preference).toBe('Text');
  });

  test.each(['HELP', 'Can you come at 5?', ''])(
    '[SMS-1] “%s” changes nothing, and is not kept',
    async (body) => {
      const reader = await buildReader(portal);
      expect((await reply(portal, reader, body)).statusCode).toBe(200);
      expect(await accountOf(reader)).toEqual({ preference: 'Text', version: 1 });
      const { rows } = await portal.pool.query('select payload::text as line from inbox_event');
      expect(JSON.stringify(rows)).not.toMatch(/come at|\+1/);
    },
  );

  test.each(['STOP', 'CANCEL', 'END', 'UNSUBSCRIBE'])(
    '[SMS-1] %s counts, however its signed fields were cut before it came',
    async (word) => {
      const reader = await buildReader(portal);
      const MessageSid = `SM${randomBytes(16).toString('hex')}`;
      const fields = { MessageSid, From: reader.e164, To: '+12165550199', Body: word };
      const isWhole = (cut: object) => ['MessageSid', 'From', 'Body'].every((name) => name in cut);
      const cuts = cutsOf(fields).filter((cut) => !isWhole(cut) || cut.Body !== word);
      expect(cuts.length).toBeGreaterThan(20);
      for (const cut of cuts) {
        const answer = await postHook(portal, 'incoming', cut, { fields });
        expect([answer.statusCode, cut]).toEqual([isWhole(cut) ? 200 : 400, cut]);
      }
      expect(await auditOf(reader)).toEqual([]);
      expect((await postHook(portal, 'incoming', fields)).statusCode).toBe(200);
      expect((await auditOf(reader)).map(({ action }) => action)).toEqual(['texts.stopped']);
    },
  );

  test('[SMS-1] a reply without its words, its number, or its id is refused and not kept', async () => {
    const reader = await buildReader(portal);
    const whole = { MessageSid: `SM${'e'.repeat(32)}`, From: reader.e164, Body: 'STOP' };
    for (const name of ['MessageSid', 'From', 'Body'] as const) {
      const { [name]: _, ...fields } = whole;
      const answer = await postHook(portal, 'incoming', fields);
      expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ field: name, code: 'invalid' }]]);
    }
    expect((await postHook(portal, 'incoming', whole)).statusCode).toBe(200);
  });

  test('[SMS-1] a text that waits at STOP is not sent', async () => {
    const reader = await buildNotified(portal);
    await reply(portal, reader, 'STOP');
    await deliverTo(portal, reader);
    expect(await stateOf(reader)).toBe('DROPPED');
    expect(await portal.sandbox.messages(reader.e164)).toEqual([]);
    expect(await newsMailsOf(portal, reader)).toHaveLength(1);
  });

  test.each([
    ['the refusal of a text', async () => await sentText({ ending: '5550902' })],
    [
      'a callback',
      async () => {
        const reader = await sentText();
        await tell(reader, 'undelivered', { ErrorCode: '21610' });
        return reader;
      },
    ],
  ])('[SMS-1] a STOP that only the service knows of counts from %s on', async (_what, told) => {
    const reader = await told();
    expect((await accountOf(reader)).preference).toBe('Email');
    expect((await auditOf(reader)).map(({ action }) => action)).toEqual(['texts.stopped']);
    expect(await newsMailsOf(portal, reader)).toHaveLength(1);
  });

  test('[SMS-1] after STOP the page cannot turn texts on, except for a new number', async () => {
    const reader = await buildReader(portal, { preference: 'Text & Email' });
    const saver = await openSaver(portal, await buildLogin(portal.db, { account: reader.account }));
    await reply(portal, reader, 'STOP');
    const consents = [{ kind: 'texts', textVersion: '1', language: 'en' }];
    const save = async (customer: object) =>
      (await saveCustomer(portal, saver, customer, { consents })).json();
    expect(await save({ notificationPreference: 'Text & Email' })).toMatchObject({
      Status: 'Failure',
      errors: [{ field: 'customer.notificationPreference', code: 'unexpected' }],
    });
    expect((await accountOf(reader)).preference).toBe('Email');
    const customer = { notificationPreference: 'Text', phoneNumber: '6145550166' };
    expect(await save(customer)).toMatchObject({ Status: 'Success' });
    expect((await accountOf(reader)).preference).toBe('Text');
  });
});
