import * as contract from '@myaccount/contract/payments';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature, PayingPortal } from '../feature.ts';
import { windowLimit } from '../window-limit.ts';
import { showPayments } from './history.service.ts';
import { makePayment } from './make-payment.service.ts';
import { paymentFigures } from './payment-figures.repository.ts';
import { paymentMails } from './payments.email.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** It stops card testing. */
  paymentTriesPerLogin: read.whole('PAYMENT_TRIES_PER_LOGIN', 100, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Registers API-8 and API-11. */
function registerPaymentsRoutes(endpoints: Endpoints, portal: PayingPortal): void {
  const attemptsPerLogin = windowLimit(portal, 'payments-login', portal.config.paymentTriesPerLogin);
  endpoints.signedIn(contract.payments, ({ caller, query }) =>
    showPayments(portal, caller, {
      billingAccountId: query.billing_account_id,
      number: query.page_number,
      size: query.page_size,
    }),
  );

  endpoints.signedIn(contract.makePayment, async (call) => {
    await attemptsPerLogin.consume(call.caller.loginId);
    return await makePayment(portal, call);
  });
}

/** What a person presses to pay. */
export const payments: Feature = {
  tags: { payments: 'Paying, the payment history, and receipts.' },
  settings,
  routes: registerPaymentsRoutes,
  mails: paymentMails,
  figures: paymentFigures,
};
