import type { Clock } from '@myaccount/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultOptions, registerResponseFaults, setDelivery } from '../card-processor/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import type { InboxStore } from '../inbox/inbox.store.ts';
import { sameSecret } from '../same-secret.ts';
import type { SmsMessage, SmsStore } from './sms.store.ts';
import type { SmsCallbacks } from './sms-callbacks.ts';
import { smsOutcomeOf } from './sms-names.ts';

export interface SmsOptions {
  readonly store: SmsStore;
  readonly callbacks: SmsCallbacks;
  readonly inbox: InboxStore;
  readonly clock: Clock;
  readonly faults: FaultOptions;
  readonly credentials: Credentials;
}

const maximumBody = 1_600;
const mostListed = 1_000;

/** Twilio's Messages resource: sending, listing, and reading texts. */
export function registerSms(app: FastifyInstance, options: SmsOptions): void {
  const { store, credentials } = options;
  const { accountSid, authToken } = credentials.twilio;
  registerResponseFaults(app, 'twilio', options.faults, refusal(503, 20503, 'Service unavailable'));
  const busy = new Set<string>();
  app.addHook('onRequest', async (request, reply) => {
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    if (!sameSecret(String(request.headers.authorization), expected))
      return reply.code(401).send(refusal(401, 20003, 'Authenticate'));
    return undefined;
  });

  app.post('/Accounts/:account/Messages.json', async (request, reply) => {
    const { To: to = '', Body: body = '', ...fields } = (request.body ?? {}) as Record<string, string>;
    const from = fields.From || fields.MessagingServiceSid;
    if (!from) return refuse(reply, 400, 21603, "A 'From' or 'MessagingServiceSid' is required");
    if (body === '' || body.length > maximumBody) return refuse(reply, 400, 21602, 'Message body is wrong');
    const refused = refusalOf(to, store);
    if (refused) return refuse(reply, 400, ...refused);
    if (smsOutcomeOf(to) === 'busy' && !busy.has(to)) {
      busy.add(to);
      return refuse(reply, 429, 20429, 'Too many requests');
    }
    return send(request, reply, { to, from, body, callbackUrl: fields.StatusCallback ?? null }, options);
  });

  app.get('/Accounts/:account/Messages.json', async (request) => {
    const { To: to, PageSize: size } = request.query as Record<string, string>;
    const limit = Math.min(Number(size) || 50, mostListed);
    return { messages: store.list(to, limit).map(resourceOf), page: 0, page_size: limit };
  });

  app.get('/Accounts/:account/Messages/:file', async (request, reply) => {
    const { file } = request.params as { file: string };
    const message = store.find(file.replace(/\.json$/, ''));
    return message ? resourceOf(message) : refuse(reply, 404, 20404, 'The requested resource was not found');
  });
}

/** Returns why a number gets no text: code and message. */
function refusalOf(to: string, store: SmsStore): [code: number, message: string] | undefined {
  const outcome = smsOutcomeOf(to);
  if (outcome === 'bad-number' || !/^\+[1-9]\d{6,14}$/.test(to))
    return [21211, `Invalid 'To' Phone Number: ${to}`];
  if (outcome === 'opted-out' || store.isStopped(to))
    return [21610, `Attempt to send to unsubscribed recipient ${to}`];
  return undefined;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Pick<SmsMessage, 'to' | 'from' | 'body' | 'callbackUrl'>,
  { store, inbox, callbacks, clock }: SmsOptions,
): FastifyReply {
  const { to, body } = text;
  const at = clock.now().toISOString();
  const isFirst = store.list(to, 1).length === 0;
  const message = store.insert({ ...text, at });
  const mail = { subject: '', html: null, messageId: message.sid, source: body };
  inbox.insert({ to, text: body, at, channel: 'sms', ...mail });
  const outcome = smsOutcomeOf(to);
  if (outcome === 'lost' && isFirst) setDelivery(request, 'lost');
  reply.raw.once('close', () => void callbacks.deliver(message, outcome));
  return reply.code(201).send(resourceOf(message));
}

function refuse(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply.code(status).send(refusal(status, code, message));
}

function refusal(status: number, code: number, message: string) {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

/** A text as the service describes it: numbers are text, times as in mail. */
function resourceOf({ sid, to, from, body, status, errorCode, at }: SmsMessage) {
  const isService = from.startsWith('MG');
  const date = new Date(at).toUTCString().replace('GMT', '+0000');
  return {
    sid,
    to,
    from: isService ? null : from,
    messaging_service_sid: isService ? from : null,
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
    date_sent: status === 'queued' ? null : date,
    api_version: '2010-04-01',
  };
}
