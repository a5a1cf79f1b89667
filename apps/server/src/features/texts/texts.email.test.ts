import { languages } from '@myaccount/contract/languages';
import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal, testStart } from '../../testing/portal.ts';
import { notificationMails } from './notification.email.ts';
import { type CalendarEntry, notificationKinds } from './notification.rules.ts';

const portal = forFile(() => startTestPortal());
beforeEach(() => portal.clock.set(testStart));

const calendar: CalendarEntry = {
  appointmentId: '019b0000-0000-7000-8000-000000000001',
  kind: 'repair',
  sequence: 3,
};
const payload = {
  url: 'http://localhost:3000/myaccount/schedule/secret-token-of-a-link',
  startsAt: '2026-12-03T18:00:00.000Z',
  endsAt: '2026-12-03T20:00:00.000Z',
  accountEnding: '4321',
};
type Changes = Partial<typeof payload & { calendar: Partial<CalendarEntry> }>;

const mailOf = (
  changes: Changes = {},
  kind: (typeof notificationKinds)[number] = 'appointment-moved',
  language: 'en' | 'es' = 'en',
) => {
  const entry = { ...calendar, ...changes.calendar };
  return notificationMails[kind](portal.portal, { ...payload, ...changes, calendar: entry }, language);
};
/** Reads the file of a mail with a parser that nobody here wrote. */
function eventOf(mail: ReturnType<typeof mailOf>) {
  const [file] = mail.attachments ?? [];
  const parsed = new ICAL.Component(ICAL.parse(file?.content ?? ''));
  const [component, ...others] = parsed.getAllSubcomponents('vevent');
  expect(others).toEqual([]);
  const event = new ICAL.Event(component);
  return { event, component, method: parsed.getFirstPropertyValue('method') };
}

describe('the calendar file of a mail about a visit', () => {
  test('[SCHEDULE-3, SMS-1] publishes the visit in UTC', () => {
    const { event, component, method } = eventOf(mailOf());
    expect(method).toBe('PUBLISH');
    expect([event.startDate.toString(), event.endDate.toString()]).toEqual([
      '2026-12-03T18:00:00Z',
      '2026-12-03T20:00:00Z',
    ]);
    expect(event.startDate.zone.tzid).toBe('UTC');
    expect(String(component?.getFirstPropertyValue('dtstamp'))).toBe('2026-11-24T17:00:00Z');
    const { name, supportPhone } = portal.portal.config.brand;
    expect(event.summary).toBe(`${name}: repair`);
    expect(event.description).toBe(`Questions, or another time? Call ${supportPhone}.`);
  });

  test.each(languages)('[MAIL-1] in %s is named, explained, and in the reader’s language', (language) => {
    const mail = mailOf({ calendar: { kind: 'installation' } }, 'appointment-made', language);
    expect(mail.attachments).toMatchObject([
      { fileName: 'visit.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' },
    ]);
    expect(mail.text).toContain({ en: 'Open the attached file', es: 'Abra el archivo adjunto' }[language]);
    expect(eventOf(mail).event.summary).toMatch({ en: /: installation$/, es: /: instalación$/ }[language]);
    expect(mail.attachments?.[0]?.content).not.toContain('texts-email.');
  });

  test.each(languages)('[SMS-1, MAIL-1] of a canceled visit takes the entry away, in %s', (language) => {
    const { url: _, ...closed } = payload;
    const canceled = { ...closed, calendar: { ...calendar, sequence: 4 } };
    const mail = notificationMails['appointment-canceled'](portal.portal, canceled, language);
    const { event, component, method } = eventOf(mail);
    expect([method, component?.getFirstPropertyValue('status')]).toEqual(['CANCEL', 'CANCELLED']);
    expect([event.uid, event.sequence]).toEqual([eventOf(mailOf()).event.uid, 4]);
    expect(mail.attachments?.[0]?.contentType).toBe('text/calendar; charset=utf-8; method=CANCEL');
    const { supportPhone } = portal.portal.config.brand;
    const words = {
      en: ['Scheduled between 1:00', 'remove the visit from your calendar', 'new visit, call'],
      es: ['Estaba programada de 1:00', 'quitar la visita de su calendario', 'visita, llame al'],
    }[language];
    const subject = {
      en: 'Your visit on Dec 03, 2026 is canceled',
      es: 'Su visita del 3 de diciembre de 2026 fue cancelada',
    };
    expect(mail.subject).toBe(subject[language]);
    for (const part of words) expect(mail.text).toContain(part);
    expect(mail.text).toContain(`${words[2]} ${supportPhone}.`);
    expect(`${mail.text}${mail.html}`).not.toMatch(/\/schedule\/|\{\{|texts-email\./);
  });

  test('[SCHEDULE-3] names who answers for it, so that a later file may take it back', () => {
    const { name, supportEmail } = portal.portal.config.brand;
    for (const kind of ['appointment-moved', 'appointment-canceled'] as const) {
      const organizer = eventOf(mailOf({}, kind)).component?.getFirstProperty('organizer');
      expect(organizer?.getFirstValue()).toBe(`mailto:${supportEmail}`);
      expect(organizer?.getParameter('cn')).toBe(name);
    }
  });

  test('[SCHEDULE-6] has nothing of the link', () => {
    expect(mailOf().attachments?.[0]?.content).not.toMatch(/secret|schedule/i);
  });

  test.each(notificationKinds)('[SMS-1] is missing where the time is not new: %s without it', (kind) => {
    const mail = notificationMails[kind](portal.portal, payload, 'en');
    expect(mail.attachments).toBeUndefined();
    expect(mail.text).not.toContain('attached');
  });
});
