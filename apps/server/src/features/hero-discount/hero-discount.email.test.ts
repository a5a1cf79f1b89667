import { expect, test } from 'vitest';
import { mailedAccountId, mailPortal } from '../../testing/mail-portal.ts';
import { heroDiscountMails } from './hero-discount.email.ts';

test.each([
  ['en', 'You have the Hero Discount', 'applied the discount to the account ending in 4711'],
  ['es', 'Ya tiene el Descuento para héroes', 'aplicamos el descuento a la cuenta terminada en 4711'],
] as const)(
  '[HERO-2, MAIL-1] the mail says in %s which account has the discount',
  (language, subject, sentence) => {
    const render = heroDiscountMails['hero-discount-applied'];
    const mail = render(mailPortal, { accountEnding: '4711' }, language, mailedAccountId);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(sentence);
    expect(mail.html).toContain('http://localhost:3000/myaccount/billing');
  },
);
