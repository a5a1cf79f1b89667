import { z } from 'zod';
import { addressTypes, notificationPreferences } from './accounts.ts';
import { agreedConsents } from './agreed-consents.ts';
import { maximumEmailLength } from './email-address.ts';
import { endpoint } from './endpoint.ts';
import { languageHeader } from './headers.ts';
import { fieldError } from './problem.ts';
import { opaqueId, text } from './text.ts';

/** Longest part of an address, and longest other entry. */
const maximumEntryLength = 100;

const entry = text(maximumEntryLength);
/** Absent: unchanged. */
const field = (maximum: number) => text(maximum).nullable().optional();

const enteredAddress = z.object({
  addressType: z.enum(addressTypes),
  streetNrFirst: entry,
  streetNrLast: entry,
  streetName: entry,
  city: entry,
  state: entry,
  country: entry,
  postCode: entry,
});

/**
 * The account as customer/info returns it, with the caller's changes. Only the fields named here can change, of the
 * addresses only the billing address; all others are ignored.
 */
export const accountInfo = endpoint({
  operationId: 'accountInfo',
  feature: 'account-info',
  method: 'POST',
  path: '/customer/account/info',
  summary:
    'Saves contact, PIN, billing address and notification preference: every change or none. A new e-mail address waits for its proof.',
  requirement: 'API-17',
  headers: z.object(languageHeader),
  body: z.object({
    accountNumber: opaqueId,
    /** Who saves, for the records: the setting `PREFERENCE_CHANNEL`. */
    channel: text(maximumEntryLength, 1),
    /** The version that customer/info returned: 409 if the account changed since. Without it the last writer wins. */
    version: z.number().int().optional(),
    customer: z
      .object({
        emailAddress: field(maximumEmailLength),
        phoneNumber: field(maximumEntryLength),
        /** Null: unchanged, too. Any other value needs a fresh session. */
        PIN: field(maximumEntryLength),
        notificationPreference: z.enum(notificationPreferences).optional(),
      })
      .optional(),
    customerAddress: z.array(enteredAddress).max(addressTypes.length).optional(),
    /** The text about text messages, when the preference turns them on: the only kind that this call keeps. */
    consents: agreedConsents,
  }),
  reply: z.object({
    Status: z.enum(['Success', 'Failure']),
    StatusCode: z.enum(['00', '01']),
    StatusDescription: z.string().optional(),
    /** Refused values: nothing was saved. */
    errors: z.array(fieldError).optional(),
  }),
  problems: [
    'request.not-found',
    'request.too-many',
    'account-info.primary-only',
    'account-info.stale',
    'fresh-code-needed',
    'security-hold',
    'login.too-many-codes',
    'login.too-many-tries',
  ],
});
