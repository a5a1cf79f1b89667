import { z } from 'zod';
import type { CallbackFields, Reply, SentText, StatusCallback, TextQuery } from './sms.ts';
import { messageSid, reasonOfCode, statusOf } from './twilio.names.ts';

const sid = z.string().regex(messageSid);
const status = z.string().refine((value) => Object.hasOwn(statusOf, value));
const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/);
const errorCode = z.coerce.number().int().nullish();

const message = z.object({ sid, status, error_code: errorCode });
const listedMessage = message.extend({
  to: z.string(),
  body: z.string(),
  /** RFC 2822, in whole seconds. */
  date_created: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
});
/** The list has messages of every direction and sender, so only its shape is required here. */
const messageList = z.object({ messages: z.array(z.record(z.string(), z.unknown())) });
const statusFields = z.object({ MessageSid: sid, MessageStatus: status, ErrorCode: errorCode });
const replyFields = z.object({
  MessageSid: sid,
  From: e164,
  Body: z.string().max(1_600),
  OptOutType: z.string().max(20).optional(),
});

/** How far the service's clock and ours may be apart. */
const clockDifferenceMs = 120_000;

/** Returns a message resource; undefined if it is none. */
export function readMessage(body: unknown): SentText | undefined {
  const parsed = message.safeParse(body);
  if (!parsed.success) return undefined;
  return sentText(parsed.data.sid, parsed.data.status, parsed.data.error_code);
}

/** Returns the messages of a list; undefined if it is none. */
export function readMessages(body: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const parsed = messageList.safeParse(body);
  return parsed.success ? parsed.data.messages : undefined;
}

/** Returns whether a listed message is the text that may have been sent: number, words, and time. */
export function isListedAs(listed: unknown, { to, body, since }: TextQuery): boolean {
  const parsed = listedMessage.safeParse(listed);
  if (!parsed.success || parsed.data.to !== to || parsed.data.body !== body) return false;
  return Date.parse(parsed.data.date_created) >= since.getTime() - clockDifferenceMs;
}

/** Returns what a status callback tells; undefined if it cannot be read. Other fields may come with it. */
export function readStatusFields(fields: CallbackFields): StatusCallback | undefined {
  const parsed = statusFields.safeParse(fields);
  if (!parsed.success) return undefined;
  const { MessageSid: id, MessageStatus: word, ErrorCode: code } = parsed.data;
  const text = sentText(id, word, code);
  return text && { ...text, eventId: `${id}:${word}` };
}

/** Returns a customer's text; undefined if it cannot be read. */
export function readReplyFields(fields: CallbackFields): Reply | undefined {
  const parsed = replyFields.safeParse(fields);
  if (!parsed.success) return undefined;
  const { MessageSid: messageId, From: from, Body: body, OptOutType: optOutType = null } = parsed.data;
  return { messageId, from, body, optOutType };
}

function sentText(providerId: string, word: string, code: number | null | undefined): SentText | undefined {
  const deliveryStatus = statusOf[word];
  if (!deliveryStatus) return undefined;
  const reason = deliveryStatus === 'undelivered' ? (reasonOfCode[code ?? 0] ?? 'other') : null;
  return { providerId, status: deliveryStatus, reason };
}
