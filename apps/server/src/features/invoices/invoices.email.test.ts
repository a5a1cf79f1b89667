import { expect, test } from 'vitest';
import { mailedAccountId, mailPortal, plainText } from '../../testing/mail-portal.ts';
import type { BillMailPayload } from './bill-mail.rules.ts';
import { invoiceMails } from './invoices.email.ts';

const payload: BillMailPayload = {
  invoiceId: '01937f6e-0000-7000-8000-000000000001',
  accountEnding: '4711',
  openCents: 108_499,
  dueOn: '2026-12-01',
  periodStart: '2026-11-05',
  periodEnd: '2026-12-04',
  totalCents: 108_499,
  pastDueCents: 0,
  hasAutopay: false,
};

const render = (changes: Partial<BillMailPayload> = {}, language: 'en' | 'es' = 'en') =>
  invoiceMails['bill-ready'](mailPortal, { ...payload, ...changes }, language, mailedAccountId);

test.each([
  ['en', 'Your bill is ready: $1,084.99 due Dec 01, 2026', 'Please pay by the due date to avoid a late fee.'],
  [
    'es',
    'Su factura está lista: $1,084.99, vence el 1 de diciembre de 2026',
    'Pague a más tardar en la fecha de vencimiento para evitar un cargo por atraso.',
  ],
] as const)(
  '[MAIL-1] a new bill says in %s what is due and when, and leads to it',
  (language, subject, pay) => {
    const mail = render({}, language);
    expect(plainText(mail.subject)).toBe(subject);
    expect(plainText(mail.text)).toContain(pay);
    expect(plainText(mail.html)).toContain(pay);
    expect(mail.text).toContain('4711');
    expect(mail.text).toContain(`http://localhost:3000/myaccount/billing/invoices/${payload.invoiceId}`);
  },
);

test.each<[string, Partial<BillMailPayload>, string, string]>([
  ['with autopay', { hasAutopay: true }, 'Autopay is on', 'Please pay by'],
  [
    'with autopay and older debt',
    { hasAutopay: true, totalCents: 200_000 },
    'Autopay is on. We will email you',
    'do not have to do anything',
  ],
  ['with older debt', { totalCents: 200_000 }, 'Total owed when this bill was issued: $2,000.00.', 'Autopay'],
  [
    'with a part past due',
    { totalCents: 200_000, pastDueCents: 91_501 },
    'Total owed when this bill was issued: $2,000.00. Of this, $915.01 was past due.',
    'Please pay by',
  ],
  [
    'with a part past due',
    { totalCents: 200_000, pastDueCents: 91_501 },
    'pay what is still past due right away, and this bill by Dec 01, 2026.',
    'Autopay',
  ],
  [
    'with autopay and a part past due',
    { hasAutopay: true, totalCents: 200_000, pastDueCents: 91_501 },
    'Autopay is on. We will email you before the charge. To avoid a late fee, please pay what is still past due right away.',
    'this bill by',
  ],
  [
    'with older debt that is not past due',
    { totalCents: 200_000, pastDueCents: 0 },
    'Please pay by',
    'past due',
  ],
  [
    'with a past due part that credit covers',
    { openCents: 0, totalCents: -500, pastDueCents: 91_501 },
    'You have a credit of $5.00.',
    'past due',
  ],
  ['without older debt', {}, 'For Nov 05, 2026 to Dec 04, 2026', 'Total owed'],
  ['covered by credit', { openCents: 0, totalCents: -500 }, 'You have a credit of $5.00.', 'Please pay by'],
])('[MAIL-1] a new bill %s says what there is to do', (_case, changes, words, absent) => {
  const { text } = render(changes);
  expect(plainText(text)).toContain(words);
  expect(plainText(text)).not.toContain(absent);
});

test('[MAIL-1] a bill with nothing to pay says so first', () => {
  expect(render({ openCents: 0 }).subject).toBe('Your bill is ready: nothing to pay');
  expect(render({ openCents: 0, hasAutopay: true }).text).not.toContain('Autopay');
  expect(render({ openCents: 0 }).text).not.toContain('Dec 01, 2026');
  expect(render({ openCents: 0, totalCents: 0 }).text).not.toContain('$0.00');
  expect(render({ openCents: 0 }, 'es').text).toContain('Nada por pagar');
});

test.each([
  ['nothing is past due', {}, 'See your bill: ', `/billing/invoices/${payload.invoiceId}`],
  ['a part is past due', { totalCents: 200_000, pastDueCents: 1 }, 'Pay now: ', '/billing/make-payment'],
])('[MAIL-1] when %s, a new bill has the button that helps', (_case, changes, label, path) => {
  expect(render(changes).text).toContain(
    `${label}http://localhost:3000/myaccount${path}?account=${mailedAccountId}\n`,
  );
});

const giftCard = { isApplied: false, isEligible: true, eligibleDate: '2026-11-01' };

test.each([
  ['en', 'Register for it by Jan 30, 2027'],
  ['es', 'Regístrela a más tardar el 30 de enero de 2027'],
] as const)(
  '[GIFT-3] a gift card that can be registered is named in %s with its last day',
  (language, words) => {
    const mail = render({ giftCard }, language);
    expect(plainText(mail.text)).toContain(words);
    expect(plainText(mail.html)).toContain(words);
  },
);

test.each<[string, BillMailPayload['giftCard']]>([
  ['none', null],
  ['none, in a mail of the release before', undefined],
  ['a registered one', { ...giftCard, isApplied: true }],
  ['one that the account cannot have', { ...giftCard, isEligible: false }],
  ['one whose time is over', { ...giftCard, eligibleDate: '2026-08-01' }],
  ['one without a last day', { ...giftCard, eligibleDate: null }],
])('[GIFT-3] of %s a bill mail says nothing', (_what, entry) => {
  expect(render({ giftCard: entry ?? null }).text).not.toContain('gift');
});
