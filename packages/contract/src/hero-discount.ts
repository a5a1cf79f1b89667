import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, opaqueId } from './text.ts';

/** Why an application for the Hero Discount did not begin. */
export const applicationFailures = [
  'not-offered',
  'not-residential',
  'inactive',
  'already-applied',
  'no-email',
  'service-unavailable',
] as const;
export type ApplicationFailure = (typeof applicationFailures)[number];

export const applyForHeroDiscount = endpoint({
  operationId: 'applyForHeroDiscount',
  feature: 'hero-discount',
  method: 'POST',
  path: '/verify-pass/user/info',
  summary:
    'Begins an application for the Hero Discount: the address of the eligibility service’s widget, or why there is none.',
  requirement: 'API-22',
  body: z.strictObject({
    /** The account's address, or the one that the caller signs in with. The service always gets the account's. */
    email,
    accountNumber: opaqueId,
  }),
  reply: z.union([
    z.object({ operation: z.literal('success'), url: z.string() }),
    z.object({ operation: z.literal('failure'), reason: z.enum(applicationFailures) }),
  ]),
  problems: ['request.not-found', 'request.too-many'],
});
