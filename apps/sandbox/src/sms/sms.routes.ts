import type { Clock } from '@myaccount/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultContext, registerResponseFaults, setDelivery } from '../control/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import type { Inbox } from '../inbox/inbox.store.ts';
import { sameSecret } from '../same-secret.ts';
import { newSid, type SmsMessage, type SmsStore } from './sms.store.ts';
import type { SmsCallbacks } from './sms-callbacks.ts';
import { smsOutcomeOf } from './sms-names.ts';

interface SmsContext extends FaultContext, SmsStore {
  readonly smsCallbacks: SmsCallbacks;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly credentials: Credentials;
}

const maximumBody = 1_600;
const mostListed = 1_000;

/** Twilio's Messages resource: sending, listing, and reading texts. */
export function registerSms(app: FastifyInstance, context: SmsContext): void {
  const { texts, credentials } = context;
  const account = `${credentials.TWILIO_ACCOUNT_SID}:${credentials.TWILIO_AUTH_TOKEN}`;
  registerResponseFaults(app, 'twilio', context, refusal(503, 20503, 'Service unavailable'));
  const busy = new Set<string>();
  app.addHook('onRequest', async (request, reply) => {
    const expected = `Basic ${Buffer.from(account).toString('base64')}`;
    if (!sameSecret(String(request.headers.authorization), expected))
      return reply.code(401).send(refusal(401, 20003, 'Authenticate'));
    const { account: named } = request.params as { account?: string };
    if (named !== credentials.TWILIO_ACCOUNT_SID) return refuse(reply, 404, 20404, 'No such account');
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    return request.method === 'GET' || isForm ? undefined : refuse(reply, 415, 20415, 'A form is needed');
  });

  app.post('/Accounts/:account/Messages.json', async (request, reply) => {
    const { To: recipient = '', Body: body = '', ...fields } = (request.body ?? {}) as Record<string, string>;
    const sender = fields.From || fields.MessagingServiceSid || '';
    if (body === '' || body.length > maximumBody) return refuse(reply, 400, 21602, 'Message body is wrong');
    const refused = refusalOf(recipient, sender, context);
    if (refused) return refuse(reply, 400, ...refused);
    if (smsOutcomeOf(recipient) === 'busy' && !busy.has(recipient)) {
      busy.add(recipient);
      return refuse(reply, 429, 20429, 'Too many requests');
    }
    const text = { sid: newSid(), recipient, sender, body, callbackUrl: fields.StatusCallback ?? null };
    return send(request, reply, text, context);
  });

  app.get('/Accounts/:account/Messages.json', async (request) => {
    const { To: to, PageSize: size } = request.query as Record<string, string>;
    const limit = Math.min(Number(size) || 50, mostListed);
    return {
      messages: texts.list({ recipient: to || undefined }, limit).map(resourceOf),
      page: 0,
      page_size: limit,
    };
  });

  app.get('/Accounts/:account/Messages/:file', async (request, reply) => {
    const { file } = request.params as { file: string };
    const message = texts.find({ sid: file.replace(/\.json$/, '') });
    return message ? resourceOf(message) : refuse(reply, 404, 20404, 'The requested resource was not found');
  });
}

/** Returns why a number gets no text from another: code and message. */
function refusalOf(
  to: string,
  from: string,
  { stops, credentials }: SmsContext,
): [code: number, message: string] | undefined {
  if (from === '') return [21603, "A 'From' or 'MessagingServiceSid' is required"];
  if (from !== credentials.TWILIO_FROM && !/^MG[0-9a-f]{32}$/.test(from))
    return [21606, `The 'From' number ${from} is not one of the account's`];
  const outcome = smsOutcomeOf(to);
  if (outcome === 'bad-number' || !/^\+[1-9]\d{6,14}$/.test(to))
    return [21211, `Invalid 'To' Phone Number: ${to}`];
  if (outcome === 'opted-out' || stops.find({ phoneNumber: to }))
    return [21610, `Attempt to send to unsubscribed recipient ${to}`];
  return undefined;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Pick<SmsMessage, 'sid' | 'recipient' | 'sender' | 'body' | 'callbackUrl'>,
  { texts, inbox, smsCallbacks, clock }: SmsContext,
): FastifyReply {
  const { sid, recipient, body } = text;
  const isFirst = !texts.find({ recipient });
  // Documented: a messaging service accepts a text before it has a number for it.
  const status = text.sender.startsWith('MG') ? 'accepted' : 'queued';
  const message = { ...text, status, errorCode: null, at: clock.now().toISOString() };
  texts.insert(message);
  const mail = { subject: '', html: null, messageId: sid, source: body };
  inbox.insert({ recipient, text: body, at: message.at, channel: 'sms', ...mail });
  const outcome = smsOutcomeOf(recipient);
  if (outcome === 'lost' && isFirst) setDelivery(request, 'lost');
  reply.raw.once('close', () => void smsCallbacks.deliver(message, outcome));
  return reply.code(201).send(resourceOf(message));
}

function refuse(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply.code(status).send(refusal(status, code, message));
}

function refusal(status: number, code: number, message: string) {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

/** A text as the service describes it: numbers are text, times as in mail. */
function resourceOf({ sid, recipient, sender, body, status, errorCode, at }: SmsMessage) {
  const isService = sender.startsWith('MG');
  const date = new Date(at).toUTCString().replace('GMT', '+0000');
  return {
    sid,
    to: recipient,
    from: isService ? null : sender,
    messaging_service_sid: isService ? sender : null,
    body,
    status,
    direction: 'outbound-api',
    num_segments: '1',
    num_media: '0',
    price: null,
    price_unit: 'USD',
    error_code: errorCode,
    error_message: null,
    date_created: date,
    date_updated: date,
    date_sent: status === 'queued' || status === 'accepted' ? null : date,
    api_version: '2010-04-01',
  };
}
