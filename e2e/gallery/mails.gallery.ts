import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Language, languageEntries, languages } from '@myaccount/contract/languages';
import { brand } from '@myaccount/contract/web-config';
import { test } from '@playwright/test';
import { noticeParts } from '../../apps/server/src/features/account-info/notice.rules.ts';
import { mailTemplates } from '../../apps/server/src/features.ts';
import { logoAddress } from '../../apps/server/src/platform/mail/mail-logo.ts';
import type { MailTemplate } from '../../apps/server/src/platform/outbox/deliver.ts';
import type { Portal } from '../../apps/server/src/platform/portal.ts';
import { type Look, looks } from './looks.ts';
import { takePictures } from './take-pictures.ts';

const widths: readonly number[] = [390, 1280];
const isMailLook = ({ width, isForcedColors, isLargeText }: Look) =>
  widths.includes(width) && !isForcedColors && !isLargeText;

const brandFile = resolve(import.meta.dirname, '../../scripts/start/demo-brand.json');
const config = {
  publicUrl: 'http://localhost:3000',
  timeZone: 'America/New_York',
  brand: brand.parse(JSON.parse(readFileSync(brandFile, 'utf8'))),
};
const portal = { config, clock: { now: () => new Date('2026-11-24T17:00:00Z') } } as Portal;

/** Of a charge that a restore brought back. */
const stop = { url: 'http://localhost:3000/myaccount/stop-charge/0123', event: '', noticeDays: 3 };

const account = { accountEnding: '0301' };
const changed = { ...account, changedAt: '2026-11-24T15:00:00Z' };
const card = { cardType: 'VISA', lastFour: '4242', expiresOn: '2026-12-31' };
const bank = { cardType: 'ACH', lastFour: '6789', expiresOn: null };
const sent = { sentAt: '2026-11-24T15:00:00Z', minutes: 10 };
const payment = {
  ...account,
  ...card,
  amountCents: 10_770,
  day: '2026-11-24',
  reason: null,
  amountDueCents: null,
  reference: '73921048',
  paymentId: '01937f6e-0000-7000-8000-000000000002',
};
const debit = { ...payment, ...bank };
const returned = { ...debit, reason: 'insufficient-funds' };
const autopay = { ...account, ...card, amountCents: 10_770, day: '2026-12-01' };
const bill = {
  ...account,
  invoiceId: '01937f6e-0000-7000-8000-000000000001',
  openCents: 10_770,
  totalCents: 10_770,
  dueOn: '2026-12-01',
  periodStart: '2026-11-05',
  periodEnd: '2026-12-04',
  hasAutopay: false,
};

interface ShownMail {
  readonly template: keyof typeof mailTemplates;
  readonly payload: object;
}

