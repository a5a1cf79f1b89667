import { expect, test } from 'vitest';
import { mailedAccountId, mailPortal, plainText } from '../../testing/mail-portal.ts';
import type { PaymentMailPayload } from '../payment-state/payment-mail.service.ts';
import { paymentMails } from './payments.email.ts';

const payload: PaymentMailPayload = {
  amountCents: 108_499,
  day: '2026-11-24',
  accountEnding: '4711',
  cardType: 'VISA',
  lastFour: '4242',
  reason: null,
  amountDueCents: null,
  creditCents: 5_000,
  reference: '73921048',
  paymentId: '01937f6e-0000-7000-8000-000000000002',
  isAutomatic: false,
};

const cases = [
  ['payment-made', 'en', 'We received your payment of $1,084.99', 'Credit Card …4242, Nov 24, 2026'],
  ['payment-made', 'es', 'Recibimos su pago de $1,084.99', '24 de noviembre de 2026'],
  ['payment-pending', 'en', 'Your payment of $1,084.99 is on its way', 'usually take 3 to 5 days'],
  ['payment-pending', 'es', 'Su pago de $1,084.99 está en camino', 'suelen tardar de 3 a 5 días'],
  ['payment-failed', 'en', 'Your payment of $1,084.99 did not go through', 'nothing was charged'],
  ['payment-failed', 'es', 'Su pago de $1,084.99 no se realizó', 'no se le cobró nada'],
  [
    'payment-returned',
    'en',
    'Your bank returned your payment of $1,084.99',
    'Please pay with another method',
  ],
  ['payment-returned', 'es', 'Su banco devolvió su pago de $1,084.99', 'Pague con otro método'],
  [
    'payment-planned',
    'en',
    'Your payment of $1,084.99 is planned for Nov 24, 2026',
    'Nothing is charged before that day',
  ],
  [
    'payment-planned',
    'es',
    'Su pago de $1,084.99 está programado para el 24 de noviembre de 2026',
    'cobramos menos',
  ],
  [
    'payment-changed',
    'en',
    'Your payment of $1,084.99 is now planned for Nov 24, 2026',
    'If you did not ask for this change, call (216) 555-0100.',
  ],
  [
    'payment-changed',
    'es',
    'Su pago de $1,084.99 ahora está programado para el 24 de noviembre de 2026',
    'Si usted no pidió este cambio, llame al (216) 555-0100.',
  ],
  ['payment-cancelled', 'en', 'Your planned payment of $1,084.99 was canceled', 'planned for Nov 24, 2026'],
  [
    'payment-cancelled',
    'en',
    'Your planned payment of $1,084.99 was canceled',
    'Unless autopay is on, please pay by the due date',
  ],
  [
    'payment-cancelled',
    'es',
    'Su pago programado de $1,084.99 se canceló',
    'Si el pago automático no está activado, pague',
  ],
  ['payment-not-needed', 'en', 'Your planned payment of $1,084.99 was not needed', 'Nothing was due'],
  ['payment-not-needed', 'es', 'Su pago programado de $1,084.99 no hizo falta', 'no debía nada'],
  ['payment-not-made', 'en', 'Your planned payment of $1,084.99 was not made', 'can no longer be used'],
  [
    'payment-missed',
    'en',
    'Your planned payment of $1,084.99 was not made',
    'our systems were not available',
  ],
  ['payment-missed', 'es', 'Su pago programado de $1,084.99 no se realizó', 'ya no haremos este pago'],
  ['payment-unconfirmed', 'en', 'We cannot confirm your payment of $1,084.99 yet', 'call (216) 555-0100'],
  [
    'payment-refunded',
    'en',
    'We refunded $1,084.99 of your payment',
    'We gave you back $1,084.99 of your payment of Nov 24',
  ],
  [
    'payment-refunded',
    'es',
    'Le reembolsamos $1,084.99 de su pago',
    'Le devolvimos $1,084.99 de su pago del 24',
  ],
  [
    'payment-unneeded',
    'en',
    'Your payment of $1,084.99 is more than you owe now',
    '$50.00 of it is not needed any more',
  ],
  [
    'payment-unneeded',
    'es',
    'Su pago de $1,084.99 es mayor que lo que ahora debe',
    '$50.00 de ese pago ya no hacen falta',
  ],
  ['payment-unconfirmed', 'es', 'Aún no podemos confirmar su pago de $1,084.99', 'llame al (216) 555-0100'],
  ['payment-not-made', 'es', 'Su pago programado de $1,084.99 no se realizó', 'pague con otro método'],
] as const;

