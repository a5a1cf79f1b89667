import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { paymentFigures } from './payment-figures.repository.ts';
import { paymentMails } from './payments.email.ts';
import { registerPaymentsRoutes } from './payments.routes.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** It stops card testing. */
  paymentTriesPerLogin: read.whole('PAYMENT_TRIES_PER_LOGIN', 100, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** What a person presses to pay. */
export const payments: Feature = {
  tags: { payments: 'Paying, the payment history, and receipts.' },
  settings,
  routes: registerPaymentsRoutes,
  mails: paymentMails,
  figures: paymentFigures,
};
