import { z } from 'zod';
import { consentKinds } from './consent.ts';
import { languages } from './languages.ts';
import { text } from './text.ts';

/** What a customer agreed to with a call (CONSENT-1): at most one text of each kind, in its version and the language it was read in. */
export const agreedConsents = z
  .array(z.strictObject({ kind: z.enum(consentKinds), textVersion: text(32), language: z.enum(languages) }))
  .max(consentKinds.length)
  .optional();
export type AgreedConsent = NonNullable<z.infer<typeof agreedConsents>>[number];
