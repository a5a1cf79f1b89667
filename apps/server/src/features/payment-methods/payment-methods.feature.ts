import * as adding from '@myaccount/contract/add-method';
import type { Endpoint } from '@myaccount/contract/endpoint';
import * as contract from '@myaccount/contract/payment-methods';
import type { FieldError } from '@myaccount/contract/problem';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature, ServingPortal } from '../feature.ts';
import { windowLimit } from '../window-limit.ts';
import { openCardForm, readCardForm, signFrame, verifyTicket } from './captures.service.ts';
import { activateMethod, deactivateMethod } from './change-method.service.ts';
import { methodMails } from './payment-methods.email.ts';
import { paymentMethodJobs } from './payment-methods.job.ts';
import { showSavedMethods } from './payment-methods.service.ts';
import { cardFormRequestOf, frameRequestOf, type SaveRequest } from './save-method.rules.ts';
import { saveMethod } from './save-method.service.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** Days before its last day from which a card expires soon: pages mark it, and one mail says so. */
  methodExpiresSoonDays: read.whole('METHOD_EXPIRES_SOON_DAYS', 45, 1, 365),
  /** Steps of adding a payment method: frames signed, tickets and forms read. It stops card testing, too. */
  frameStepsPerLogin: read.whole('FRAME_STEPS_PER_LOGIN', 60, 1, 1_000_000),
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

/** Registers API-14, API-19 and API-20. Every step counts toward the login's limit. */
function registerAddMethodRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  const stepsPerLogin = windowLimit(portal, 'frames-login', portal.config.frameStepsPerLogin);

  const step = <E extends Endpoint>(endpoint: E, handler: Parameters<typeof endpoints.signedIn<E>>[1]) =>
    endpoints.signedIn(endpoint, async (call) => {
      await stepsPerLogin.consume(call.caller.loginId);
      return await handler(call);
    });

  step(adding.signFrame, ({ caller, body }) => signFrame(portal, caller, body));

  step(adding.verifyTicket, ({ caller, query }) => verifyTicket(portal, caller, query.cardshieldticket));

  step(adding.openCardForm, ({ caller, query }) => openCardForm(portal, caller, query));

  step(adding.readCardForm, ({ caller, query }) => readCardForm(portal, caller, query.uid));

  step(adding.saveFrameMethod, ({ caller, client, body }) =>
    saveMethod(portal, { caller, client, request: validOf(frameRequestOf(body)) }),
  );

  step(adding.saveCardFormMethod, ({ caller, client, body }) =>
    saveMethod(portal, { caller, client, request: validOf(cardFormRequestOf(body)) }),
  );
}

function validOf(request: SaveRequest | FieldError): SaveRequest {
  if ('field' in request) throw new Refusal('request.invalid', { errors: [request] });
  return request;
}

/** Registers API-10, API-12 and API-13. */
function registerPaymentMethodsRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.recurringPayments, ({ caller, query }) =>
    showSavedMethods(portal, caller, query.billing_account_id),
  );

  endpoints.signedIn(contract.activateMethod, (call) => activateMethod(portal, call));

  endpoints.signedIn(contract.deactivateMethod, (call) => deactivateMethod(portal, call));
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
