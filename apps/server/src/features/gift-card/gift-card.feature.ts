import * as contract from '@myaccount/contract/gift-card';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { registerGiftCard } from './gift-card.service.ts';

/** Registers API-18. */
function registerGiftCardRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.registerGiftCard, ({ caller, body, headers, request }) =>
    registerGiftCard(portal, {
      caller,
      client: clientOf(request),
      language: readerLanguage(headers['Accept-Language']),
      body,
    }),
  );
}

/** The gift card of new customers. */
export const giftCard: Feature = {
  tags: { 'gift-card': 'Registering for a gift card.' },
  routes: registerGiftCardRoutes,
};
