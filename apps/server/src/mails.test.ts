import { languageEntries, languages } from '@myaccount/contract/languages';
import { expect, test } from 'vitest';
import { noticeParts } from './features/account-info/notice.rules.ts';
import { mailTemplates } from './features.ts';
import type { MailTemplate } from './platform/outbox/deliver.ts';
import { mailedAccountId, mailPortal } from './testing/mail-portal.ts';

const templates: Readonly<Record<string, MailTemplate>> = mailTemplates;
/** What any of the mails needs. */
const payload = {
  url: 'https://my.provider.example/myaccount/schedule/token',
  startsAt: '2026-12-03T15:00:00Z',
  endsAt: '2026-12-03T17:00:00Z',
  technicianName: 'Kim',
  secret: 'token',
  parts: noticeParts,
  changedAt: '2026-11-24T17:00:00Z',
  sentAt: '2026-11-24T17:00:00Z',
  minutes: 5,
  accountEnding: '4711',
  cardType: 'ACH',
  lastFour: '6789',
  expiresOn: '2026-11-30',
  amountCents: 108_499,
  amountDueCents: 108_499,
  openCents: 108_499,
  totalCents: 108_499,
  day: '2026-11-24',
  dueOn: '2026-12-01',
  periodStart: '2026-11-05',
  periodEnd: '2026-12-04',
  reason: null,
  reference: '73921048',
  paymentId: '01937f6e-0000-7000-8000-000000000001',
  invoiceId: '01937f6e-0000-7000-8000-000000000002',
};

/** Codes are typed, and a warning that asks for a click looks like a fraud. */
const withoutLink = ['login-code', 'login-fresh', 'login-proof', 'account-changed'];

const cases = Object.keys(mailTemplates).flatMap((name) =>
  languages.map((language) => [name, language] as const),
);

test.each(cases)(
  '[MAIL-1] %s in %s is whole in text and HTML, with one link and whom to ask',
  (name, language) => {
    const { subject, text, html } =
      templates[name]?.(mailPortal, payload as never, language, mailedAccountId) ?? {};
    const { brand } = mailPortal.config;
    for (const said of [subject, text, html])
      expect(said).not.toMatch(/undefined|null|NaN|\{\{|-email\.|Invalid/);
    expect(html).toContain(`<html lang="${language}">`);
    expect(text).toContain(brand.supportEmail);
    const links = withoutLink.includes(name) ? 0 : 1;
    expect(text?.match(/https?:\/\/\S+/g) ?? []).toHaveLength(links);
    expect(html?.match(/<a /g) ?? []).toHaveLength(links);
    // The phone number is the brand's, and pages are named by ids.
    const numbers = `${subject} ${text}`.replaceAll(brand.supportPhone, '').replace(/https?:\/\/\S+/g, '');
    expect(numbers).not.toMatch(/\d{5}/);
  },
);

/** Their links have a token, which says what they are about. */
const withToken = ['login-link', 'appointment-', 'technician-'];

test.each(
  Object.keys(mailTemplates).filter(
    (name) => !withoutLink.includes(name) && !withToken.some((start) => name.startsWith(start)),
  ),
)('[SHELL-15] the link of %s names the account by its id', (name) => {
  const { text, html } = templates[name]?.(mailPortal, payload as never, 'en', mailedAccountId) ?? {};
  const [link] = text?.match(/https?:\/\/\S+/) ?? [];
  expect(new URL(link ?? '').searchParams.get('account')).toBe(mailedAccountId);
  expect(html).toContain(`href="${link}"`);
});

test.each(cases)('[MAIL-3] %s in %s keeps each day and time on one line', (name, language) => {
  const { subject, text, html } =
    templates[name]?.(mailPortal, payload as never, language, mailedAccountId) ?? {};
  const months = languageEntries[language].months.map((month) => `${month}|${month.slice(0, 3)}`).join('|');
  const broken = `\\b(?:${months}) \\d|\\d de (?:${months})|\\b(?:${months}) de |\\d\\d, \\d{4}|\\d [AaPp]\\.?[Mm]|[Mm]\\.? E[SD]T`;
  expect(html).not.toMatch(new RegExp(broken));
  expect(`${subject} ${text}`).not.toMatch(/[\u00a0\u202f]/);
});

test.each(cases)('[MAIL-1] %s has its own texts in %s', (name, language) => {
  const [english, own] = ['en' as const, language].map(
    (each) => templates[name]?.(mailPortal, payload as never, each, mailedAccountId).text,
  );
  expect(own === english).toBe(language === 'en');
});
