import { z } from 'zod';
import { agreedConsents } from './agreed-consents.ts';
import { endpoint } from './endpoint.ts';
import { languageHeader } from './headers.ts';
import { paymentFailures } from './payment-failures.ts';
import { paymentMethod } from './payment-methods.ts';
import { opaqueId } from './text.ts';

/** Answers of `customer/account/autopay`: `00` is done, every other code a refusal with words. */
export const autopayStatusCodes = {
  done: '00',
  removed: '01',
  expired: '02',
  'not-taken': '03',
  returned: '04',
  closed: '05',
  'invalid-account': '06',
  'not-agreed': '07',
} as const;
export type AutopayRefusal = Exclude<keyof typeof autopayStatusCodes, 'done'>;

export const setAutopay = endpoint({
  operationId: 'setAutopay',
  feature: 'autopay',
  method: 'POST',
  path: '/customer/account/autopay',
  summary: 'Turns autopay on with a saved method, which becomes the default, or off.',
  requirement: 'API-15',
  headers: z.object({ ...languageHeader }),
  body: z.strictObject({
    accountNumber: opaqueId,
    enableAutopay: z.boolean(),
    /** Required to turn it on. */
    paymentMethodID: opaqueId.optional(),
    /** Turning it on needs the kind `autopay`; without it the answer is `07`. */
    consents: agreedConsents,
  }),
  reply: z.object({
    statusCode: z.enum(Object.values(autopayStatusCodes)),
    /** Why it is refused, in the reader's language. */
    statusDescription: z.string().optional(),
  }),
  problems: ['request.not-found', 'security-hold'],
});

export const autopayConsent = endpoint({
  operationId: 'autopayConsent',
  feature: 'autopay',
  method: 'GET',
  path: '/customer/account/autopay/consent',
  summary: 'The text that the customer agreed to when autopay was turned on, with version and time.',
  requirement: 'API-27',
  query: z.object({ AccountNumber: opaqueId }),
  file: 'text/plain',
  problems: ['request.not-found'],
});

/** Why a charge of autopay was not made: it failed or came back, or its customer stopped it by the link of its notice. */
export const autopayFailures = [...paymentFailures, 'stopped'] as const;
export type AutopayFailure = (typeof autopayFailures)[number];

/** The state of autopay, for the pages that show it. */
export const autopayStanding = z.object({
  /** What is charged. */
  payment_method: paymentMethod,
  /** True when the text agreed to can be downloaded: not of an enrollment that was imported. */
  has_consent: z.boolean(),
  /** The newest charge failed, came back, or was stopped, and is still owed; null otherwise. */
  problem: z
    .object({
      code: z.enum(autopayFailures),
      amount: z.number(),
      date: z.string(),
      /** The day of the next attempt; null when none follows for this bill. */
      retry_date: z.string().nullable(),
    })
    .nullable(),
});