test.each(cases)(
  '[MAIL-1] %s in %s says what happened, in text and HTML',
  (name, language, subject, words) => {
    const mail = paymentMails[name](mailPortal, payload, language, mailedAccountId);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(words);
    expect(plainText(mail.html.replace(/<[^>]+>/g, ''))).toContain(words);
    expect(mail.text).toContain('4711');
    expect(mail.text).toMatch(/(?:Reference|Referencia) 7392-1048/);
    expect(mail.text).toMatch(
      /http:\/\/localhost:3000\/myaccount\/(?:payments(?:\/receipts\/[-\w]+)?|billing\/make-payment)\?account=[-\w]+\n/,
    );
  },
);

test.each([
  ['en', 'Your bank returned the payment that autopay made on Nov 24, 2026'],
  ['es', 'Su banco devolvió el pago automático del 24 de noviembre de 2026'],
] as const)('[RETURN-1] in %s the return of a payment that autopay made says so', (language, words) => {
  const mail = paymentMails['payment-returned'];
  const { text } = mail(mailPortal, { ...payload, isAutomatic: true }, language, mailedAccountId);
  expect(text).toContain(words);
  expect(text).toMatch(/will not charge again what you pay|no volverá a cobrar lo que usted pague/);
  expect(mail(mailPortal, payload, language, mailedAccountId).text).not.toContain(words);
});

