import { z } from 'zod';

/** Header of a call whose reply has text in the reader's language. */
export const languageHeader = {
  'Accept-Language': z
    .string()
    .optional()
    .describe('Languages of the reader (RFC 9110). The first one that the portal speaks is used.'),
};

/** Header of a call whose file the caller may already have. */
export const revalidationHeader = {
  'If-None-Match': z
    .string()
    .optional()
    .describe('ETags of what the caller has (RFC 9110). 304 without a body if one still holds.'),
};

/** How long the server remembers an idempotency key. */
export const keyLifetimeHours = 24;

/** Header of a call that must happen only once. */
export const idempotencyHeader = {
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe('Chosen by the caller, new for each intent. A repeated key returns the first outcome.'),
};
