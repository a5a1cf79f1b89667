import { expect, test } from 'vitest';
import { mailedAccountId, mailPortal, plainText } from '../../testing/mail-portal.ts';
import { type MethodMailPayload, methodMails } from './payment-methods.email.ts';

const payload: MethodMailPayload = {
  accountEnding: '4711',
  cardType: 'VISA',
  lastFour: '4242',
  expiresOn: '2026-12-31',
};

const cases = [
  ['method-added', 'en', 'You have a new payment method', 'was added to the account ending in 4711'],
  ['method-added', 'es', 'Tiene un nuevo método de pago', 'a la cuenta terminada en 4711'],
  ['method-removed', 'en', 'A payment method was removed', 'It will not be charged again'],
  ['method-removed', 'es', 'Se eliminó un método de pago', 'de la cuenta terminada en 4711'],
  ['method-expiring', 'en', 'Your saved card expires soon', 'valid through Dec 31, 2026'],
  ['method-expiring', 'es', 'Su tarjeta guardada vence pronto', 'es válida hasta el 31 de diciembre de 2026'],
] as const;

test.each(cases)(
  '[MAIL-1] %s in %s says what happened, to which method',
  (name, language, subject, words) => {
    const mail = methodMails[name](mailPortal, payload, language, mailedAccountId);
    expect(mail.subject).toBe(subject);
    for (const body of [mail.text, plainText(mail.html)]) {
      expect(body).toContain(words);
      expect(body.replace(/<[^>]+>/g, '')).toContain(
        language === 'en' ? 'Credit Card …4242' : 'Tarjeta …4242',
      );
      expect(body).toContain('http://localhost:3000/myaccount/billing/manage-payment-methods');
    }
  },
);