test.each([
  ['en', 'Bank Account …6789, Nov 24, 2026 Returned on Nov 28, 2026 Reference'],
  ['es', '24 de noviembre de 2026 Devuelto el 28 de noviembre de 2026 Referencia'],
] as const)('[RETURN-1, HOME-7] in %s a return names its day and that of the payment', (language, words) => {
  const debit = { ...payload, cardType: 'ACH', lastFour: '6789' };
  const textOf = (over: object) =>
    plainText(
      paymentMails['payment-returned'](mailPortal, { ...debit, ...over }, language, mailedAccountId).text,
    ).replaceAll(/\s+/g, ' ');
  expect(textOf({ returnedOn: '2026-11-28' })).toContain(words);
  // A mail that an older release queued.
  expect(textOf({})).not.toMatch(/Returned on|Devuelto el|\{\{/);
});

test.each([
  ['payment-made', 'See your receipt', '/payments/receipts/P-1'],
  ['payment-pending', 'See your receipt', '/payments/receipts/P-1'],
  ['payment-planned', 'See your payments', '/payments'],
  ['payment-failed', 'Pay now', '/billing/make-payment'],
  ['payment-not-made', 'Pay now', '/billing/make-payment'],
  ['payment-changed', 'See your payments', '/payments'],
  ['payment-cancelled', 'See your payments', '/payments'],
] as const)('[MAIL-1] %s leads to the page where its reader goes on: %s', (name, label, path) => {
  const { text } = paymentMails[name](mailPortal, { ...payload, paymentId: 'P-1' }, 'en', mailedAccountId);
  expect(text).toContain(`${label}: http://localhost:3000/myaccount${path}?account=${mailedAccountId}\n`);
});

test.each(Object.entries(paymentMails))('[MAIL-3] %s names the day once', (_name, mail) => {
  const { text } = mail(mailPortal, payload, 'en', mailedAccountId);
  expect(text.split('Nov 24, 2026')).toHaveLength(2);
});

test.each([
  ['en', 'The card has expired.', 'Your bank declined the payment'],
  ['es', 'La tarjeta venció.', 'Su banco rechazó el pago'],
] as const)(
  '[MAIL-1] a failure says why, in %s too, and a reason without words is a plain decline',
  (language, known, plain) => {
    const said = (reason: string | null) =>
      paymentMails['payment-failed'](mailPortal, { ...payload, reason }, language, mailedAccountId).text;
    expect(said('expired-card')).toContain(known);
    expect(said('something-new')).toContain(plain);
    expect(said(null)).not.toContain(plain);
  },
);

test.each([
  ['en', 'insufficient-funds', 'Choose another payment method or pay a smaller amount.'],
  ['es', 'insufficient-funds', 'Elija otro método de pago o pague un monto menor.'],
  ['en', 'call-bank', 'Call your bank at the number on your card or statement'],
  ['es', 'expired-card', 'Elija otro método de pago.'],
] as const)(
  '[PAY-13] a failure in %s for %s says what helps, as the receipt does',
  (language, reason, words) => {
    const render = paymentMails['payment-failed'];
    const { text } = render(mailPortal, { ...payload, reason }, language, mailedAccountId);
    expect(text).toContain(words);
    expect(text).not.toMatch(/later|más tarde/i);
  },
);

test.each([
  ['en', 8_499, '$84.99 is due now.'],
  ['en', 0, 'nothing is due'],
  ['es', 8_499, 'Ahora debe $84.99.'],
  ['es', 0, 'no debe nada'],
] as const)(
  '[RETURN-1] a returned payment says in %s what is due: %i cents',
  (language, amountDueCents, words) => {
    const { text } = paymentMails['payment-returned'](
      mailPortal,
      { ...payload, amountDueCents },
      language,
      mailedAccountId,
    );
    expect(text).toContain(words);
    expect(/Pay now|Pagar ahora/.test(text)).toBe(amountDueCents > 0);
  },
);

test.each([
  ['en', 'You asked to pay $2,000.00, but only $1,084.99 was approved. $915.01 was not paid.', 'Pay now'],
  [
    'es',
    'Usted pidió pagar $2,000.00, pero solo se aprobaron $1,084.99. No se pagaron $915.01.',
    'Pagar ahora',
  ],
] as const)(
  '[MAIL-1] a partial approval in %s says both amounts, what is left, and leads to pay',
  (language, words, button) => {
    const { text } = paymentMails['payment-made'](
      mailPortal,
      { ...payload, requestedCents: 200_000 },
      language,
      mailedAccountId,
    );
    expect(text).toContain(words);
    expect(text).toContain(button);
  },
);

test.each([
  ['void', 'en', 'it disappears from your card'],
  ['refund', 'en', 'within 5 to 10 business days'],
  ['recorded', 'en', 'the way that our support agreed with you'],
  ['void', 'es', 'desaparece de su tarjeta'],
  ['refund', 'es', 'de 5 a 10 días hábiles'],
  ['recorded', 'es', 'de la forma que acordó'],
] as const)(
  '[REFUND-6] a %s says in %s how long it takes, and what it did to the account',
  async (means, language, says) => {
    const refund = {
      id: 'r-1',
      amountCents: 2_000,
      means,
      reopenedCents: 0,
      endsAutopay: false,
      cancelsPlans: false,
    };
    const render = (more: object) =>
      paymentMails['payment-refunded'](
        mailPortal,
        { ...payload, refund: { ...refund, ...more } },
        language,
        mailedAccountId,
      ).text;
    const quiet = render({});
    expect(quiet).toContain(says);
    const loud = render({ reopenedCents: 1_234, endsAutopay: true, cancelsPlans: true });
    const added =
      language === 'en'
        ? ['$12.34', 'autopay off', 'planned payments']
        : ['$12.34', 'el pago automático', 'pagos programados'];
    for (const words of added) {
      expect(loud).toContain(words);
      expect(quiet).not.toContain(words);
    }
  },
);
