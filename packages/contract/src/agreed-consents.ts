import { z } from 'zod';
import { consentKinds } from './consent.ts';
import { languages } from './languages.ts';
import { text } from './text.ts';

/** A version of a text, and the language in which it was read. */
export const agreedText = z.strictObject({ textVersion: text(32), language: z.enum(languages) });

/** What a customer agreed to with a call (CONSENT-1): at most one text of each kind. */
export const agreedConsents = z
  .array(agreedText.extend({ kind: z.enum(consentKinds) }))
  .max(consentKinds.length)
  .optional();
export type AgreedConsent = NonNullable<z.infer<typeof agreedConsents>>[number];
