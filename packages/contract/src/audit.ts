import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { features } from './features.ts';
import { opaqueId, text } from './text.ts';

const maximumActionLength = 200;
const maximumErrorLength = 2_000;
/**
 * A page or a feature, then words and a service's codes: `payment-methods.add.form-failed-310-330`. Of digits it holds groups
 * of up to three, or five, so no card number.
 */
const actionPattern = new RegExp(
  `^(?:page|${Object.keys(features).join('|')})(?:[ .-](?:[A-Za-z]+|\\d{1,3}|\\d{5}))*$`,
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
