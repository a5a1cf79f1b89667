import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { languageEntries, languages } from '@myaccount/contract/languages';
import { brand } from '@myaccount/contract/web-config';
import { test } from '@playwright/test';
import { loginMails } from '../../apps/server/src/features/login/login.email.ts';
import {
  type PaymentMailPayload,
  paymentMails,
} from '../../apps/server/src/features/payments/payments.email.ts';
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
const portal = { config } as Portal;

const secret = { sentAt: '2026-11-24T15:00:00Z', minutes: 10 };
const payment: PaymentMailPayload = {
  amountCents: 10_770,
  day: '2026-11-24',
  accountEnding: '0301',
  cardType: 'VISA',
  lastFour: '4242',
  reason: null,
  amountDueCents: null,
  reference: '73921048',
};
const returned = { ...payment, cardType: 'ACH', lastFour: '6789', reason: 'insufficient-funds' };

/** Every mail that the portal sends, by the name of its pictures. */
const mails = {
  'login-code': loginMails['login-code'].bind(null, portal, { ...secret, secret: '123456' }),
  'login-link': loginMails['login-link'].bind(null, portal, { ...secret, secret: 'token' }),
  'payment-made': paymentMails['payment-made'].bind(null, portal, payment),
  'payment-pending': paymentMails['payment-pending'].bind(null, portal, { ...returned, reason: null }),
  'payment-failed': paymentMails['payment-failed'].bind(null, portal, { ...payment, reason: 'declined' }),
  'payment-returned': paymentMails['payment-returned'].bind(null, portal, {
    ...returned,
    amountDueCents: 10_770,
  }),
  'payment-returned-covered': paymentMails['payment-returned'].bind(null, portal, {
    ...returned,
    amountDueCents: 0,
  }),
};

for (const language of languages) {
  test.describe(`mails (${language})`, () => {
    test.use({ locale: languageEntries[language].locale });
    for (const [name, render] of Object.entries(mails)) {
      test(`mail-${name}`, async ({ page }) => {
        await page.setContent(render(language).html);
        await takePictures(page, `mail-${name}/${language}`, looks.filter(isMailLook));
      });
    }
  });
}
