import type { Feature } from '../feature.ts';
import { registerGiftCardRoutes } from './gift-card.routes.ts';

/** The gift card of new customers. */
export const giftCard: Feature = {
  tags: { 'gift-card': 'Registering for a gift card.' },
  routes: registerGiftCardRoutes,
};
