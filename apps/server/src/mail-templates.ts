import { accountInfoMails } from './features/account-info/account-info.email.ts';
import { appointmentMails } from './features/appointments/appointments.email.ts';
import { autopayMails } from './features/autopay/autopay.email.ts';
import { heroDiscountMails } from './features/hero-discount/hero-discount.email.ts';
import { invoiceMails } from './features/invoices/invoices.email.ts';
import { loginMails } from './features/login/login.email.ts';
import { methodMails } from './features/payment-methods/payment-methods.email.ts';
import { paymentMails } from './features/payments/payments.email.ts';
import { newsMails } from './features/texts/news.email.ts';

/** Every mail that the portal sends, by its template name in the outbox. */
export const mailTemplates = {
  ...loginMails,
  ...invoiceMails,
  ...paymentMails,
  ...autopayMails,
  ...methodMails,
  ...accountInfoMails,
  ...heroDiscountMails,
  ...appointmentMails,
  ...newsMails,
};
