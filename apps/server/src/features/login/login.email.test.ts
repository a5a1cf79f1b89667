import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Portal } from '../../platform/portal.ts';
import { testSettings } from '../../testing/portal.ts';
import { loginMails } from './login.email.ts';

const portal = { config: readConfig(testSettings('postgres://127.0.0.1/none')) } as Portal;
const sentAt = '2026-11-24T17:00:00Z';

test.each([
  [
    'en',
    'sign-in link',
    'instead of a code',
    'valid until 12:10 PM EST',
    'in the same browser',
    '12:00 PM EST',
  ],
  [
    'es',
    'enlace para iniciar sesión',
    'en lugar de un código',
    'válido hasta las 12:10 p.m. EST',
    'en el mismo navegador',
    'a las 12:00 p.m. EST',
  ],
] as const)(
  '[SIGNIN-3] the mail with a link says in %s why, for how long, and where to open it',
  (...row) => {
    const [language, subject, ...sentences] = row;
    const mail = loginMails['login-link'](portal, { secret: 'TOKEN', sentAt, minutes: 10 }, language);
    expect(mail.subject).toContain(subject);
    expect(mail.subject).not.toContain('TOKEN');
    for (const sentence of sentences) expect(mail.text).toContain(sentence);
    expect(mail.text).toContain('http://localhost:3000/myaccount/login/link#TOKEN');
    expect(mail.html).toContain('href="http://localhost:3000/myaccount/login/link#TOKEN"');
  },
);

test.each([
  ['en', 'Code valid until 12:05 PM EST', 'You asked for it at 12:00 PM EST.'],
  ['es', 'Código válido hasta las 12:05 p.m. EST', 'Lo pidió a las 12:00 p.m. EST.'],
] as const)(
  '[LOGIN-3] the mail with a code has it in subject, text, and HTML, and its time with the zone (%s)',
  (language, until, asked) => {
    const mail = loginMails['login-code'](portal, { secret: '012345', sentAt, minutes: 5 }, language);
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).toContain('012345');
    for (const part of [mail.text, mail.html.replaceAll('\u00a0', ' ')]) expect(part).toContain(until);
    expect(mail.text).toContain(asked);
    expect(mail.text).not.toContain('#');
  },
);

test.each([
  ['login-code', ['Código válido hasta la 1:05 p.m. EST', 'Lo pidió a la 1:00 p.m. EST.']],
  ['login-link', ['válido hasta la 1:05 p.m. EST.', 'iniciar sesión a la 1:00 p.m. EST.']],
] as const)('[LOGIN-3] in Spanish the time of %s after one o’clock is one hour', (name, sentences) => {
  const payload = { secret: '012345', sentAt: '2026-11-24T18:00:00Z', minutes: 5 };
  const { text } = loginMails[name](portal, payload, 'es');
  for (const sentence of sentences) expect(text).toContain(sentence);
});
