import type { TwilioSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import { ServiceHttp, type ServiceResponse } from '../service-http.ts';
import type { LookupResult, SendResult, SentText, SmsGateway, TextQuery } from './sms.ts';
import {
  codesOfOurs,
  messagePath,
  messagesPath,
  reasonOfCode,
  smallestCode,
  statusesOfOurs,
} from './twilio.names.ts';
import { isListedAs, readMessage, readMessages, readReplyFields, readStatusFields } from './twilio-fields.ts';
import { isSignedBy } from './twilio-signature.ts';

const service = 'twilio';
const okStatus = 200;
const createdStatus = 201;
const notFoundStatus = 404;
const firstClientError = 400;
const firstServerError = 500;
/** Newest texts to one number that a lookup reads. */
const lookupSize = 50;

/** Opens Twilio. Nothing is sent before the first call. */
export function openTwilio(settings: TwilioSettings): SmsGateway {
  const { url, accountSid, authToken, previousAuthToken, from, timeoutMs } = settings;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  const http = new ServiceHttp({ url, headers: { authorization: `Basic ${credentials}` }, timeoutMs });
  const secrets = [authToken, ...(previousAuthToken === null ? [] : [previousAuthToken])];
  const path = messagesPath(accountSid);
  const sender: Readonly<Record<string, string>> = from.startsWith('MG')
    ? { MessagingServiceSid: from }
    : { From: from };
  return {
    send: ({ to, body, callbackUrl }) =>
      measureCall({ processor: service, call: 'send' }, async () => {
        const form = { To: to, ...sender, Body: body, StatusCallback: callbackUrl };
        return sendResultOf(await http.call({ method: 'POST', path, form }));
      }),
    find: (query) =>
      measureCall({ processor: service, call: 'find' }, async () => {
        const parameters = new URLSearchParams({ To: query.to, PageSize: String(lookupSize) });
        return foundAmong(await http.call({ method: 'GET', path: `${path}?${parameters}` }), query);
      }),
    read: (providerId) =>
      measureCall({ processor: service, call: 'read' }, async () =>
        lookupResultOf(await http.call({ method: 'GET', path: messagePath(accountSid, providerId) })),
      ),
    isSigned: (callback) => isSignedBy(callback, secrets),
    readStatus: (fields) => (fields.AccountSid === accountSid ? readStatusFields(fields) : undefined),
    readReply: (fields) => (fields.AccountSid === accountSid ? readReplyFields(fields) : undefined),
    state: () => http.state(),
  };
}

function sendResultOf(response: ServiceResponse): SendResult {
  if (response.kind === 'not-sent') return { outcome: 'unavailable', text: response.text };
  if (response.kind === 'no-response') return { outcome: 'unknown', text: response.text };
  const { status, body } = response;
  const text = readMessage(body);
  if (status === createdStatus && text) return { outcome: 'accepted', text };
  if (status >= firstClientError && status < firstServerError) return refusalOf(status, body);
  return { outcome: 'unknown', text: `HTTP ${status} without a message` };
}

/** A refusal's own text quotes the number, so only its code is kept. */
function refusalOf(status: number, { code }: Readonly<Record<string, unknown>>): SendResult {
  const text = `HTTP ${status}, code ${typeof code === 'number' ? code : 'none'}`;
  // Without a code of the service, somebody on the way may have answered.
  if (typeof code !== 'number' || code < smallestCode) return { outcome: 'unknown', text };
  if (statusesOfOurs.includes(status) || codesOfOurs.includes(code)) return { outcome: 'unavailable', text };
  return { outcome: 'refused', reason: reasonOfCode[code] ?? 'other', text };
}

/** A text is found by number, words, and time: the service keeps no id of ours. */
function foundAmong(response: ServiceResponse, query: TextQuery): LookupResult {
  if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
  const messages = response.status === okStatus ? readMessages(response.body) : undefined;
  if (!messages) return { outcome: 'unavailable', text: `HTTP ${response.status} without a list` };
  const found = messages.find((message) => isListedAs(message, query));
  return asLookup(found && readMessage(found));
}

function lookupResultOf(response: ServiceResponse): LookupResult {
  if (response.kind !== 'response') return { outcome: 'unavailable', text: response.text };
  const { status, body } = response;
  const text = status === okStatus ? readMessage(body) : undefined;
  if (text || status === notFoundStatus) return asLookup(text);
  return { outcome: 'unavailable', text: `HTTP ${status} without a message` };
}

function asLookup(text: SentText | undefined): LookupResult {
  return text ? { outcome: 'found', text } : { outcome: 'not-found' };
}
