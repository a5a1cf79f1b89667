import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { features } from './features.ts';
import { opaqueId, text } from './text.ts';

const maximumActionLength = 200;
const maximumErrorLength = 2_000;
/** A page, or a feature and what of it, and up to six lower-case words: `payment-methods.add frame-opened`. */
const actionPattern = new RegExp(
  `^(?:page|${Object.keys(features).join('|')})(?:\\.[a-z-]+)?(?: [a-z-]+){0,6}$`,
);

export const logEvent = endpoint({
  operationId: 'logEvent',
  feature: 'audit',
  method: 'POST',
  path: '/logger/log',
  summary:
    'Stores a page’s own event or error; those of adding a payment method in the audit trail. Never card data.',
  requirement: 'API-21',
  body: z.strictObject({
    accountNumber: opaqueId,
    action: text(maximumActionLength, 1).refine((action) => actionPattern.test(action)),
    error: text(maximumErrorLength).optional(),
  }),
  reply: z.object({ status: z.literal(202) }),
  status: 202,
  problems: ['request.not-found', 'request.too-many'],
});
