import { z } from 'zod';
import { shownActions } from './audit-actions.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './paging.ts';
import { opaqueId, text } from './text.ts';

const maximumActionLength = 200;
const maximumErrorLength = 2_000;
/** What an action is about: pages, or a feature. */
const subjects = [
  'page',
  'login',
  'accounts',
  'home',
  'invoices',
  'payments',
  'account-info',
  'paperless',
  'payment-methods',
  'autopay',
  'consents',
  'hero-discount',
  'gift-card',
  'appointments',
  'sessions',
  'metrics',
  'audit',
];
/**
 * Its subject, then words and a service's codes: `payment-methods.add.form-failed-310-330`. Of digits it holds groups of up to
 * three, or five, so no card number.
 */
const actionPattern = new RegExp(`^(?:${subjects.join('|')})(?:[ .-](?:[A-Za-z]+|\\d{1,3}|\\d{5}))*$`);

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
