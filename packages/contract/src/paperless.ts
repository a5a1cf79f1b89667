import { z } from 'zod';
import { agreedConsents } from './agreed-consents.ts';
import { endpoint } from './endpoint.ts';
import { opaqueId } from './text.ts';

export const ebill = endpoint({
  operationId: 'ebill',
  feature: 'paperless',
  method: 'POST',
  path: '/customer/account/ebill',
  summary:
    'Sends bills by e-mail only, or on paper only. Back to paper from e-mail answers 02: customers call or write.',
  requirement: 'API-16',
  body: z.strictObject({
    accountNumber: opaqueId,
    enableeBill: z.boolean(),
    /** The text about electronic bills, when a page showed it: the only kind that this call keeps. */
    consents: agreedConsents,
  }),
  reply: z.object({ statusCode: z.enum(['00', '02']) }),
  problems: ['request.not-found'],
});
