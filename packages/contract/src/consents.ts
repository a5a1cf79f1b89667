import { z } from 'zod';
import { consentKinds } from './consent.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { pageOf, pageQuery } from './paging.ts';
import { opaqueId } from './text.ts';

/** Who agreed: the caller, or another person with access. */
export const consentGivers = ['you', 'person'] as const;

/** A consent that was given, without its words. */
export const consentEntry = z.object({
  id: z.string(),
  kind: z.enum(consentKinds),
  textVersion: z.string(),
  /** Language of the words that were read. */
  language: z.enum(languages),
  agreedAt: z.string(),
  /** `name` is set for a person whose name the caller may read. */
  by: z.object({ kind: z.enum(consentGivers), name: z.string().nullable() }),
  /** Network that it was given from: `203.0.113.x`; null where the caller may not read it. */
  network: z.string().nullable(),
});
export type ConsentEntry = z.infer<typeof consentEntry>;

export const consents = endpoint({
  operationId: 'consents',
  feature: 'consents',
  method: 'GET',
  path: '/customer/account/consents',
  summary: 'What was agreed to in an account: newest first.',
  requirement: 'API-27',
  query: z.object({ AccountNumber: opaqueId, ...pageQuery }),
  reply: pageOf(consentEntry),
  problems: ['request.not-found'],
});

export const consentText = endpoint({
  operationId: 'consentText',
  feature: 'consents',
  method: 'GET',
  path: '/customer/account/consent',
  summary: 'The words of one consent as they were agreed to, with time, version, and language.',
  requirement: 'API-27',
  query: z.object({ AccountNumber: opaqueId, id: opaqueId }),
  file: 'text/plain',
  problems: ['request.not-found'],
});
