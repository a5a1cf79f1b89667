import * as contract from '@myaccount/contract/payments';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import type { PayingPortal } from '../payment-state/outcome.service.ts';
import { windowLimit } from '../window-limit.ts';
import { showPayments } from './history.service.ts';
import { makePayment } from './make-payment.service.ts';

/** Registers API-8 and API-11. */
export function registerPaymentsRoutes(endpoints: Endpoints, portal: PayingPortal): void {
  const attemptsPerLogin = windowLimit(portal, 'payments-login', portal.config.paymentTriesPerLogin);
  endpoints.signedIn(contract.payments, ({ caller, query }) =>
    showPayments(portal, caller, {
      billingAccountId: query.billing_account_id,
      number: query.page_number,
      size: query.page_size,
    }),
  );

  endpoints.signedIn(contract.makePayment, async ({ caller, body, headers, request }) => {
    await attemptsPerLogin.consume(caller.loginId);
    return await makePayment(portal, {
      caller,
      client: clientOf(request),
      language: readerLanguage(headers['Accept-Language']),
      key: headers['Idempotency-Key'],
      body,
    });
  });
}
