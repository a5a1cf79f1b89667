import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Portal } from '../../platform/portal.ts';
import { testSettings } from '../../testing/portal.ts';
import { heroDiscountMails } from './hero-discount.email.ts';

const portal = { config: readConfig(testSettings('postgres://127.0.0.1/none')) } as Portal;
const render = (language: 'en' | 'es') =>
  heroDiscountMails['hero-discount-applied'](portal, { accountEnding: '4711' }, language);

test.each([
  ['en', 'You have the Hero Discount', 'applied the discount to the account ending in 4711'],
  ['es', 'Ya tiene el Descuento para héroes', 'aplicamos el descuento a la cuenta terminada en 4711'],
] as const)(
  '[HERO-2, MAIL-1] the mail says in %s which account has the discount',
  (language, subject, sentence) => {
    const mail = render(language);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(sentence);
    expect(mail.html).toContain('http://localhost:3000/myaccount/billing');
  },
);
