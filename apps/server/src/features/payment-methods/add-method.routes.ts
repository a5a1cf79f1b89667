import * as contract from '@myaccount/contract/add-method';
import type { Endpoint } from '@myaccount/contract/endpoint';
import type { FieldError } from '@myaccount/contract/problem';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { ServingPortal } from '../feature.ts';
import { windowLimit } from '../window-limit.ts';
import { openCardForm, readCardForm, signFrame, verifyTicket } from './captures.service.ts';
import { cardFormRequestOf, frameRequestOf, type SaveRequest } from './save-method.rules.ts';
import { saveMethod } from './save-method.service.ts';

/** Registers API-14, API-19 and API-20. Every step counts toward the login's limit. */
export function registerAddMethodRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  const stepsPerLogin = windowLimit(portal, 'frames-login', portal.config.frameStepsPerLogin);

  const step = <E extends Endpoint>(endpoint: E, handler: Parameters<typeof endpoints.signedIn<E>>[1]) =>
    endpoints.signedIn(endpoint, async (call) => {
      await stepsPerLogin.consume(call.caller.loginId);
      return await handler(call);
    });

  step(contract.signFrame, ({ caller, body }) => signFrame(portal, caller, body));

  step(contract.verifyTicket, ({ caller, query }) => verifyTicket(portal, caller, query.cardshieldticket));

  step(contract.openCardForm, ({ caller, query }) => openCardForm(portal, caller, query));

  step(contract.readCardForm, ({ caller, query }) => readCardForm(portal, caller, query.uid));

  step(contract.saveFrameMethod, ({ caller, body, request }) =>
    saveMethod(portal, { caller, client: clientOf(request), request: validOf(frameRequestOf(body)) }),
  );

  step(contract.saveCardFormMethod, ({ caller, body, request }) =>
    saveMethod(portal, { caller, client: clientOf(request), request: validOf(cardFormRequestOf(body)) }),
  );
}

function validOf(request: SaveRequest | FieldError): SaveRequest {
  if ('field' in request) throw new Refusal('request.invalid', { errors: [request] });
  return request;
}
