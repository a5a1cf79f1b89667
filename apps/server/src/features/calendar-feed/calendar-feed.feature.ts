import * as contract from '@myaccount/contract/calendar-feed';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { createFeed, readFeed } from './calendar-feed.service.ts';

function registerCalendarFeedRoutes(endpoints: Endpoints, portal: Portal): void {
  endpoints.open(contract.calendarFeed, async ({ query, reply }) => {
    // The token is in the address.
    reply.header('referrer-policy', 'no-referrer');
    reply.header('Content-Disposition', 'attachment; filename="due-dates.ics"');
    return await readFeed(portal, query.Token);
  });

  endpoints.signedIn(contract.createCalendarFeed, async ({ caller, body: { accountNumber }, headers }) => {
    const language = readerLanguage(headers['Accept-Language']);
    return { address: await createFeed(portal, { caller, accountNumber, language }) };
  });
}

/** The calendar of an account's due dates. */
export const calendarFeed: Feature = {
  tags: { 'calendar-feed': 'The due dates of an account, for the customer’s own calendar.' },
  routes: registerCalendarFeedRoutes,
};
