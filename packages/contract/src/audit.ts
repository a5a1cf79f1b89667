import { z } from 'zod';
import { shownActions } from './audit-actions.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './paging.ts';
import { opaqueId, text } from './text.ts';

const maximumActionLength = 200;
const maximumErrorLength = 2_000;

export const logEvent = endpoint({
  operationId: 'logEvent',
  feature: 'audit',
  method: 'POST',
  path: '/logger/log',
  summary:
    'Stores a page’s own event or error; those of adding a payment method in the audit trail. Long numbers are masked.',
  requirement: 'API-21',
  body: z.strictObject({
    accountNumber: opaqueId,
    /** Any words. Long numbers are masked, in `error` too. */
    action: text(maximumActionLength, 1),
    error: text(maximumErrorLength).optional(),
  }),
  reply: z.object({ status: z.literal(202) }),
  status: 202,
  problems: ['request.not-found', 'request.too-many'],
});

/** Who made a change: the caller, another person with access, the provider, autopay, or the portal by itself. */
export const changeMakers = ['you', 'person', 'provider', 'autopay', 'automatic'] as const;

/** An entry of the history of changes. */
export const change = z.object({
  id: z.string(),
  at: z.string(),
  action: z.enum(shownActions),
  /** `name` is set for a person whose name the caller may read. */
  by: z.object({ kind: z.enum(changeMakers), name: z.string().nullable() }),
  /** Network that it was made from: `203.0.113.x`; null where there is none, or where the caller may not read it. */
  network: z.string().nullable(),
  /** Dollars, of a change that is about an amount. */
  amount: z.number().nullable(),
});
export type Change = z.infer<typeof change>;

export const changes = endpoint({
  operationId: 'changes',
  feature: 'audit',
  method: 'GET',
  path: '/customer/account/changes',
  summary: 'What was changed in an account, and in the caller’s sign-in: newest first.',
  requirement: 'API-27',
  query: z.object({ AccountNumber: opaqueId, ...pageQuery }),
  reply: pageOf(change),
  problems: ['request.not-found'],
});
