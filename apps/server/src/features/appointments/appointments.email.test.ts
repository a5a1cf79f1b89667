import { languages } from '@myaccount/contract/languages';
import { describe, expect, test } from 'vitest';
import { mailPortal } from '../../testing/mail-portal.ts';
import { appointmentMails } from './appointments.email.ts';

const payload = {
  url: 'https://my.example/myaccount/schedule/abc',
  startsAt: '2026-12-03T18:00:00Z',
  endsAt: '2026-12-03T20:00:00Z',
  accountEnding: '4321',
};

describe.each(languages)('the mail that a visit keeps its time, in %s', (language) => {
  test('[MAIL-1, SCHEDULE-6] says day and time, and leads to the page', () => {
    const { subject, text, html } = appointmentMails['appointment-kept'](mailPortal, payload, language);
    expect(subject).toContain({ en: 'Dec 03, 2026', es: '3 de diciembre de 2026' }[language]);
    expect(text).toContain(
      { en: 'between 1:00 PM EST and 3:00 PM EST', es: 'de 1:00 p.m. EST a 3:00 p.m. EST' }[language],
    );
    for (const part of [text, html]) expect(part).toContain(payload.url);
    // Four digits of the account, and no more.
    expect(text.match(/\d{5,}/)).toBeNull();
  });
});
