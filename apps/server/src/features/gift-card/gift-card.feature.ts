import * as contract from '@myaccount/contract/gift-card';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { registerGiftCard } from './gift-card.service.ts';

/** Registers API-18. */
function registerGiftCardRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.registerGiftCard, (call) => registerGiftCard(portal, call));
}

/** The gift card of new customers. */
export const giftCard: Feature = {
  tags: { 'gift-card': 'Registering for a gift card.' },
  routes: registerGiftCardRoutes,
};
