import { notificationPreferences } from '@myaccount/contract/accounts';
import { languages } from '@myaccount/contract/languages';
import { describe, expect, test } from 'vitest';
import { deliveryStatuses } from '../../gateways/sms/sms.ts';
import { sizeOf } from '../../testing/text-size.ts';
import { isFinal, nextAttemptAt, nextQuestionAt, stateAfter, type TextState } from './delivery.rules.ts';
import { toGsmAlphabet } from './gsm-alphabet.rules.ts';
import { notificationKinds } from './notification.rules.ts';
import { recordedForms, toE164 } from './phone-number.rules.ts';
import { sendingTimeOf } from './quiet-hours.rules.ts';
import { keywordOf } from './reply.rules.ts';
import { textBody } from './text-body.rules.ts';
import { channelsOf } from './text-channels.rules.ts';

const now = new Date('2026-11-24T17:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe('how a notification goes out', () => {
  const reach = { canGetTexts: true, sendingTime: now, uselessAfter: later(1) };
  const usual = { '': ['mail'], Text: ['text'], Email: ['mail'], 'Text & Email': ['text', 'mail'] };

  test.each(notificationPreferences)('[SMS-1] as “%s” says', (preference) => {
    expect(channelsOf({ ...reach, preference })).toEqual(usual[preference]);
    expect(channelsOf({ ...reach, preference, canGetTexts: false })).toEqual(['mail']);
  });

  test('[SMS-1] by mail if a text could only be sent once the notification is outdated', () => {
    expect(channelsOf({ ...reach, preference: 'Text', sendingTime: later(1) })).toEqual(['mail']);
    expect(channelsOf({ ...reach, preference: 'Text', sendingTime: later(0.9) })).toEqual(['text']);
  });
});

describe('phone numbers', () => {
  test.each([
    ['6145550177', '+16145550177'],
    ['16145550177', '+16145550177'],
    ['0145550177', undefined],
    ['1145550177', undefined],
    ['6141550177', undefined],
    ['614555017', undefined],
    ['26145550177', undefined],
    ['525512345678', undefined],
    ['', undefined],
    [null, undefined],
  ])('[SMS-1] %s is %s', (phoneNumber, expected) => {
    expect(toE164(phoneNumber)).toBe(expected);
  });

  test.each([
    ['+16145550177', ['6145550177', '16145550177']],
    ['+525512345678', []],
    ['6145550177', []],
    ['+1614555017', []],
    ['+116145550177', []],
  ])('[SMS-1] a text from %s is from the customers with %s', (e164, forms) => {
    expect(recordedForms(e164)).toEqual(forms);
  });
});

describe('quiet hours', () => {
  const zone = 'America/New_York';
  const night = { from: 21, until: 8 };
  test.each([
    ['2026-11-24T17:00:00Z', '2026-11-24T17:00:00.000Z', night],
    ['2026-11-25T01:59:59Z', '2026-11-25T01:59:59.000Z', night],
    ['2026-11-25T02:00:00Z', '2026-11-25T13:00:00.000Z', night],
    ['2026-11-25T12:59:59Z', '2026-11-25T13:00:00.000Z', night],
    ['2026-11-25T13:00:00Z', '2026-11-25T13:00:00.000Z', night],
    // The clocks go forward in this night.
    ['2027-03-14T03:30:00Z', '2027-03-14T12:00:00.000Z', night],
    ['2026-11-24T17:10:00Z', '2026-11-24T19:00:00.000Z', { from: 12, until: 14 }],
    ['2026-11-25T06:00:00Z', '2026-11-25T06:00:00.000Z', { from: 0, until: 0 }],
  ])('[SMS-1] notification of %s may be sent at %s', (at, expected, quiet) => {
    expect(sendingTimeOf(new Date(at), quiet, zone).toISOString()).toBe(expected);
  });
});

describe('replies', () => {
  const stops = ['STOP', 'StopAll', ' unsubscribe ', 'CANCEL', 'end', 'Quit.', 'alto', '“Stop!”'];
  test.each([
    ...stops.map((body) => [body, 'stop']),
    ...['START', 'yes', 'UNSTOP'].map((body) => [body, 'start']),
    ...['HELP', 'ayuda'].map((body) => [body, 'help']),
    ...['', 'Stop by at 5?', 'yesterday', 'thanks', 'toString'].map((body) => [body, undefined]),
  ])('[SMS-1] “%s” is read as %s', (body, expected) => {
    expect(keywordOf({ body: body ?? '', optOutType: null })).toBe(expected);
  });

  test('[SMS-1] the service’s own reading comes first', () => {
    expect(keywordOf({ body: 'no más', optOutType: 'STOP' })).toBe('stop');
  });
});

