import { expect, test } from 'vitest';
import { mailPortal } from '../../testing/mail-portal.ts';
import { accountInfoMails, type NoticePayload } from './account-info.email.ts';
import type { NoticePart } from './notice.rules.ts';

// Just after midnight in Greenwich, the evening before in New York.
const payload: NoticePayload = { accountEnding: '4711', parts: ['pin'], changedAt: '2026-11-25T01:30:00Z' };
const mailOf = (parts: readonly NoticePart[], language: 'en' | 'es' = 'en') =>
  accountInfoMails['account-changed'](mailPortal, { ...payload, parts }, language);

test('[NOTICE-1] says what changed, when, and whom to call', () => {
  const { subject, text } = mailOf(['phone', 'pin']);
  expect(subject).toBe('Your account was changed');
  expect(text).toContain('changed on Nov 24, 2026 at 8:30 PM EST on the account ending in 4711');
  expect(text).toContain('• Phone number\n• Account PIN\n');
  expect(text).toContain(`call us right away at ${mailPortal.config.brand.supportPhone}`);
  expect(text).not.toContain('Billing address');
});

test('[NOTICE-1] says so in Spanish, with the article of the hour', () => {
  const { text } = mailOf(['address'], 'es');
  expect(text).toMatch(/cambió el 24 de noviembre de 2026 a las 8:30 p\.\sm\.|a las 8:30 p\.m\./);
  expect(text).toContain('• Dirección de facturación');
});

test('[NOTICE-1, CONTACT-3] explains a pending address, and only then', () => {
  expect(mailOf(['waiting-email']).text).toContain('Until then this one stays');
  expect(mailOf(['email', 'sign-in']).text).not.toContain('Until then this one stays');
});
