import type { TwilioSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import {
  httpStatus,
  type JsonResponse,
  ServiceHttp,
  type ServiceResponse,
  unavailable,
} from '../service-http.ts';
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
      measureCall(service, 'send', async () => {
        const form = { To: to, ...sender, Body: body, StatusCallback: callbackUrl };
        return sendResultOf(await http.call({ method: 'POST', path, form }));
      }),
    find: (query) =>
      measureCall(service, 'find', () => {
        const parameters = new URLSearchParams({ To: query.to, PageSize: String(lookupSize) });
        const call = { method: 'GET', path: `${path}?${parameters}` } as const;
        return http.ask(call, (list) => foundAmong(list, query));
      }),
    read: (providerId) =>
      measureCall(service, 'read', () =>
        http.ask({ method: 'GET', path: messagePath(accountSid, providerId) }, lookupResultOf),
      ),
    isSigned: (callback) => isSignedBy(callback, secrets),
    readStatus: (fields) => (fields.AccountSid === accountSid ? readStatusFields(fields) : undefined),
    readReply: (fields) => (fields.AccountSid === accountSid ? readReplyFields(fields) : undefined),
    state: () => http.state(),
  };
}

function sendResultOf(response: ServiceResponse): SendResult {
  if (response.kind === 'not-sent') return unavailable(response.text);
  if (response.kind === 'no-response') return { outcome: 'unknown', text: response.text };
  const { status, body } = response;
  const text = readMessage(body);
  if (status === httpStatus.created && text) return { outcome: 'accepted', text };
  if (status >= httpStatus.firstClientError && status < httpStatus.firstServerError)
    return refusalOf(status, body);
  return { outcome: 'unknown', text: `HTTP ${status} without a message` };
}

/** A refusal's own text quotes the number, so only its code is kept. */
function refusalOf(status: number, { code }: Readonly<Record<string, unknown>>): SendResult {
  const text = `HTTP ${status}, code ${typeof code === 'number' ? code : 'none'}`;
  // Without a code of the service, somebody on the way may have answered.
  if (typeof code !== 'number' || code < smallestCode) return { outcome: 'unknown', text };
  if (statusesOfOurs.includes(status) || codesOfOurs.includes(code)) return unavailable(text);
  return { outcome: 'refused', reason: reasonOfCode[code] ?? 'other', text };
}

/** A text is found by number, words, and time: the service keeps no id of ours. */
function foundAmong({ status, body }: JsonResponse, query: TextQuery): LookupResult {
  const messages = status === httpStatus.ok ? readMessages(body) : undefined;
  if (!messages) return unavailable(`HTTP ${status} without a list`);
  const found = messages.find((message) => isListedAs(message, query));
  return asLookup(found && readMessage(found));
}

function lookupResultOf({ status, body }: JsonResponse): LookupResult {
  const text = status === httpStatus.ok ? readMessage(body) : undefined;
  if (text || status === httpStatus.notFound) return asLookup(text);
  return unavailable(`HTTP ${status} without a message`);
}

function asLookup(text: SentText | undefined): LookupResult {
  return text ? { outcome: 'found', text } : { outcome: 'not-found' };
}
