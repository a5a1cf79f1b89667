import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { languageHeader } from './headers.ts';
import { opaqueId } from './text.ts';

export const calendarFeed = endpoint({
  operationId: 'calendarFeed',
  feature: 'calendar-feed',
  method: 'GET',
  path: '/calendar-feed',
  summary:
    'The due dates of an account as a calendar (RFC 5545), by the token in its address. No amounts, no names.',
  requirement: 'FEED-1',
  isPublic: true,
  query: z.object({ Token: z.string().min(1) }),
  file: 'text/calendar',
  problems: ['request.not-found'],
});

export const createCalendarFeed = endpoint({
  operationId: 'createCalendarFeed',
  feature: 'calendar-feed',
  method: 'POST',
  path: '/calendar-feed',
  summary:
    'Makes the address of the calendar with an account’s due dates, and ends the one that the caller had.',
  requirement: 'FEED-1',
  headers: z.object({ ...languageHeader }),
  body: z.strictObject({ accountNumber: opaqueId }),
  reply: z.object({ address: z.url() }),
  problems: ['request.not-found'],
});
