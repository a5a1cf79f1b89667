import { expect, test } from 'vitest';
import { mailedAccountId, mailPortal, plainText } from '../../testing/mail-portal.ts';
import { type AutopayMailName, type AutopayMailPayload, autopayMails } from './autopay.email.ts';

const payload: AutopayMailPayload = {
  accountEnding: '4711',
  cardType: 'VISA',
  lastFour: '4242',
  amountCents: 8_499,
  day: '2026-12-01',
};

const cases: readonly [AutopayMailName, Partial<AutopayMailPayload>, string, string][] = [
  ['autopay-on', {}, 'Autopay is on', '$84.99'],
  ['autopay-on', {}, 'Autopay is on', 'Next charge on Dec 01, 2026'],
  ['autopay-on', { pastDueCents: 5_000 }, 'Autopay is on', 'It includes $50.00 that is past due.'],
  [
    'autopay-on',
    { day: null, pastDueCents: 5_000 },
    'Autopay is on',
    '$50.00 is past due. We will charge it with your next bill.',
  ],
  ['autopay-off', {}, 'Autopay is off', 'The autopay discount ends with it.'],
  ['autopay-upcoming', {}, 'Autopay will charge $84.99 on Dec 01, 2026', 'You do not have to do anything.'],
  [
    'autopay-upcoming',
    { pastDueCents: 5_000 },
    'Autopay will charge $84.99 on Dec 01, 2026',
    'It includes $50.00 that is past due.',
  ],
  [
    'autopay-upcoming',
    { expires: true },
    'Your card expires before autopay on Dec 01, 2026',
    'Credit Card …4242 expires before autopay charges the account ending in 4711 on Dec 01, 2026.',
  ],
  [
    'autopay-upcoming',
    { expires: true },
    'Your card expires before autopay on Dec 01, 2026',
    'Choose another payment method',
  ],
  [
    'autopay-upcoming',
    { expires: true, pastDueCents: 5_000 },
    'Your card expires before autopay on Dec 01, 2026',
    'It includes $50.00 that is past due. To avoid a late fee, pay that now.',
  ],
  [
    'autopay-failed',
    { reason: 'insufficient-funds', retryOn: '2026-12-02' },
    'Autopay could not charge $84.99',
    'We will try again on Dec 02, 2026.',
  ],
  [
    'autopay-failed',
    { reason: 'insufficient-funds', retryOn: '2026-12-02' },
    'Autopay could not charge $84.99',
    'On Dec 01, 2026, autopay could not charge $84.99 to Credit Card …4242',
  ],
  [
    'autopay-failed',
    { reason: 'expired-card' },
    'Autopay could not charge $84.99',
    'We will try again with your next bill. To avoid a late fee, pay this amount now.',
  ],
  [
    'autopay-failed',
    { reason: 'declined', isOff: true },
    'Autopay could not charge $84.99',
    'Autopay is off now, so we will not try again. To avoid a late fee, please pay this amount now.',
  ],
  [
    'autopay-failed',
    { reason: 'unavailable' },
    'Autopay could not charge $84.99',
    'The payment did not reach your bank.',
  ],
  [
    'autopay-stopped',
    { reason: 'unauthorized' },
    'Autopay is off: your bank returned a payment',
    'was not authorized',
  ],
  [
    'autopay-stopped',
    { reason: 'returned' },
    'Autopay is off: your bank returned a payment',
    'The autopay discount ends until then.',
  ],
  [
    'autopay-stopped',
    { reason: 'returned' },
    'Autopay is off: your bank returned a payment',
    'Your bank returned debits',
  ],
];

test.each(cases)(
  '[MAIL-1] %s with %j says what happened, in text and HTML',
  (name, changes, subject, words) => {
    const mail = autopayMails[name](mailPortal, { ...payload, ...changes }, 'en', mailedAccountId);
    expect(plainText(mail.subject)).toBe(subject);
    expect(plainText(mail.text)).toContain(words);
    expect(plainText(mail.html)).toContain(words);
  },
);

const manage = ['Manage payment methods', '/billing/manage-payment-methods'] as const;
const pay = ['Pay now', '/billing/make-payment'] as const;
const see = ['See your payments', '/payments'] as const;

test.each<[AutopayMailName, Partial<AutopayMailPayload>, readonly [label: string, path: string]]>([
  ['autopay-upcoming', {}, see],
  ['autopay-upcoming', { pastDueCents: 1 }, pay],
  ['autopay-upcoming', { expires: true }, manage],
  ['autopay-upcoming', { expires: true, pastDueCents: 1 }, pay],
  ['autopay-on', {}, see],
  ['autopay-on', { pastDueCents: 1 }, pay],
  ['autopay-off', {}, see],
  ['autopay-failed', {}, pay],
  ['autopay-stopped', {}, pay],
])('[MAIL-1] the button of %s with %j leads to what helps: %s', (name, changes, [label, path]) => {
  const { text } = autopayMails[name](mailPortal, { ...payload, ...changes }, 'en', mailedAccountId);
  expect(text).toContain(`${label}: http://localhost:3000/myaccount${path}?account=${mailedAccountId}\n`);
});

test('[MAIL-1] a charge ahead has nothing to do only if nothing is past due and the card stays valid', () => {
  const textOf = (changes: Partial<AutopayMailPayload>) =>
    autopayMails['autopay-upcoming'](mailPortal, { ...payload, ...changes }, 'en', mailedAccountId).text;
  expect(textOf({ pastDueCents: 0 })).toContain('You do not have to do anything.');
  for (const changes of [{ pastDueCents: 1 }, { expires: true }, { pastDueCents: 1, expires: true }])
    expect(textOf(changes)).not.toContain('do not have to do anything');
});

test.each([
  ['autopay-upcoming', {}, 'Su pago automático de $84.99 se cobrará el 1 de diciembre de 2026'],
  [
    'autopay-upcoming',
    { expires: true },
    'Su tarjeta vence antes de su próximo pago automático, el 1 de diciembre de 2026',
  ],
  ['autopay-failed', {}, 'No pudimos cobrar su pago automático de $84.99'],
] as const)('[MAIL-1] %s with %j has a Spanish subject: %s', (name, changes, subject) => {
  expect(autopayMails[name](mailPortal, { ...payload, ...changes }, 'es', mailedAccountId).subject).toBe(
    subject,
  );
});

test('[MAIL-1, HOME-7] what autopay could not charge names the day in Spanish, too', () => {
  const { text } = autopayMails['autopay-failed'](mailPortal, payload, 'es', mailedAccountId);
  expect(plainText(text)).toContain('El 1 de diciembre de 2026 no pudimos cobrar el pago automático');
});