/** Every mail that the portal sends, in every form, by the name of its pictures. */
const mails: Readonly<Record<string, ShownMail>> = {
  'login-code': { template: 'login-code', payload: { ...sent, secret: '123456' } },
  'login-link': { template: 'login-link', payload: { ...sent, secret: 'token' } },
  'login-fresh': { template: 'login-fresh', payload: { ...sent, secret: '123456' } },
  'login-proof': { template: 'login-proof', payload: { ...sent, secret: '123456' } },
  'account-changed': { template: 'account-changed', payload: { ...changed, parts: ['phone'] } },
  'account-changed-everything': { template: 'account-changed', payload: { ...changed, parts: noticeParts } },
  'account-changed-pending-email': {
    template: 'account-changed',
    payload: { ...changed, parts: ['waiting-email'] },
  },
  'bill-ready': { template: 'bill-ready', payload: bill },
  'bill-ready-autopay': { template: 'bill-ready', payload: { ...bill, hasAutopay: true } },
  'bill-ready-past-due': {
    template: 'bill-ready',
    payload: { ...bill, totalCents: 19_269, pastDueCents: 8_499 },
  },
  'bill-ready-past-due-autopay': {
    template: 'bill-ready',
    payload: { ...bill, totalCents: 19_269, pastDueCents: 8_499, hasAutopay: true },
  },
  'bill-ready-nothing': { template: 'bill-ready', payload: { ...bill, openCents: 0, totalCents: -500 } },
  'payment-made': { template: 'payment-made', payload: payment },
  'payment-made-partial': { template: 'payment-made', payload: { ...payment, requestedCents: 21_540 } },
  'payment-missed': { template: 'payment-missed', payload: payment },
  'payment-unconfirmed': { template: 'payment-unconfirmed', payload: payment },
  'payment-unneeded': { template: 'payment-unneeded', payload: { ...payment, creditCents: 5_000 } },
  'payment-pending': { template: 'payment-pending', payload: debit },
  'payment-failed': { template: 'payment-failed', payload: { ...payment, reason: 'declined' } },
  'payment-returned': { template: 'payment-returned', payload: { ...returned, amountDueCents: 10_770 } },
  'payment-returned-covered': { template: 'payment-returned', payload: { ...returned, amountDueCents: 0 } },
  'payment-returned-autopay': {
    template: 'payment-returned',
    payload: { ...returned, isAutomatic: true, amountDueCents: 10_770 },
  },
  'payment-planned': { template: 'payment-planned', payload: payment },
  'payment-upcoming': { template: 'payment-upcoming', payload: { ...payment, stop } },
  'payment-upcoming-autopay': {
    template: 'payment-upcoming',
    payload: { ...payment, isAutomatic: true, stop },
  },
  'payment-cancelled': { template: 'payment-cancelled', payload: payment },
  'payment-not-needed': { template: 'payment-not-needed', payload: payment },
  'payment-not-made': { template: 'payment-not-made', payload: payment },
  'autopay-on': { template: 'autopay-on', payload: { ...autopay, pastDueCents: 2_271 } },
  'autopay-on-nothing-due': { template: 'autopay-on', payload: { ...autopay, day: null } },
  'autopay-off': { template: 'autopay-off', payload: autopay },
  'autopay-upcoming': { template: 'autopay-upcoming', payload: autopay },
  'autopay-upcoming-restored': { template: 'autopay-upcoming', payload: { ...autopay, stop } },
  'autopay-upcoming-late-debt': { template: 'autopay-upcoming', payload: { ...autopay, hasLateDebt: true } },
  'autopay-upcoming-past-due': { template: 'autopay-upcoming', payload: { ...autopay, pastDueCents: 2_271 } },
  'autopay-upcoming-expiring': { template: 'autopay-upcoming', payload: { ...autopay, expires: true } },
  'autopay-upcoming-expiring-past-due': {
    template: 'autopay-upcoming',
    payload: { ...autopay, expires: true, pastDueCents: 2_271 },
  },
  'autopay-failed': {
    template: 'autopay-failed',
    payload: { ...autopay, reason: 'insufficient-funds', retryOn: '2026-12-03' },
  },
  'autopay-failed-for-good': {
    template: 'autopay-failed',
    payload: { ...autopay, reason: 'expired-card', retryOn: null },
  },
  'autopay-failed-missed': { template: 'autopay-failed', payload: { ...autopay, isMissed: true } },
  'autopay-failed-off': {
    template: 'autopay-failed',
    payload: { ...autopay, reason: 'declined', retryOn: null, isOff: true },
  },
  'autopay-stopped': {
    template: 'autopay-stopped',
    payload: { ...autopay, ...bank, reason: 'unauthorized' },
  },
  'autopay-stopped-returns': {
    template: 'autopay-stopped',
    payload: { ...autopay, ...bank, reason: 'returned' },
  },
  'method-added': { template: 'method-added', payload: { ...account, ...card } },
  'method-removed': { template: 'method-removed', payload: { ...account, ...bank } },
  'method-expiring': { template: 'method-expiring', payload: { ...account, ...card } },
};

/** Returns a mail's HTML with its logo, as mail programs show it. */
function render({ template, payload }: ShownMail, language: Language): string {
  const templates: Readonly<Record<string, MailTemplate>> = mailTemplates;
  const { html = '', logo } = templates[template]?.(portal, payload as never, language, 'account') ?? {};
  if (!logo) return html;
  return html.replace(logoAddress(logo), `data:${logo.contentType};base64,${logo.bytes.toString('base64')}`);
}

for (const language of languages) {
  test.describe(`mails (${language})`, () => {
    test.use({ locale: languageEntries[language].locale });
    for (const [name, mail] of Object.entries(mails)) {
      test(`mail-${name}`, async ({ page }) => {
        await page.setContent(render(mail, language));
        await takePictures(page, `mail-${name}/${language}`, looks.filter(isMailLook));
      });
    }
  });
}
