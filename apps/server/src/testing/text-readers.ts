import type { Insertable } from 'kysely';
import { deliverText } from '../features/texts/deliver-text.service.ts';
import type { Notification } from '../features/texts/notification.rules.ts';
import { queueText } from '../features/texts/texts.service.ts';
import { openTwilio } from '../gateways/sms/twilio.ts';
import { signatureOf } from '../gateways/sms/twilio-signature.ts';
import type { Tables } from '../platform/database/tables.ts';
import { type BuiltAccount, buildAccount } from './builders/account.ts';
import { nextNumber } from './builders/next-number.ts';
import type { PayingTestPortal } from './paying-portal.ts';

/** An account whose customer can be reached at a unique number. */
export interface TextReader {
  readonly account: BuiltAccount;
  readonly phoneNumber: string;
  readonly e164: string;
  readonly emailAddress: string;
}

interface TextReaderOptions {
  readonly preference?: '' | 'Text' | 'Email' | 'Text & Email';
  /** Last seven digits; the sandbox's endings select an outcome. */
  readonly ending?: string;
  readonly customer?: Partial<Insertable<Tables['customer']>>;
}

export const hourMs = 3_600_000;
export const link = 'http://localhost:3000/myaccount/schedule/secret-token-of-a-link';

/** Builds an account that wants texts. */
export async function buildReader(
  portal: PayingTestPortal,
  options: TextReaderOptions = {},
): Promise<TextReader> {
  const { preference = 'Text', customer = {} } = options;
  const number = nextNumber();
  const ending = options.ending ?? `55${String(10_000 + (number % 80_000))}`;
  const phoneNumber = `${200 + (number % 700)}${ending}`;
  const emailAddress = `reader${number}@example.com`;
  const account = await buildAccount(portal.db, {
    account: { notification_preference: preference },
    customer: { phone_number: phoneNumber, email_address: emailAddress, ...customer },
  });
  return { account, phoneNumber, e164: `+1${phoneNumber}`, emailAddress };
}

/** Returns a notification about an appointment, useless after five hours. */
export function newsFor(
  portal: PayingTestPortal,
  { account }: TextReader,
  changes: Partial<Notification> = {},
): Notification {
  const now = portal.clock.now().getTime();
  return {
    accountId: account.id,
    kind: 'appointment-made',
    eventKey: 'appointment-made:1',
    topic: 'appointment:1',
    values: {
      url: link,
      startsAt: new Date(now + 20 * hourMs).toISOString(),
      endsAt: new Date(now + 22 * hourMs).toISOString(),
    },
    uselessAfter: new Date(now + 5 * hourMs),
    correlationId: 'request-of-notification',
    ...changes,
  };
}

/** Queues a notification in a transaction and returns how it goes out. */
export function queueNotification(
  portal: PayingTestPortal,
  reader: TextReader,
  changes: Partial<Notification> = {},
) {
  return portal.db
    .transaction()
    .execute((trx) => queueText(trx, portal.portal, newsFor(portal, reader, changes)));
}

/** Builds an account that wants texts and has a notification that goes out. */
export async function buildNotified(
  portal: PayingTestPortal,
  options: TextReaderOptions = {},
): Promise<TextReader> {
  const reader = await buildReader(portal, options);
  await queueNotification(portal, reader);
  return reader;
}

/** Returns the texts of an account, oldest first. */
export function textsOf(portal: PayingTestPortal, { account }: TextReader) {
  return portal.db
    .selectFrom('text_message')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Returns templates and states of the mails about an account. */
export function newsMailsOf(portal: PayingTestPortal, { account }: TextReader) {
  return portal.db
    .selectFrom('outbox')
    .select(['template', 'recipient', 'language', 'payload'])
    .where('account_id', '=', account.id)
    .where('template', '<>', 'account-changed')
    .orderBy('created_at')
    .execute();
}

/** Makes one attempt with every due text of an account. */
export async function deliverTo(portal: PayingTestPortal, reader: TextReader): Promise<void> {
  const { twilio } = portal.portal.config;
  const sms = twilio && openTwilio(twilio);
  for (const { account_id: accountId, id } of await textsOf(portal, reader))
    await deliverText({ portal: portal.portal, sms }, { accountId, id });
}

/** Returns the fields of a callback with those that every callback has. */
export function withHead(fields: Record<string, string>): Record<string, string> {
  return { AccountSid: `AC${'0'.repeat(32)}`, ApiVersion: '2010-04-01', ...fields };
}

/** Posts a signed callback to the portal. */
export async function postHook(
  portal: PayingTestPortal,
  path: string,
  fields: Record<string, string>,
  signature?: { readonly secret?: string; readonly url?: string; readonly fields?: Record<string, string> },
) {
  const body = withHead(fields);
  const url = `/myaccount/hooks/sms/${path}`;
  const signed = signature?.url ?? `http://localhost:3000${url}`;
  return await portal.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signatureOf(
        signed,
        withHead(signature?.fields ?? fields),
        signature?.secret ?? 'test-text-token',
      ),
    },
    payload: new URLSearchParams(body).toString(),
  });
}

let nextSid = 0;

/** Posts a customer's text. */
export function reply(portal: PayingTestPortal, { e164 }: TextReader, body: string, sid?: string) {
  nextSid += 1;
  const MessageSid = sid ?? `SM${String(nextSid).padStart(32, 'e')}`;
  return postHook(portal, 'incoming', { MessageSid, From: e164, To: '+12165550199', Body: body });
}
