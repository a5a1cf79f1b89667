import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { opaqueId, text } from './text.ts';

const maximumActionLength = 200;
const maximumErrorLength = 2_000;

export const logEvent = endpoint({
  operationId: 'logEvent',
  feature: 'audit',
  method: 'POST',
  path: '/logger/log',
  summary: 'Stores a page’s own event or error; never card data.',
  requirement: 'API-21',
  body: z.strictObject({
    accountNumber: opaqueId,
    action: text(maximumActionLength, 1),
    error: text(maximumErrorLength).optional(),
  }),
  reply: z.object({ status: z.literal(202) }),
  status: 202,
  problems: ['request.not-found', 'request.too-many'],
});
