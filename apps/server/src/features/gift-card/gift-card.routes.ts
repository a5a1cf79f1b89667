import * as contract from '@myaccount/contract/gift-card';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import type { Portal } from '../../platform/portal.ts';
import { registerGiftCard } from './gift-card.service.ts';

/** Registers API-18. */
export function registerGiftCardRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.signedIn(contract.registerGiftCard, ({ caller, body, headers, request }) =>
    registerGiftCard(portal, {
      caller,
      client: clientOf(request),
      language: readerLanguage(headers['Accept-Language']),
      body,
    }),
  );
}
