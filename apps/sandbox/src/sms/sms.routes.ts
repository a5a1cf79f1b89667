import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerResponseFaults, setDelivery } from '../card-processor/response-faults.ts';
import { sameSecret } from '../same-secret.ts';
import type { Services } from '../services.ts';
import { newSid, type SmsMessage } from './sms.store.ts';
import { smsOutcomeOf } from './sms-names.ts';

const maximumBody = 1_600;
const mostListed = 1_000;

/** Twilio's Messages resource: sending, listing, and reading texts. */
export function registerSms(app: FastifyInstance, services: Services): void {
  const { texts, credentials } = services;
  const account = `${credentials.TWILIO_ACCOUNT_SID}:${credentials.TWILIO_AUTH_TOKEN}`;
  registerResponseFaults(app, 'twilio', services, refusal(503, 20503, 'Service unavailable'));
  const busy = new Set<string>();
  app.addHook('onRequest', async (request, reply) => {
    const expected = `Basic ${Buffer.from(account).toString('base64')}`;
    if (!sameSecret(String(request.headers.authorization), expected))
      return reply.code(401).send(refusal(401, 20003, 'Authenticate'));
    return undefined;
  });

  app.post('/Accounts/:account/Messages.json', async (request, reply) => {
    const { To: recipient = '', Body: body = '', ...fields } = (request.body ?? {}) as Record<string, string>;
    const sender = fields.From || fields.MessagingServiceSid;
    if (!sender) return refuse(reply, 400, 21603, "A 'From' or 'MessagingServiceSid' is required");
    if (body === '' || body.length > maximumBody) return refuse(reply, 400, 21602, 'Message body is wrong');
    const refused = refusalOf(recipient, services);
    if (refused) return refuse(reply, 400, ...refused);
    if (smsOutcomeOf(recipient) === 'busy' && !busy.has(recipient)) {
      busy.add(recipient);
      return refuse(reply, 429, 20429, 'Too many requests');
    }
    const text = { sid: newSid(), recipient, sender, body, callbackUrl: fields.StatusCallback ?? null };
    return send(request, reply, text, services);
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

/** Returns why a number gets no text: code and message. */
function refusalOf(to: string, { stops }: Services): [code: number, message: string] | undefined {
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
  { texts, inbox, smsCallbacks, clock }: Services,
): FastifyReply {
  const { sid, recipient, body } = text;
  const isFirst = !texts.find({ recipient });
  const message = { ...text, status: 'queued', errorCode: null, at: clock.now().toISOString() };
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
    date_sent: status === 'queued' ? null : date,
    api_version: '2010-04-01',
  };
}
