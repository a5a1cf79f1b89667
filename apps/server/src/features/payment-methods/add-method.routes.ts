import * as contract from '@myaccount/contract/add-method';
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

  endpoints.signedIn(contract.signFrame, async ({ caller, body }) => {
    await stepsPerLogin.consume(caller.loginId);
    return await signFrame(portal, caller, body);
  });

  endpoints.signedIn(contract.verifyTicket, async ({ caller, query }) => {
    await stepsPerLogin.consume(caller.loginId);
    return await verifyTicket(portal, caller, query.cardshieldticket);
  });

  endpoints.signedIn(contract.openCardForm, async ({ caller, query }) => {
    await stepsPerLogin.consume(caller.loginId);
    return await openCardForm(portal, caller, query);
  });

  endpoints.signedIn(contract.readCardForm, async ({ caller, query }) => {
    await stepsPerLogin.consume(caller.loginId);
    return await readCardForm(portal, caller, query.uid);
  });

  endpoints.signedIn(contract.saveFrameMethod, async ({ caller, body, request }) => {
    await stepsPerLogin.consume(caller.loginId);
    const client = clientOf(request);
    return await saveMethod(portal, { caller, client, request: validOf(frameRequestOf(body)) });
  });

  endpoints.signedIn(contract.saveCardFormMethod, async ({ caller, body, request }) => {
    await stepsPerLogin.consume(caller.loginId);
    const client = clientOf(request);
    return await saveMethod(portal, { caller, client, request: validOf(cardFormRequestOf(body)) });
  });
}

function validOf(request: SaveRequest | FieldError): SaveRequest {
  if ('field' in request) throw new Refusal('request.invalid', { errors: [request] });
  return request;
}
