import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature } from '../feature.ts';
import { registerAddMethodRoutes } from './add-method.routes.ts';
import { methodMails } from './payment-methods.email.ts';
import { paymentMethodJobs } from './payment-methods.job.ts';
import { registerPaymentMethodsRoutes } from './payment-methods.routes.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** From so many days before its last day on, a card expires soon: the pages mark it, and one mail says so. */
  methodExpiresSoonDays: read.whole('METHOD_EXPIRES_SOON_DAYS', 45, 1, 365),
  /** Steps of adding a payment method: frames signed, tickets and forms read. It stops card testing, too. */
  frameStepsPerLogin: read.whole('FRAME_STEPS_PER_LOGIN', 60, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Saved cards and bank accounts. */
export const paymentMethods: Feature = {
  tags: { 'payment-methods': 'Saved cards and bank accounts.' },
  settings,
  routes: (endpoints, portal) => {
    registerPaymentMethodsRoutes(endpoints, portal);
    registerAddMethodRoutes(endpoints, portal);
  },
  jobs: paymentMethodJobs,
  mails: methodMails,
};
