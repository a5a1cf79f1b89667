import { languageEntries, languages } from '@myaccount/contract/languages';
import { expect, test } from 'vitest';
import { mailTemplates } from './features.ts';
import type { MailTemplate } from './platform/outbox/deliver.ts';
import { mailedAccountId, mailPortal } from './testing/mail-portal.ts';
import { mailPayload, mailsWithPage, withoutLink } from './testing/mail-samples.ts';

const templates: Readonly<Record<string, MailTemplate>> = mailTemplates;
const cases = Object.keys(mailTemplates).flatMap((name) =>
  languages.map((language) => [name, language] as const),
);

test.each(cases)(
  '[MAIL-1] %s in %s is whole in text and HTML, with one link and whom to ask',
  (name, language) => {
    const { subject, text, html } =
      templates[name]?.(mailPortal, mailPayload as never, language, mailedAccountId) ?? {};
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

test.each(mailsWithPage)('[SHELL-15] the link of %s names the account by its id', (name) => {
  const { text, html } = templates[name]?.(mailPortal, mailPayload as never, 'en', mailedAccountId) ?? {};
  const [link] = text?.match(/https?:\/\/\S+/) ?? [];
  expect(new URL(link ?? '').searchParams.get('account')).toBe(mailedAccountId);
  expect(html).toContain(`href="${link}"`);
});

test.each(cases)('[MAIL-3] %s in %s keeps each day and time on one line', (name, language) => {
  const { subject, text, html } =
    templates[name]?.(mailPortal, mailPayload as never, language, mailedAccountId) ?? {};
  const months = languageEntries[language].months.map((month) => `${month}|${month.slice(0, 3)}`).join('|');
  const broken = `\\b(?:${months}) \\d|\\d de (?:${months})|\\b(?:${months}) de |\\d\\d, \\d{4}|\\d [AaPp]\\.?[Mm]|[Mm]\\.? E[SD]T`;
  expect(html).not.toMatch(new RegExp(broken));
  expect(`${subject} ${text}`).not.toMatch(/[\u00a0\u202f]/);
});

test.each(cases)('[MAIL-1] %s has its own texts in %s', (name, language) => {
  const [english, own] = ['en' as const, language].map(
    (each) => templates[name]?.(mailPortal, mailPayload as never, each, mailedAccountId).text,
  );
  expect(own === english).toBe(language === 'en');
});