describe('the state of a delivery', () => {
  const states: readonly TextState[] = ['WAITING', 'SENDING', 'SENT', 'DELIVERED', 'UNDELIVERED', 'DROPPED'];
  const cases = states.flatMap((state) => deliveryStatuses.map((status) => [state, status] as const));
  const expected: Readonly<Record<string, string>> = {
    accepted: 'SENT',
    sent: 'SENT',
    delivered: 'DELIVERED',
    undelivered: 'UNDELIVERED',
  };

  test.each(cases)('[SMS-1] %s never goes back by “%s”', (state, status) => {
    const isBack = isFinal(state) || (state === 'SENT' && expected[status] === 'SENT');
    expect(stateAfter(state, status)).toBe(isBack ? state : expected[status]);
  });

  test('[SMS-1] attempts and questions come to an end', () => {
    const seconds = (time: Date | undefined) => time && (time.getTime() - now.getTime()) / 1_000;
    expect([1, 2, 3, 4, 5].map((count) => seconds(nextAttemptAt(count, now)))).toEqual([
      10,
      30,
      120,
      600,
      undefined,
    ]);
    expect([0, 1, 2, 3, 4].map((count) => seconds(nextQuestionAt(count, now)))).toEqual([
      900,
      3_600,
      21_600,
      86_400,
      undefined,
    ]);
  });
});

describe('the words of a text', () => {
  const url = `https://myaccount.provider.example/myaccount/schedule/${'A'.repeat(22)}`;
  const values = { url, startsAt: '2026-12-03T15:00:00Z', endsAt: '2026-12-03T17:00:00Z' };
  const supportPhone = '(555) 010-0199';
  const frame = { brandName: 'Larkspur Fiber', supportPhone, timeZone: 'America/New_York' };
  const names = [null, 'María José'];
  const all = notificationKinds.flatMap((kind) =>
    languages.flatMap((language) => names.map((name) => [kind, language, name] as const)),
  );

  test.each(all)('[SMS-1] %s in %s for %s is one text of the GSM alphabet', (kind, language, name) => {
    const body = textBody({ kind, values: { ...values, technicianName: name } }, language, frame);
    expect(sizeOf(body)).toMatchObject({ alphabet: 'gsm', parts: 1 });
    expect(body).toMatch(/^Larkspur Fiber: /);
    // A canceled visit has nothing to move: the text says whom to call.
    expect(body).toContain(kind === 'appointment-canceled' ? supportPhone : `${url} `);
    expect(body).toContain('STOP');
    expect(body).not.toMatch(/\{\{|undefined|null|texts\./);
  });

  test('[SMS-1] it says day and window in the business time zone', () => {
    const body = (language: 'en' | 'es') => textBody({ kind: 'appointment-made', values }, language, frame);
    expect(body('en')).toContain('your visit is Dec 03, 10:00 AM-12:00 PM.');
    expect(body('es')).toContain('su visita es el 3 dic, 10:00 a.m.-12:00 p.m. ');
  });

  test('[SMS-1] of a canceled visit it names the time that is off, and no page', () => {
    const body = (language: 'en' | 'es') =>
      textBody({ kind: 'appointment-canceled', values }, language, frame);
    expect(body('en')).toBe(
      'Larkspur Fiber: your visit on Dec 03, 10:00 AM-12:00 PM, is canceled. To schedule a new one, call (555) 010-0199. Reply STOP to end',
    );
    expect(body('es')).toBe(
      'Larkspur Fiber: su visita del 3 dic, 10:00 a.m.-12:00 p.m., fue cancelada. Para programar otra, llame al (555) 010-0199. Cancelar textos: STOP',
    );
  });

  test.each([
    ['plain', 160, 'gsm', 1],
    ['plain', 161, 'gsm', 2],
    ['plain', 307, 'gsm', 3],
    ['é', 160, 'gsm', 1],
    ['€', 81, 'gsm', 2],
    ['á', 70, 'other', 1],
    ['á', 71, 'other', 2],
  ])('[SMS-1] %s, %i times, needs the alphabet %s and %i parts', (character, count, alphabet, parts) => {
    const text = character === 'plain' ? 'x'.repeat(count) : character.repeat(count);
    expect(sizeOf(text)).toMatchObject({ alphabet, parts });
  });

  test('[SMS-1] letters outside the alphabet lose their accents, quotes their curves', () => {
    expect(toGsmAlphabet('Él dijó: “sáb. así”, ñandú — güe\u202fa')).toBe(
      'Él dijo: "sab. asi", ñandu - güe a',
    );
    expect(sizeOf(toGsmAlphabet('日本'))).toMatchObject({ alphabet: 'other' });
  });
});
