import type { DeliveryStatus, RefusalReason } from './sms.ts';

// The protocol of Twilio's Messages resource, version 2010-04-01, from its public documentation.

export const messagesPath = (accountSid: string) => `/2010-04-01/Accounts/${accountSid}/Messages.json`;
export const messagePath = (accountSid: string, sid: string) =>
  `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`;

/** Carries the signature of a callback. */
export const signatureHeader = 'x-twilio-signature';

/** SID of a text: SM or MM, and 32 hex digits. */
export const messageSid = /^[SM]M[0-9a-fA-F]{32}$/;

/** Every status of a text that the portal sends. */
export const statusOf: Readonly<Record<string, DeliveryStatus>> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'sent',
  partially_delivered: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
};

/** Codes that say which number cannot be reached. All others are `other`: Twilio splits codes over time. */
export const reasonOfCode: Readonly<Record<number, RefusalReason>> = {
  21211: 'bad-number',
  21614: 'bad-number',
  21610: 'opted-out',
};

/** The service's own codes have five digits: a smaller one is somebody's on the way. */
export const smallestCode = 10_000;

/** Codes of refusals that say nothing about the text: our credentials, and too many calls. */
export const codesOfOurs: readonly number[] = [20003, 20429];
/** Statuses of the same. */
export const statusesOfOurs: readonly number[] = [401, 403, 408, 429];
