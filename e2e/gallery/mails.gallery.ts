import { type Language, languageEntries, languages } from '@myaccount/contract/languages';
import { test } from '@playwright/test';
import { noticeParts } from '../../apps/server/src/features/account-info/notice.rules.ts';
import { mailTemplates } from '../../apps/server/src/features.ts';
import { logoAddress } from '../../apps/server/src/platform/mail/mail-logo.ts';
import type { MailTemplate } from '../../apps/server/src/platform/outbox/deliver.ts';
import { mailPortal } from '../support/mail-portal.ts';
import { type Look, looks } from './looks.ts';
import { takePictures } from './take-pictures.ts';

const widths: readonly number[] = [390, 1280];
const isMailLook = ({ width, isForcedColors, isLargeText }: Look) =>
  widths.includes(width) && !isForcedColors && !isLargeText;

const portal = mailPortal('http://localhost:3000');

/** Of a charge that a restore brought back. */
const stop = { url: 'http://localhost:3000/myaccount/stop-charge/0123', event: '', noticeDays: 3 };

const account = { accountEnding: '0301' };
const changed = { ...account, changedAt: '2026-11-24T15:00:00Z' };
const card = { cardType: 'VISA', lastFour: '4242', expiresOn: '2026-12-31' };
const bank = { cardType: 'ACH', lastFour: '6789', expiresOn: null };
const sent = { sentAt: '2026-11-24T15:00:00Z', minutes: 10 };
const change = {
  url: 'http://localhost:3000/myaccount/login/change/0123',
  at: '2026-11-24T15:00:00Z',
  opensAt: '2026-11-25T15:00:00Z',
  expiresAt: '2026-12-02T15:00:00Z',
};
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
const refund = {
  id: '01937f6e-0000-7000-8000-000000000003',
  amountCents: 2_000,
  means: 'refund',
  reopenedCents: 0,
  endsAutopay: false,
  cancelsPlans: false,
};
const debit = { ...payment, ...bank };
const returned = { ...debit, reason: 'insufficient-funds', returnedOn: '2026-11-28' };
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

/** Every mail that the portal sends, by its template, in every form by the end of the name of its pictures. */
const mails: Readonly<Record<keyof typeof mailTemplates, Readonly<Record<string, object>>>> = {
  'login-code': { '': { ...sent, secret: '123456' } },
  'login-link': { '': { ...sent, secret: 'token' } },
  'login-fresh': { '': { ...sent, secret: '123456' } },
  'login-proof': { '': { ...sent, secret: '123456' } },
  'login-change-requested': { '': change },
  'login-change-invited': { '': change },
  'login-change-stopped': { '': change },
  'login-change-completed': { '': change },
  'account-changed': {
    '': { ...changed, parts: ['phone'] },
    '-everything': { ...changed, parts: noticeParts },
    '-pending-email': { ...changed, parts: ['waiting-email'] },
  },
  'bill-ready': {
    '': bill,
    '-autopay': { ...bill, hasAutopay: true },
    '-past-due': { ...bill, totalCents: 19_269, pastDueCents: 8_499 },
    '-past-due-autopay': { ...bill, totalCents: 19_269, pastDueCents: 8_499, hasAutopay: true },
    '-nothing': { ...bill, openCents: 0, totalCents: -500 },
    '-gift-card': { ...bill, giftCard: { isApplied: false, isEligible: true, eligibleDate: '2026-11-01' } },
  },
  'payment-made': { '': payment, '-partial': { ...payment, requestedCents: 21_540 } },
  'payment-missed': { '': payment },
  'payment-unconfirmed': { '': payment },
  'payment-unneeded': { '': { ...payment, creditCents: 5_000 } },
  'payment-refunded': {
    '': { ...payment, amountCents: 2_000, refund },
    '-reopened': {
      ...payment,
      refund: { ...refund, means: 'void', reopenedCents: 10_770, endsAutopay: true, cancelsPlans: true },
    },
  },
  'payment-pending': { '': debit },
  'payment-failed': { '': { ...payment, reason: 'declined' } },
  'payment-returned': {
    '': { ...returned, amountDueCents: 10_770 },
    '-covered': { ...returned, amountDueCents: 0 },
    '-autopay': { ...returned, isAutomatic: true, amountDueCents: 10_770 },
  },
  'payment-planned': { '': payment },
  'payment-upcoming': { '': { ...payment, stop }, '-autopay': { ...payment, isAutomatic: true, stop } },
  'payment-cancelled': { '': payment },
  'payment-not-needed': { '': payment },
  'payment-not-made': { '': payment },
  'autopay-on': { '': { ...autopay, pastDueCents: 2_271 }, '-nothing-due': { ...autopay, day: null } },
  'autopay-off': { '': autopay },
  'autopay-upcoming': {
    '': autopay,
    '-restored': { ...autopay, stop },
    '-late-debt': { ...autopay, hasLateDebt: true },
    '-past-due': { ...autopay, pastDueCents: 2_271 },
    '-expiring': { ...autopay, expires: true },
    '-expiring-past-due': { ...autopay, expires: true, pastDueCents: 2_271 },
  },
  'autopay-failed': {
    '': { ...autopay, reason: 'insufficient-funds', retryOn: '2026-12-03' },
    '-for-good': { ...autopay, reason: 'expired-card', retryOn: null },
    '-missed': { ...autopay, isMissed: true },
    '-off': { ...autopay, reason: 'declined', retryOn: null, isOff: true },
  },
  'autopay-stopped': {
    '': { ...autopay, ...bank, reason: 'unauthorized' },
    '-returns': { ...autopay, ...bank, reason: 'returned' },
  },
  'method-added': { '': { ...account, ...card } },
  'method-removed': { '': { ...account, ...bank } },
  'method-expiring': { '': { ...account, ...card } },
};

/** Returns a mail's HTML with its logo, as mail programs show it. */
function render(template: string, payload: object, language: Language): string {
  const templates: Readonly<Record<string, MailTemplate>> = mailTemplates;
  const { html = '', logo } = templates[template]?.(portal, payload as never, language, 'account') ?? {};
  if (!logo) return html;
  return html.replace(logoAddress(logo), `data:${logo.contentType};base64,${logo.bytes.toString('base64')}`);
}

for (const language of languages) {
  test.describe(`mails (${language})`, () => {
    test.use({ locale: languageEntries[language].locale });
    for (const [template, forms] of Object.entries(mails)) {
      for (const [form, payload] of Object.entries(forms)) {
        const name = `mail-${template}${form}`;
        test(name, async ({ page }) => {
          await page.setContent(render(template, payload, language));
          await takePictures(page, `${name}/${language}`, looks.filter(isMailLook));
        });
      }
    }
  });
}
